import type { OrderId } from '@karat/contract';
import { cell, decimalCell, rowArray, textCell } from '@karat/platform/db';
import type { Session, StatementPart } from '@karat/platform/db';
import { sideNumber, toOrder } from '../../order-row.ts';
import type { OrderRow } from '../../order-row.ts';
import type { Fill, Order } from '../../types.ts';
import type { BatchState, StoredClientId } from '../decide/batch-state.ts';
import type { Lease } from '../recovery/lease.ts';
import type { ChangedOrder, PlacedOrder } from '../decide/order-progress.ts';

const COLUMNS = `id, user_id, market_id, client_key, side, order_type, time_in_force, post_only, price, stop_price, pair_id,
  quantity, quote_budget, filled, filled_quote, fee, held, status, reason, place, priority, first_fill, last_fill`;
const FILL_COLUMNS = `id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user, taker_user,
  maker_fee, taker_fee, house`;

/** One table's part of the batch statement, and its rows. */
interface Share {
  readonly name: string;
  /** `next` returns the number of the part's next parameter. */
  readonly text: (next: () => string) => string;
  readonly values: (batch: BatchState, requested: ReadonlySet<OrderId>) => readonly string[];
  readonly wanted: (batch: BatchState) => boolean;
}

const LEASE = `lease as (
  update spot_engine set batch = $1, order_id = $2, fill_id = $3, expires_at = now() + $4 * interval '1 ms'
  where fence = $5 and batch = $1 - 1 returning 1
)`;
const AT = 'to_timestamp($6::float8 / 1000)';

// Rows are passed as arrays of row types, one per table: an array per column would cost more than the rows. Rows to
// update are first looked up one by one: a join by id, planned while the table was empty, scans all of it permanently.
const SHARES: readonly Share[] = [
  {
    name: 'placed',
    text: (next) => `placed as (
  insert into spot_orders (${COLUMNS}, created_at, updated_at)
  select ${COLUMNS}, ${AT}, ${AT} from unnest(${next()}::spot_order_placed[])
)`,
    values: ({ placed }) => [rowArray(placed.values(), placedRow)],
    wanted: ({ placed }) => placed.size > 0,
  },
  {
    name: 'kept',
    text: (next) => `kept as (
  insert into spot_client_keys (user_id, client_key, input, order_id)
  select user_id, client_key, input, order_id from unnest(${next()}::spot_client_keys[])
)`,
    values: ({ clientIds }) => [rowArray(clientIds, keyRow)],
    wanted: ({ clientIds }) => clientIds.length > 0,
  },
  {
    name: 'traded',
    text: (next) => `traded as (
  insert into spot_fills (${FILL_COLUMNS}, at) select ${FILL_COLUMNS}, ${AT} from unnest(${next()}::spot_fill_traded[])
)`,
    values: ({ fills }) => [rowArray(fills, fillRow)],
    wanted: ({ fills }) => fills.length > 0,
  },
  {
    name: 'changed',
    text: (next) => `moved as materialized (
  select c.*, (select o.ctid from spot_orders o where o.id = c.id) as row from unnest(${next()}::spot_order_changed[]) c
), changed as (
  update spot_orders o set
    filled = o.filled + c.filled, filled_quote = o.filled_quote + c.filled_quote, fee = o.fee + c.fee,
    held = o.held + c.held, status = coalesce(c.status, o.status), reason = coalesce(c.reason, o.reason),
    place = coalesce(c.place, o.place), quantity = coalesce(c.quantity, o.quantity),
    priority = coalesce(c.priority, o.priority), first_fill = coalesce(o.first_fill, c.first_fill),
    last_fill = coalesce(c.last_fill, o.last_fill), updated_at = ${AT}
  from moved c where o.ctid = c.row
  returning c.requested, o.*
)`,
    values: ({ changed }, requested) => [
      rowArray(changed.values(), (row) => changedRow(row, requested.has(row.id))),
    ],
    wanted: ({ changed }) => changed.size > 0,
  },
];

interface Statement {
  readonly name: string;
  readonly text: string;
}
const statements = new Map<string, Statement>();

/**
 * One statement for all order changes of a batch, and for its money if included: a round trip per table would cost
 * more than the rows.
 */
