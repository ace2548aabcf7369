import type { CurrencyId } from '@karat/contract';
import { isHouseUser } from '@karat/domains/identity';
import { ZERO, mulDown, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { GrowthDeps } from './deps.ts';
import { dueFees } from './fees-due.ts';
import { accrueRebates } from './rebates.ts';
import { returnFees } from './return-fees.ts';
import type { FeeSource, PaidFees } from './types.ts';
import { addVolumes, lockCursor, moveCursor } from './volume-store.ts';
import type { DayVolume } from './volume-store.ts';

/** Rows of a source per transaction: 20,000 would stop the process for 20 ms and more. */
const ROWS_MAX = 2_000;

/** Value in USDT at the last index price, rounded down; 0 without a price. */
export function valueOf(
  { priceOf }: Pick<GrowthDeps, 'priceOf'>,
  currency: CurrencyId,
  amount: Amount,
): Amount {
  const price = priceOf(currency);
  return price === undefined ? ZERO : mulDown(amount, price);
}

/** Volumes by user and day, in USDT. */
function volumesOf(deps: GrowthDeps, fees: readonly PaidFees[]): DayVolume[] {
  const sums = new Map<string, DayVolume>();
  for (const { userId, day, volumeCurrency, volume } of fees) {
    const key = `${userId}/${day}`;
    const value = plus(sums.get(key)?.volume ?? ZERO, valueOf(deps, volumeCurrency, volume));
    sums.set(key, { userId, day, volume: value });
  }
  return [...sums.values()].toSorted((a, b) => a.userId - b.userId || (a.day < b.day ? -1 : 1));
}

/** Counts the next rows of a source, once: cursor and effect commit together. Returns whether there may be more. */
async function countNext(deps: GrowthDeps, tx: Tx, source: FeeSource): Promise<boolean> {
  const after = await lockCursor(tx, source.name);
  const { lastId, count, fees } = await source.read(tx, after, ROWS_MAX);
  if (count === 0) return false;
  const paid = fees.filter(({ userId }) => !isHouseUser(userId));
  await addVolumes(tx, volumesOf(deps, paid));
  await accrueRebates(deps, tx, source, await returnFees(deps, tx, source, paid, lastId));
  await moveCursor(tx, source.name, lastId);
  deps.onStep?.('counted');
  return count === ROWS_MAX;
}

/**
 * Counts all fees that were paid since the last time: the rows of fills, for which an order writes nothing more, and fees of
 * conversions, which are written down. Killed at any step it goes on from its cursor.
 */
export async function countFees(deps: GrowthDeps): Promise<void> {
  for (const source of [...deps.sources(), dueFees]) {
    let more = true;
    while (more) more = await deps.ctx.db.transact((tx) => countNext(deps, tx, source));
  }
}
