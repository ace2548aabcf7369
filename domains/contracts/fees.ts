import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Fees of opened and closed positions that a user paid on one day (UTC), in USDT, and the notional behind them. */
export interface DailyContractFees {
  readonly userId: UserId;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly fee: Amount;
  /** Rounded down at 1e-10 for each fill. */
  readonly volume: Amount;
}

/**
 * Fees of the fills after an id, at most `limit` fills, with the id of the last one; fills without a fee, and of positions whose fees
 * a coupon paid, are left out. The
 * engine is the only writer and commits one batch after the other: no fill appears before a range that was read.
 */
export async function feesOfPositions(
  db: Queries,
  afterId: number,
  limit: number,
): Promise<{
  readonly lastId: number;
  readonly count: number;
  readonly fees: readonly DailyContractFees[];
}> {
  const end = await db.one<{ last: number | null; count: number }>(sql`
    select max(id) as last, count(*) as count from (
      select id from contracts_fills where id > ${afterId} order by id limit ${limit}) f`);
  if (end.last === null) return { lastId: afterId, count: 0, fees: [] };
  const rows = await db.rows<{ user_id: number; day: string; fee: string; volume: string }>(sql`
    select user_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(fee)::text as fee,
      sum(trunc(quantity * price, 10))::text as volume
    from contracts_fills f where id > ${afterId} and id <= ${end.last} and fee > 0
      and not exists (select from contracts_positions p where p.id = f.position_id and p.coupon_id is not null)
    group by 1, 2 order by 1, 2`);
  return {
    lastId: end.last,
    count: end.count,
    fees: rows.map((row) => ({
      userId: userId(row.user_id),
      day: row.day,
      fee: amount(row.fee),
      volume: amount(row.volume),
    })),
  };
}
