import type { UserRecordSource } from '@karat/domains/operators';
import { sql } from '@karat/platform/db';
import type { Sql } from '@karat/platform/db';

const orders = (which: Sql): Sql => sql`
  select id, created_at as at, case when place = 0 then updated_at end as ended, market_id as market,
    null::int as currency, case side when 1 then 'buy' else 'sell' end as side, order_type::text as type,
    case status when 1 then 'open' when 2 then 'filled' when 3 then 'cancelled' when 4 then 'partly_filled'
      else 'expired' end as state,
    trim_scale(price)::text as price, null::text as exit_price,
    trim_scale(coalesce(quantity, quote_budget))::text as amount,
    case when quantity is null then 'quote' else 'base' end as amount_in,
    trim_scale(case when quantity is null then filled_quote else filled end)::text as filled,
    trim_scale(filled_quote)::text as total, trim_scale(fee)::text as fee,
    case side when 1 then 'base' else 'quote' end as fee_in, '' as detail
  from spot_orders where ${which}`;

export const spotOpenOrders: UserRecordSource = (user) => [orders(sql`user_id = ${user} and place <> 0`)];

/** One select for each way to end: filled, cancelled, expired. */
export const spotEndedOrders: UserRecordSource = (user) =>
  [2, 3, 5].map((status) => orders(sql`user_id = ${user} and place = 0 and status = ${status}`));

/** Trades without the other side, which is another user. */
export const spotTrades: UserRecordSource = (user) => {
  const trades = (role: 'maker' | 'taker', who: Sql, order: Sql, fee: Sql, buys: Sql): Sql => sql`
    select id, at, null::timestamptz as ended, market_id as market, null::int as currency,
      case when ${buys} then 'buy' else 'sell' end as side, ${role}::text as type, 'filled' as state,
      trim_scale(price)::text as price, null::text as exit_price, trim_scale(quantity)::text as amount,
      'base' as amount_in, null::text as filled, trim_scale(quote)::text as total, trim_scale(${fee})::text as fee,
      case when ${buys} then 'base' else 'quote' end as fee_in, 'order ' || ${order} as detail
    from spot_fills where ${who} = ${user}`;
  return [
    trades('maker', sql`maker_user`, sql`maker_order`, sql`maker_fee`, sql`taker_side = 2`),
    trades('taker', sql`taker_user`, sql`taker_order`, sql`taker_fee`, sql`taker_side = 1`),
  ];
};
