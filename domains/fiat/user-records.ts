import { USDT } from '@karat/domains/ledger';
import type { UserRecordSource } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';

/** Purchases with fiat money in every state, refunded ones included; the detail is what the buyer pays, and its dispute. */
export const userPurchases: UserRecordSource = (user) => [
  sql`
  select id, created_at as at,
    (select max(s.at) from fiat_steps s where s.order_id = o.id
      and s.state in ('successful', 'rejected', 'expired', 'cancelled', 'refunded')) as ended,
    null::int as market, ${USDT}::int as currency, 'buy' as side, method as type, state,
    trim_scale(price)::text as price, null::text as exit_price, trim_scale(received)::text as amount,
    null::text as amount_in, null::text as filled, null::text as total, null::text as fee, null::text as fee_in,
    concat_ws(', ', trim_scale(amount)::text || ' ' || currency, reference, nullif(reason, ''),
      (select 'dispute ' || d.state from fiat_disputes d where d.order_id = o.id order by d.id desc limit 1)) as detail
  from fiat_orders o where user_id = ${user}`,
];