function statementOf(shares: readonly Share[], money: StatementPart | undefined): Statement {
  const name = ['spot', ...shares.map((share) => share.name), ...(money ? [money.name] : [])].join('_');
  const known = statements.get(name);
  if (known) return known;
  // After the six figures of the batch and its number of rows to change.
  let place = 7;
  const next = (): string => `$${++place}`;
  const ctes = [LEASE, ...shares.map((share) => share.text(next))];
  const changes = shares.some((share) => share.name === 'changed');
  const checks = [
    `spot_check_written((select count(*) from lease), ${changes ? CHANGED : '0'}, $7)::text as checked`,
  ];
  if (money) {
    const { tables, checked } = money.text((n) => `$${place + n}`);
    ctes.push(tables);
    checks.push(`${checked}::text as settled`);
  }
  const sound = `select ${checks.join(', ')}`;
  const rows = changes
    ? `select c.*, changed.* from (${sound}) c left join changed on changed.requested`
    : sound;
  const statement = { name, text: `with ${ctes.join(', ')} ${rows}` };
  statements.set(name, statement);
  return statement;
}
const CHANGED = '(select count(*) from changed)';

/** A batch about to be written. */
export interface BatchWrite {
  readonly lease: Lease;
  readonly number: number;
  readonly batch: BatchState;
  /** Earlier orders whose rows are requested. */
  readonly requested: ReadonlySet<OrderId>;
}

type Row = OrderRow | { readonly id: null };

/**
 * Writes a batch's orders, client keys and fills, with its money if included; returns the requested rows of earlier
 * orders. A lost lease or a missing earlier batch is an error of the statement, so that it may be the whole
 * transaction or travel with its commit.
 */
export async function writeBatch(
  to: Pick<Session, 'prepared'>,
  { lease, number, batch, requested }: BatchWrite,
  money?: StatementPart,
): Promise<Map<number, Order>> {
  const shares = SHARES.filter((share) => share.wanted(batch));
  const { name, text } = statementOf(shares, money);
  const values = [
    number,
    batch.ids.order,
    batch.ids.fill,
    lease.leaseMs,
    lease.fence,
    batch.at,
    batch.changed.size,
    ...shares.flatMap((share) => share.values(batch, requested)),
    ...(money?.values ?? []),
  ];
  const rows = await to.prepared<Row>(name, text, values);
  const orders = new Map<number, Order>();
  for (const row of rows) if (typeof row.id === 'number') orders.set(row.id, toOrder(row));
  return orders;
}

const placedRow = (o: PlacedOrder): string =>
  [
    o.id,
    o.userId,
    o.marketId,
    textCell(o.clientKey),
    sideNumber(o.side),
    o.orderType,
    o.timeInForce,
    o.postOnly,
    decimalCell(o.price),
    decimalCell(o.stopPrice),
    cell(o.pairId),
    decimalCell(o.quantity),
    decimalCell(o.quoteBudget),
    decimalCell(o.filled),
    decimalCell(o.filledQuote),
    decimalCell(o.fee),
    decimalCell(o.held),
    o.status,
    cell(o.reason),
    o.place,
    o.priority,
    cell(o.firstFill),
    cell(o.lastFill),
  ].join(',');

const keyRow = (k: StoredClientId): string =>
  `${k.userId},${textCell(k.key)},${textCell(k.input)},${k.orderId}`;

const fillRow = (f: Fill): string =>
  `${f.id},${f.marketId},${decimalCell(f.price)},${decimalCell(f.quantity)},${decimalCell(f.quote)},` +
  `${sideNumber(f.takerSide)},${f.makerOrder},${f.takerOrder},${f.makerUser},${f.takerUser},` +
  `${decimalCell(f.makerFee)},${decimalCell(f.takerFee)},${f.house}`;

const changedRow = (c: ChangedOrder, requested: boolean): string =>
  `${c.id},${requested},${decimalCell(c.filled)},${decimalCell(c.filledQuote)},${decimalCell(c.fee)},${decimalCell(c.held)},` +
  `${cell(c.status)},${cell(c.reason)},${cell(c.place)},${decimalCell(c.quantity)},${cell(c.priority)},` +
  `${cell(c.firstFill)},${cell(c.lastFill)}`;
