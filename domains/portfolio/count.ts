import type { CurrencyId, UserId } from '@karat/contract';
import { USDT, movementsOf } from '@karat/domains/ledger';
import type { Movement } from '@karat/domains/ledger';
import { ZERO, negate, plus } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import type { Lot } from '@karat/rules';
import { Counting } from './counting.ts';
import { movementKey } from './deps.ts';
import type { PortfolioDeps, PriceRequest } from './deps.ts';
import { addPeriods, insertEvents, resizePeriods } from './event-store.ts';
import { eventsOf, needsPrices } from './events.ts';
import { ruleOf } from './movement-rules.ts';
import { addMonths } from './month-store.ts';
import { monthsOf } from './months.ts';
import { nextPostings } from './next-postings.ts';
import type { NextPostings } from './next-postings.ts';
import {
  lockProgress,
  readAssets,
  readCounted,
  readDebts,
  readLots,
  writeAssets,
  writeCounted,
  writeDebts,
  writeLots,
  writeProgress,
} from './state-store.ts';
import type { CountedBalance, Progress } from './state-store.ts';
import type { Debt } from './types.ts';

const ALL = new Set(['split']);

/** The open lots that some movements may use up, by currency. */
async function lotsFor(
  tx: Tx,
  user: UserId,
  movements: readonly Movement[],
): Promise<Map<CurrencyId, readonly Lot[]>> {
  const needed = new Map<CurrencyId, Amount | undefined>();
  for (const { kind, changes } of movements)
    for (const [currency, change] of changes) {
      if (currency === USDT) continue;
      const before = needed.has(currency) ? needed.get(currency) : ZERO;
      const used = change < 0n ? negate(change) : ZERO;
      needed.set(currency, before === undefined || ALL.has(ruleOf(kind)) ? undefined : plus(before, used));
    }
  const lots = new Map<CurrencyId, readonly Lot[]>();
  for (const [currency, quantity] of needed) lots.set(currency, await readLots(tx, user, currency, quantity));
  return lots;
}

type PriceOf = (currency: CurrencyId, at: number) => Price | undefined;

/** Reads all index prices that some movements need, with one query. */
async function pricesFor(
  { prices }: PortfolioDeps,
  tx: Tx,
  movements: readonly Movement[],
  debts: readonly Debt[],
): Promise<PriceOf> {
  const requests = new Map<string, PriceRequest>();
  const add = (currency: CurrencyId, at: number): void => {
    if (currency !== USDT) requests.set(`${currency}/${at}`, { currency, at });
  };
  for (const movement of movements) {
    if (needsPrices(movement)) for (const currency of movement.changes.keys()) add(currency, movement.at);
    const debt = debts.find(({ reference }) => reference === movement.reference);
    if (debt && ruleOf(movement.kind) === 'liquidation') add(debt.currency, movement.at);
  }
  const found = await prices.past(tx, [...requests.values()]);
  const byKey = new Map([...requests.keys()].map((key, index) => [key, found[index]]));
  return (currency, at) => byKey.get(`${currency}/${at}`);
}

/** Debts that exist before the movements, and those that begin among them. */
const debtsWith = (debts: readonly Debt[], movements: readonly Movement[]): Debt[] => [
  ...debts,
  ...movements
    .filter(({ kind }) => ruleOf(kind) === 'borrow')
    .flatMap(({ reference, changes }) =>
      [...changes.keys()].map((currency) => ({ reference, currency, owed: ZERO, value: ZERO })),
    ),
];

function heldOf(balances: readonly CountedBalance[]): Map<CurrencyId, Amount> {
  const held = new Map<CurrencyId, Amount>();
  for (const balance of balances)
    held.set(balance.currency, plus(held.get(balance.currency) ?? ZERO, balance.held));
  return held;
}

/** Counts postings: derives their events and writes what follows from them. */
async function countPostings(
  deps: PortfolioDeps,
  tx: Tx,
  user: UserId,
  before: Progress,
  { postings, balances, scanId, complete }: NextPostings,
): Promise<Progress> {
  const movements = movementsOf(postings);
  const debts = await readDebts(tx, user);
  const priceOf = await pricesFor(deps, tx, movements, debtsWith(debts, movements));
  const untilMs = Math.max(0, ...movements.map(({ at }) => at));
  const { fees, cursors } = await deps.fees.read(tx, user, { movements, cursors: before.fills, untilMs });
  const counting = new Counting({
    assets: await readAssets(tx, user),
    lots: await lotsFor(tx, user, movements),
    debts,
    seq: before.seq,
    lastMs: before.countedMs ?? 0,
  });
  for (const movement of movements) {
    const events = eventsOf(movement, {
      priceOf: (currency) => priceOf(currency, movement.at),
      fees: fees.get(movementKey(movement)) ?? [],
      debtOf: counting.debtOf,
    });
    for (const event of events) counting.apply(event);
  }
  counting.setHeld(heldOf(balances));
  deps.onStep?.('events');
  await insertEvents(tx, user, counting.events);
  await writeLots(tx, user, counting.lotChanges());
  for (const { currency, ...ratio } of counting.resizes) await resizePeriods(tx, user, currency, ratio);
  await addPeriods(tx, user, counting.periods);
  await addMonths(tx, user, monthsOf(postings, before.countedMs ?? 0));
  await writeAssets(tx, user, counting.assets);
  await writeDebts(tx, user, counting.debts);
  await writeCounted(tx, user, balances);
  const after: Progress = {
    seq: counting.seq,
    counted: before.counted + new Set(postings.map(({ journalId }) => journalId)).size,
    firstMs: before.firstMs ?? postings[0]?.at ?? null,
    countedMs: Math.max(counting.lastMs, ...postings.map(({ at }) => at)),
    complete,
    scanId,
    fills: cursors,
  };
  await writeProgress(tx, user, after);
  deps.onStep?.('written');
  return after;
}

/**
 * Counts the next postings of a user in one transaction, each exactly once: cursors and figures commit together. Returns whether
 * all are counted; undefined while another transaction counts them.
 */
export async function countNext(deps: PortfolioDeps, user: UserId): Promise<boolean | undefined> {
  const result = await deps.ctx.db.transact(async (tx) => {
    // Postings and balances come from one snapshot.
    await tx.run(sql`set transaction isolation level repeatable read`);
    const progress = await lockProgress(tx, user);
    if (!progress) return undefined;
    deps.onStep?.('locked');
    const counted = await readCounted(tx, user);
    const next = await nextPostings(deps, tx, user, progress, counted);
    deps.onStep?.('read');
    if (next.postings.length > 0) await countPostings(deps, tx, user, progress, next);
    else if (!progress.complete) await writeProgress(tx, user, { ...progress, complete: true });
    return next.complete;
  });
  deps.onStep?.('committed');
  return result;
}
