import { USDT } from '@karat/domains/ledger';
import type { DailyDeps } from '@karat/domains/operators';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';

/** USDT that users received for purchases with fiat money in a time; later refunds change nothing. */
export const paidPurchases: DailyDeps['deposits'][number] = async (db, { fromMs, toMs }) => {
  const row = await db.one<{ amount: string; count: number }>(sql`
    select coalesce(sum(o.received), 0)::text as amount, count(*) as count
    from fiat_steps s join fiat_orders o on o.id = s.order_id
    where s.state = 'successful' and s.at >= to_timestamp(${fromMs} / 1000.0) and s.at < to_timestamp(${toMs} / 1000.0)`);
  return [{ currency: USDT, amount: amount(row.amount), count: row.count }];
};
