import type { UserRecordSource } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';

/** Positions and orders that wait for a price, own and copied; the total is the realised profit or loss. */
export const contractPositions: UserRecordSource = (user) => [
  sql`
  select id, created_at as at, closed_at as ended, market_id as market, null::int as currency, side,
    concat_ws(' ', mode, multiple || 'x', case when order_type = 2 then 'copied' end) as type,
    case status when 0 then 'pending' when 1 then 'open' when 2 then 'closing' when 3 then 'closed'
      else 'cancelled' end as state,
    trim_scale(coalesce(price, target))::text as price, trim_scale(close_price)::text as exit_price,
    trim_scale(origin_lots)::text as amount, 'lots' as amount_in,
    case when status in (1, 2) then trim_scale(origin_lots - lots)::text end as filled,
    trim_scale(profit)::text as total, trim_scale(fee)::text as fee, 'quote' as fee_in,
    coalesce(close_reason, '') as detail
  from contracts_positions where user_id = ${user}`,
];
