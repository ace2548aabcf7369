import { currencyId, userId } from '@karat/contract';
import type { DailyDeps } from '@karat/domains/operators';
import { ZERO, amount } from '@karat/money';
import { sql } from '@karat/platform/db';

/** Stakes of the orders that were accepted in a time, and who placed them. Options have no fee. */
export const tradedOptions: DailyDeps['trades'][number] = async (db, { fromMs, toMs, houseIdMax }) => {
  const rows = await db.rows<{ user_id: number; currency_id: number; stake: string }>(sql`
    select user_id, currency_id, sum(stake)::text as stake from options_orders
    where accepted_at >= to_timestamp(${fromMs} / 1000.0) and accepted_at < to_timestamp(${toMs} / 1000.0)
      and user_id > ${houseIdMax}
    group by user_id, currency_id order by user_id, currency_id`);
  return {
    turnover: rows.map((row) => ({
      product: 'options',
      currency: currencyId(row.currency_id),
      volume: amount(row.stake),
      fees: ZERO,
    })),
    traders: rows.map((row) => userId(row.user_id)),
  };
};
