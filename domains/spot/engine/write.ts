import type { OrderId } from '@karat/contract';
import { errorCode } from '@karat/platform/db';
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

/** One table's share of a batch: its statement, with `$n` for its first column's place, and its columns. */
interface Share {
  readonly name: string;
  /** The statement; `next` gives the place of the next column, cast to a type of PostgreSQL. */
  readonly text: (next: (type: string) => string) => string;
  readonly columns: (batch: Batch, told: ReadonlySet<OrderId>) => readonly string[];
  readonly wanted: (batch: Batch) => boolean;
}

const LEASE = `lease as (
  update spot_engine set batch = $1, order_id = $2, fill_id = $3, expires_at = now() + $4 * interval '1 ms'
  where fence = $5 returning 1
)`;
const AT = 'to_timestamp($6::float8 / 1000)';

const rowsOf = (next: (type: string) => string, types: readonly string[]): string =>
  `unnest(${types.map((type) => next(`${type}[]`)).join(', ')})`;

// Rows to change are found one by one first: a join by id, planned while the table was empty, walks all of it for good.
const SHARES: readonly Share[] = [
  {
    name: 'placed',
    text: (next) => `placed as (
  insert into spot_orders (${COLUMNS}, created_at, updated_at) select *, ${AT}, ${AT} from ${rowsOf(next, [
    ...[
      'bigint',
      'bigint',
      'int',
      'text',
      'smallint',
      'text',
      'text',
      'boolean',
      'numeric',
      'numeric',
      'bigint',
    ],
    ...['numeric', 'numeric', 'numeric', 'numeric', 'numeric', 'numeric', 'smallint', 'text', 'smallint'],
    ...['bigint', 'bigint', 'bigint'],
  ])}
)`,
    columns: placedColumns,
    wanted: ({ placed }) => placed.size > 0,
  },
  {
    name: 'kept',
    text: (next) => `kept as (
  insert into spot_client_keys (user_id, client_key, input, order_id)
  select * from ${rowsOf(next, ['bigint', 'text', 'text', 'bigint'])}
)`,
    columns: keyColumns,
    wanted: ({ keys }) => keys.length > 0,
  },
  {
    name: 'traded',
    text: (next) => `traded as (
  insert into spot_fills (id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user, taker_user,
    maker_fee, taker_fee, house, at)
  select *, ${AT} from ${rowsOf(next, [
    ...['bigint', 'int', 'numeric', 'numeric', 'numeric', 'smallint', 'bigint', 'bigint', 'bigint', 'bigint'],
    ...['numeric', 'numeric', 'boolean'],
  ])}
), lasts as (
  insert into spot_last_trades (market_id, price, fill_id) select * from ${rowsOf(next, ['int', 'numeric', 'bigint'])}
  on conflict (market_id) do update set price = excluded.price, fill_id = excluded.fill_id
)`,
    columns: (batch) => [...fillColumns(batch), ...lastColumns(batch)],
    wanted: ({ fills }) => fills.length > 0,
  },
  {
    name: 'changed',
    text: (next) => `moved as materialized (
  select c.*, (select o.ctid from spot_orders o where o.id = c.id) as row
  from ${rowsOf(next, [
    ...[
      'bigint',
      'boolean',
      'numeric',
      'numeric',
      'numeric',
      'numeric',
      'smallint',
      'text',
      'smallint',
      'numeric',
    ],
    ...['bigint', 'bigint', 'bigint'],
  ])} as c (id, told, filled, filled_quote, fee, held, status, reason, place, quantity, priority, first_fill, last_fill)
), changed as (
  update spot_orders o set
    filled = o.filled + c.filled, filled_quote = o.filled_quote + c.filled_quote, fee = o.fee + c.fee,
    held = o.held + c.held, status = coalesce(c.status, o.status), reason = coalesce(c.reason, o.reason),
    place = coalesce(c.place, o.place), quantity = coalesce(c.quantity, o.quantity),
    priority = coalesce(c.priority, o.priority), first_fill = coalesce(o.first_fill, c.first_fill),
    last_fill = coalesce(c.last_fill, o.last_fill), updated_at = ${AT}
  from moved c where o.ctid = c.row
  returning c.told, o.*
)`,
    columns: changedColumns,
    wanted: ({ changed }) => changed.size > 0,
  },
];

interface Statement {
  readonly name: string;
  readonly text: string;
}
const statements = new Map<string, Statement>();

/** One statement for all that a batch does to orders: a round trip for each table would cost more than the rows. */
function statementOf(shares: readonly Share[]): Statement {
  const name = ['spot', ...shares.map((share) => share.name)].join('_');
  const known = statements.get(name);
  if (known) return known;
  // After the six figures of the batch and how many rows it has to change.
  let place = 7;
  const next = (type: string): string => `$${++place}::${type}`;
  const parts = [LEASE, ...shares.map((share) => share.text(next))].join(', ');
  const changes = name.includes('changed');
  const checked = `select spot_check_written((select count(*) from lease), ${
    changes ? '(select count(*) from changed)' : '0'
  }, $7)::text as checked`;
  const text = changes
    ? `with ${parts} select c.checked, changed.* from (${checked}) c left join changed on changed.told`
    : `with ${parts} ${checked}`;
  const statement = { name, text };
  statements.set(name, statement);
  return statement;
}

/** A batch on its way to its rows. */
export interface Writing {
  readonly lease: Lease;
  readonly number: number;
  readonly batch: Batch;
  /** Orders that were there before and whose rows are wanted. */
  readonly told: ReadonlySet<OrderId>;
}

const LEASE_LOST = 'KS001';

/**
 * Writes a batch's orders, client keys and fills; answers the wanted rows of orders that were there before. Whatever must not
 * be is an error of the statement, so that it may travel with the commit: Deposed when the lease is another's by now.
 */
export async function writeBatch(tx: Tx, writing: Writing): Promise<Map<number, Order>> {
  const { lease, number, batch, told } = writing;
  const shares = SHARES.filter((share) => share.wanted(batch));
  const { name, text } = statementOf(shares);
  const values = [
    ...[number, batch.ids.order, batch.ids.fill, lease.leaseMs, lease.fence, batch.at, batch.changed.size],
    ...shares.flatMap((share) => share.columns(batch, told)),
  ];
  try {
    const rows = await tx.prepared<OrderRow | { readonly id: null }>(name, text, values);
    const orders = new Map<number, Order>();
    for (const row of rows) if (typeof row.id === 'number') orders.set(row.id, toOrder(row));
    return orders;
  } catch (error) {
    throw errorCode(error) === LEASE_LOST ? new Deposed('the lease is held by another engine') : error;
  }
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

function keyColumns({ keys }: Batch): string[] {
  return [
    plainArray(keys.map((k) => k.userId)),
    textArray(keys.map((k) => k.key)),
    textArray(keys.map((k) => k.input)),
    plainArray(keys.map((k) => k.orderId)),
  ];
}

function fillColumns({ fills }: Batch): string[] {
  return [
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
}

function lastColumns({ fills }: Batch): string[] {
  const lasts = [...new Map(fills.map((fill) => [fill.marketId, fill])).values()];
  return [
    plainArray(lasts.map((f) => f.marketId)),
    decimalArray(lasts.map((f) => f.price)),
    plainArray(lasts.map((f) => f.id)),
  ];
}

function changedColumns({ changed }: Batch, told: ReadonlySet<OrderId>): string[] {
  const rows = [...changed.values()];
  return [
    plainArray(rows.map((c) => c.id)),
    plainArray(rows.map((c) => told.has(c.id))),
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
