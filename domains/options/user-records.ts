import type { UserRecordSource } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';

/** Options; the total is what was returned. */
export const optionOrders: UserRecordSource = (user) => [
  sql`
  select id, accepted_at as at, settled_at as ended, market_id as market, currency_id as currency, direction as side,
    seconds || ' s' as type, coalesce(outcome, 'open') as state, trim_scale(entry_price)::text as price,
    trim_scale(settlement)::text as exit_price, trim_scale(stake)::text as amount, null::text as amount_in,
    null::text as filled, trim_scale(returned)::text as total, null::text as fee, null::text as fee_in,
    'profit of a win ' || trim_scale(ratio * 100) || ' %' as detail
  from options_orders where user_id = ${user}`,
];
