import type { UserId } from '@karat/contract';
import { holdingsOfUsers } from '@karat/domains/ledger';
import { ZERO, max, minus, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import type { VipFigures } from '@karat/rules';
import { valueOf } from './count-fees.ts';
import type { GrowthDeps } from './deps.ts';
import { readVolumes } from './volume-store.ts';

/** Start of the UTC day of a moment. */
export const midnightOf = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/**
 * Balances of users at a moment in USDT: everything in their accounts as the postings say, what products hold included, at the
 * last index prices, less what they owe now. Never below zero.
 */
async function balancesOf(
  deps: GrowthDeps,
  db: Queries,
  users: readonly UserId[],
  at: number,
): Promise<ReadonlyMap<UserId, Amount>> {
  const sums = new Map<UserId, Amount>();
  const sumOf = (user: UserId): Amount => sums.get(user) ?? ZERO;
  for (const { userId, currency, amount } of await holdingsOfUsers(db, users, at))
    sums.set(userId, plus(sumOf(userId), valueOf(deps, currency, amount)));
  for (const { userId, currency, amount } of await deps.debtsOf(db, users))
    sums.set(userId, max(minus(sumOf(userId), valueOf(deps, currency, amount)), ZERO));
  return sums;
}

/** Volume of the 30 days before a midnight, and balance at a moment. */
export async function figuresOf(
  deps: GrowthDeps,
  db: Queries,
  users: readonly UserId[],
  { midnight, at }: { readonly midnight: number; readonly at: number },
): Promise<(user: UserId) => VipFigures> {
  const volumes = await readVolumes(db, users, midnight);
  const balances = await balancesOf(deps, db, users, at);
  return (user) => ({ volume: volumes.get(user) ?? ZERO, balance: balances.get(user) ?? ZERO });
}
