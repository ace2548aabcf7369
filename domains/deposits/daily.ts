import { currencyId } from '@karat/contract';
import type { DailyDeps } from '@karat/domains/operators';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';

/** Deposits from chains and by voucher that were credited in a time, by currency. */
export const creditedDeposits: DailyDeps['deposits'][number] = async (db, { fromMs, toMs }) => {
  const rows = await db.rows<{ currency_id: number; amount: string; count: number }>(sql`
    select currency_id, sum(amount)::text as amount, count(*) as count from (
      select currency_id, amount from deposits_deposits where state = 'credited'
        and decided_at >= to_timestamp(${fromMs} / 1000.0) and decided_at < to_timestamp(${toMs} / 1000.0)
      union all select currency_id, amount from deposits_vouchers where status = 2
        and decided_at >= to_timestamp(${fromMs} / 1000.0) and decided_at < to_timestamp(${toMs} / 1000.0)
    ) credited group by currency_id order by currency_id`);
  return rows.map((row) => ({
    currency: currencyId(row.currency_id),
    amount: amount(row.amount),
    count: row.count,
  }));
};
