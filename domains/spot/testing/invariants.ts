import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

/** Each query finds rows that contradict each other; a consistent database returns none. */
const CONTRADICTIONS = {
  'held in the ledger by orders is what open orders need': sql`
    with needed as (
      select user_id * 8 + 2 as account_id, case side when 1 then m.quote_currency else m.base_currency end as currency_id, sum(o.held) as held
      from spot_orders o join market_markets m on m.id = o.market_id where place <> 0 group by 1, 2
    ), holding as (
      select p.account_id, p.currency_id, sum(p.held) as held from ledger_postings p join ledger_journals j on j.id = p.journal_id
      where p.account_id > 65535 and p.account_id % 8 = 2 and j.kind like 'spot:%' group by 1, 2 having sum(p.held) <> 0
    )
    select * from needed full join holding using (account_id, currency_id)
    where coalesce(needed.held, 0) <> coalesce(holding.held, 0)`,
  'an order has traded what its fills say': sql`
    with sides as (
      select maker_order as id, quantity, quote, maker_fee as fee, id as fill from spot_fills
      union all select taker_order, quantity, quote, taker_fee, id from spot_fills
    ), traded as (
      select id, sum(quantity) as filled, sum(quote) as filled_quote, sum(fee) as fee, min(fill) as first_fill, max(fill) as last_fill
      from sides group by id
    )
    select o.id, o.filled, t.filled as fills from spot_orders o full join traded t using (id)
    where o.id is null or (o.filled, o.filled_quote, o.fee) is distinct from
        (coalesce(t.filled, 0), coalesce(t.filled_quote, 0), coalesce(t.fee, 0))
      or o.first_fill is distinct from t.first_fill or o.last_fill is distinct from t.last_fill`,
  'an order in the book holds exactly its rest': sql`
    select id, held from spot_orders where place = 1 and order_type <> 'oco'
      and held <> case side when 1 then price * (quantity - filled) else quantity - filled end`,
  'a complete order is filled, an ended one holds nothing': sql`
    select id from spot_orders where (status = 2 and quantity is not null and filled <> quantity)
      or (status = 4 and filled = 0) or (status = 1 and filled <> 0)`,
  'a fill trades within both limits': sql`
    select f.id from spot_fills f join spot_orders o on o.id in (f.maker_order, f.taker_order)
    where o.price is not null and ((o.side = 1 and f.price > o.price) or (o.side = 2 and f.price < o.price))`,
  'every journal sums to zero': sql`
    select journal_id, currency_id from ledger_postings group by 1, 2 having sum(available + held) <> 0`,
  'every balance is what its postings say': sql`
    with posted as (
      select account_id, currency_id, sum(available) as available, sum(held) as held from ledger_postings group by 1, 2
    )
    select * from posted full join ledger_balances b using (account_id, currency_id)
    where (coalesce(posted.available, 0), coalesce(posted.held, 0)) is distinct from (b.available, b.held)`,
  'nobody is below zero': sql`
    select account_id from ledger_balances where not may_go_negative and (available < 0 or held < 0)`,
  'every order that took has its postings': sql`
    with took as (select distinct taker_order as id from spot_fills),
      posted as (select split_part(reference, ':', 2)::bigint as id from ledger_postings where kind = 'spot:trade' group by 1)
    select id, took.id, posted.id from took full join posted using (id) where took.id is null or posted.id is null`,
} as const;

/** Throws if rows of the database contradict each other. */
export async function checkSound(queries: Queries): Promise<void> {
  const found = await contradictions(queries);
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** Returns the names of the violated invariants, with the first rows of each. */
export async function contradictions(queries: Queries): Promise<string[]> {
  const found: string[] = [];
  for (const [name, query] of Object.entries(CONTRADICTIONS)) {
    const rows = await queries.rows<object>(query);
    if (rows.length > 0)
      found.push(`${name}: ${rows.length} rows, first ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return found;
}
