import { limitReached } from '@karat/domains/operators';
import type { SingleOperatorLimit, SingleOperatorSums } from '@karat/domains/operators';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import type { ResolvedDeps } from './deps.ts';
import type { Withdrawal } from './store.ts';
import { policyIn } from './thresholds.ts';

/** Serialises approvals of one operator until the transaction ends. */
const lockGate = (tx: Tx): Promise<unknown> =>
  tx.one(sql`select id from withdrawals_approval_gate where id = 1 for update`);

/**
 * Returns the sums in USDT of withdrawals that one operator approved since a moment and that were paid or may be: by
 * the operator, for the user, and by all operators. An approval by two operators, or by the rules alone, does not count.
 */
async function sumsSince(
  db: Queries,
  who: { readonly operator: string; readonly user: Withdrawal['user']; readonly since: number },
): Promise<SingleOperatorSums> {
  const row = await db.one<Record<SingleOperatorLimit, string>>(sql`
    select coalesce(sum(usdt) filter (where approval -> 'by' ->> 0 = ${who.operator}), 0) as operator,
      coalesce(sum(usdt) filter (where user_id = ${who.user}), 0) as "user",
      coalesce(sum(usdt), 0) as day
    from withdrawals_requests
    where approvals = 1 and jsonb_array_length(approval -> 'by') = 1
      and approved_at > to_timestamp(${who.since} / 1000.0)
      and state not in ('rejected', 'failed', 'cancelled')`);
  return { operator: amount(row.operator), user: amount(row.user), day: amount(row.day) };
}

/** Returns the limit of 24 hours that an approval by this operator alone would exceed; undefined if none. */
export async function singleLimit(
  deps: ResolvedDeps,
  db: Queries,
  login: string,
  row: Withdrawal,
): Promise<SingleOperatorLimit | undefined> {
  const since = deps.ctx.clock.now() - DAY_MS;
  const sums = await sumsSince(db, { operator: login, user: row.user, since });
  return limitReached(sums, row.usdt, (await policyIn(deps, db)).aloneMax);
}

/** Returns true if the approval needs a second operator, for its own value or for the sums of 24 hours. */
export async function needsSecond(
  deps: ResolvedDeps,
  tx: Tx,
  login: string,
  row: Withdrawal,
): Promise<boolean> {
  if (row.approvals > 1) return true;
  await lockGate(tx);
  return (await singleLimit(deps, tx, login, row)) !== undefined;
}
