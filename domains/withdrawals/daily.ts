import type { DailyDeps } from '@karat/domains/operators';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';

/** Withdrawals that were confirmed in a time, fees included, at their value at the request. */
export const paidWithdrawals: DailyDeps['withdrawals'] = async (db, { fromMs, toMs }) => {
  const row = await db.one<{ usdt: string; count: number }>(sql`
    select coalesce(sum(usdt), 0)::text as usdt, count(*) as count from withdrawals_requests
    where state = 'confirmed' and finished_at >= to_timestamp(${fromMs} / 1000.0)
      and finished_at < to_timestamp(${toMs} / 1000.0)`);
  return { usdt: amount(row.usdt), count: row.count };
};
