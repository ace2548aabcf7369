import { userId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { DailyDeps } from '@karat/domains/operators';
import { ZERO, amount, plus } from '@karat/money';
import { sql } from '@karat/platform/db';

/** Notional of the fills of a time, their fees and traders; opening and closing count each. Without overnight charges. */
export const tradedContracts: DailyDeps['trades'][number] = async (db, { fromMs, toMs, houseIdMax }) => {
  const rows = await db.rows<{ user_id: number; volume: string; fees: string }>(sql`
    select user_id, sum(trunc(quantity * price, 10))::text as volume, sum(fee)::text as fees
    from contracts_fills
    where at >= to_timestamp(${fromMs} / 1000.0) and at < to_timestamp(${toMs} / 1000.0) and user_id > ${houseIdMax}
    group by user_id order by user_id`);
  const sumOf = (of: 'volume' | 'fees') => rows.reduce((sum, row) => plus(sum, amount(row[of])), ZERO);
  return {
    turnover: [{ product: 'contracts', currency: USDT, volume: sumOf('volume'), fees: sumOf('fees') }],
    traders: rows.map((row) => userId(row.user_id)),
  };
};
