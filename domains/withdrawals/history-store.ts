import type { UserId, WithdrawalReason, WithdrawalState } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Returns the count of an account's withdrawals since a moment. */
export const requestsSince = async (queries: Queries, user: UserId, since: number): Promise<number> =>
  (
    await queries.one<{ n: number }>(sql`
      select count(*) as n from withdrawals_requests
      where user_id = ${user} and created_at > to_timestamp(${since} / 1000.0)`)
  ).n;

/** Returns how often this account paid the payee of these hashes, and the other accounts that requested payments to it. */
export async function payeeHistory(
  queries: Queries,
  user: UserId,
  hashes: readonly Uint8Array[],
): Promise<{ readonly paid: number; readonly others: number[] }> {
  const rows = await queries.rows<{ user: number; paid: number }>(sql`
    select user_id as "user", count(*) filter (where state = 'confirmed') as paid from withdrawals_requests
    where payee_hash = any(${hashes}::bytea[]) group by user_id order by user_id limit 50`);
  return {
    paid: rows.find((row) => row.user === user)?.paid ?? 0,
    others: rows.filter((row) => row.user !== user).map((row) => row.user),
  };
}

export interface History {
  readonly done: number;
  readonly usdt: Amount;
  readonly rejected: number;
  readonly pending: number;
}

export async function historyOf(queries: Queries, user: UserId): Promise<History> {
  const row = await queries.one<{ done: number; usdt: string; rejected: number; pending: number }>(sql`
    select count(*) filter (where state = 'confirmed') as done,
      coalesce(sum(usdt) filter (where state = 'confirmed'), 0) as usdt,
      count(*) filter (where state in ('rejected', 'failed')) as rejected,
      count(*) filter (where finished_at is null) as pending
    from withdrawals_requests where user_id = ${user}`);
  return { ...row, usdt: amount(row.usdt) };
}

export interface StatisticsRow {
  readonly state: WithdrawalState;
  readonly reason: WithdrawalReason | null;
  readonly approvals: number;
  readonly seconds: number | null;
}

/** Returns every withdrawal that was requested or ended since a moment. */
export const statisticsRows = (queries: Queries, since: number): Promise<StatisticsRow[]> =>
  queries.rows<StatisticsRow>(sql`
    select state, reason, approvals,
      case when state = 'confirmed' then extract(epoch from finished_at - created_at)::float8 end as seconds
    from withdrawals_requests where created_at >= to_timestamp(${since} / 1000.0)`);
