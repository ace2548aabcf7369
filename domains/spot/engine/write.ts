import type { Tx } from '@karat/platform/db';
import { sideNumber, toOrder } from '../order-row.ts';
import type { OrderRow } from '../order-row.ts';
import type { Order } from '../types.ts';
import { decimalArray, plainArray, textArray } from './array-text.ts';
import type { Batch } from './batch.ts';
import type { Lease } from './lease.ts';

/** Another process has taken the engine over. */
export class Deposed extends Error {}

const COLUMNS = `id, user_id, market_id, client_key, side, order_type, time_in_force, post_only, price, stop_price, pair_id,
  quantity, quote_budget, filled, filled_quote, fee, held, status, reason, place, priority, first_fill, last_fill`;

// One statement for all that a batch does to orders: a round trip and a plan for each table would cost more than the rows.
// Rows to change are found one by one first: a join by id, planned while the table was empty, walks all of it for good.
const WRITE = `
with lease as (
  update spot_engine set batch = $1, order_id = $2, fill_id = $3, expires_at = now() + $4 * interval '1 ms'
  where fence = $5 returning 1
), placed as (
  insert into spot_orders (${COLUMNS}, created_at, updated_at)
  select *, to_timestamp($6::float8 / 1000), to_timestamp($6::float8 / 1000)
  from unnest($7::bigint[], $8::bigint[], $9::int[], $10::text[], $11::smallint[], $12::text[], $13::text[], $14::boolean[],
    $15::numeric[], $16::numeric[], $17::bigint[], $18::numeric[], $19::numeric[], $20::numeric[], $21::numeric[],
    $22::numeric[], $23::numeric[], $24::smallint[], $25::text[], $26::smallint[], $27::bigint[], $28::bigint[], $29::bigint[])
), kept as (
  insert into spot_client_keys (user_id, client_key, input, order_id)
  select * from unnest($30::bigint[], $31::text[], $32::text[], $33::bigint[])
), traded as (
  insert into spot_fills (id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user, taker_user,
    maker_fee, taker_fee, house, at)
  select *, to_timestamp($6::float8 / 1000)
  from unnest($34::bigint[], $35::int[], $36::numeric[], $37::numeric[], $38::numeric[], $39::smallint[], $40::bigint[],
    $41::bigint[], $42::bigint[], $43::bigint[], $44::numeric[], $45::numeric[], $46::boolean[])
), lasts as (
  insert into spot_last_trades (market_id, price, fill_id)
  select * from unnest($47::int[], $48::numeric[], $49::bigint[])
  on conflict (market_id) do update set price = excluded.price, fill_id = excluded.fill_id
), moved as materialized (
  select c.*, (select o.ctid from spot_orders o where o.id = c.id) as row
  from unnest($50::bigint[], $51::numeric[], $52::numeric[], $53::numeric[], $54::numeric[], $55::smallint[], $56::text[],
    $57::smallint[], $58::numeric[], $59::bigint[], $60::bigint[], $61::bigint[])
    as c (id, filled, filled_quote, fee, held, status, reason, place, quantity, priority, first_fill, last_fill)
), changed as (
  update spot_orders o set
    filled = o.filled + c.filled, filled_quote = o.filled_quote + c.filled_quote, fee = o.fee + c.fee,
    held = o.held + c.held, status = coalesce(c.status, o.status), reason = coalesce(c.reason, o.reason),
    place = coalesce(c.place, o.place), quantity = coalesce(c.quantity, o.quantity),
    priority = coalesce(c.priority, o.priority), first_fill = coalesce(o.first_fill, c.first_fill),
    last_fill = coalesce(c.last_fill, o.last_fill), updated_at = to_timestamp($6::float8 / 1000)
  from moved c where o.ctid = c.row
  returning o.*
)
select l.leased, changed.* from (select count(*) as leased from lease) l left join changed on true`;

type Result = { readonly leased: number } & OrderRow;

/**
 * Writes a batch's orders, client keys and fills; answers the rows of orders that were there before. Throws Deposed when
 * the lease is another's by now.
 */
export async function writeBatch(
  tx: Tx,
  lease: Lease,
  number: number,
  batch: Batch,
): Promise<Map<number, Order>> {
  const rows = await tx.prepared<Result>('spot_write', WRITE, [
    ...[number, batch.ids.order, batch.ids.fill, lease.leaseMs, lease.fence, batch.at],
    ...placedColumns(batch),
    ...keyColumns(batch),
    ...fillColumns(batch),
    ...lastColumns(batch),
    ...changedColumns(batch),
  ]);
  if (rows[0]?.leased !== 1) throw new Deposed('the lease is held by another engine');
  const orders = new Map<number, Order>();
  for (const row of rows) if (row.id !== null) orders.set(row.id, toOrder(row));
  if (orders.size !== batch.changed.size) throw new Error('an order of the book has no row');
  return orders;
}

function placedColumns(batch: Batch): string[] {
  const rows = [...batch.placed.values()];
  return [
    plainArray(rows.map((o) => o.id)),
    plainArray(rows.map((o) => o.userId)),
    plainArray(rows.map((o) => o.marketId)),
    textArray(rows.map((o) => o.clientKey)),
    plainArray(rows.map((o) => sideNumber(o.side))),
    plainArray(rows.map((o) => o.orderType)),
    plainArray(rows.map((o) => o.timeInForce)),
    plainArray(rows.map((o) => o.postOnly)),
    decimalArray(rows.map((o) => o.price)),
    decimalArray(rows.map((o) => o.stopPrice)),
    plainArray(rows.map((o) => o.pairId)),
    decimalArray(rows.map((o) => o.quantity)),
    decimalArray(rows.map((o) => o.quoteBudget)),
    decimalArray(rows.map((o) => o.filled)),
    decimalArray(rows.map((o) => o.filledQuote)),
    decimalArray(rows.map((o) => o.fee)),
    decimalArray(rows.map((o) => o.held)),
    plainArray(rows.map((o) => o.status)),
    plainArray(rows.map((o) => o.reason)),
    plainArray(rows.map((o) => o.place)),
    plainArray(rows.map((o) => o.priority)),
    plainArray(rows.map((o) => o.firstFill)),
    plainArray(rows.map((o) => o.lastFill)),
  ];
}

const keyColumns = ({ keys }: Batch): string[] => [
  plainArray(keys.map((k) => k.userId)),
  textArray(keys.map((k) => k.key)),
  textArray(keys.map((k) => k.input)),
  plainArray(keys.map((k) => k.orderId)),
];

const fillColumns = ({ fills }: Batch): string[] => [
  plainArray(fills.map((f) => f.id)),
  plainArray(fills.map((f) => f.marketId)),
  decimalArray(fills.map((f) => f.price)),
  decimalArray(fills.map((f) => f.quantity)),
  decimalArray(fills.map((f) => f.quote)),
  plainArray(fills.map((f) => sideNumber(f.takerSide))),
  plainArray(fills.map((f) => f.makerOrder)),
  plainArray(fills.map((f) => f.takerOrder)),
  plainArray(fills.map((f) => f.makerUser)),
  plainArray(fills.map((f) => f.takerUser)),
  decimalArray(fills.map((f) => f.makerFee)),
  decimalArray(fills.map((f) => f.takerFee)),
  plainArray(fills.map((f) => f.house)),
];

function lastColumns({ fills }: Batch): string[] {
  const lasts = [...new Map(fills.map((fill) => [fill.marketId, fill])).values()];
  return [
    plainArray(lasts.map((f) => f.marketId)),
    decimalArray(lasts.map((f) => f.price)),
    plainArray(lasts.map((f) => f.id)),
  ];
}

function changedColumns({ changed }: Batch): string[] {
  const rows = [...changed.values()];
  return [
    plainArray(rows.map((c) => c.id)),
    decimalArray(rows.map((c) => c.filled)),
    decimalArray(rows.map((c) => c.filledQuote)),
    decimalArray(rows.map((c) => c.fee)),
    decimalArray(rows.map((c) => c.held)),
    plainArray(rows.map((c) => c.status)),
    plainArray(rows.map((c) => c.reason)),
    plainArray(rows.map((c) => c.place)),
    decimalArray(rows.map((c) => c.quantity)),
    plainArray(rows.map((c) => c.priority)),
    plainArray(rows.map((c) => c.firstFill)),
    plainArray(rows.map((c) => c.lastFill)),
  ];
}
