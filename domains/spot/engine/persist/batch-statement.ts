import type { OrderId } from '@karat/contract';
import { binaryRows } from '@karat/platform/db';
import type { BinaryRows, RowCells, Session, StatementPart } from '@karat/platform/db';
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
  readonly values: (batch: BatchState, requested: ReadonlySet<OrderId>) => BinaryRows;
  readonly wanted: (batch: BatchState, requested: ReadonlySet<OrderId>) => boolean;
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
    values: ({ placed }) => binaryRows('spot_order_placed', placed.values(), placedCells),
    wanted: ({ placed }) => placed.size > 0,
  },
  {
    name: 'kept',
    text: (next) => `kept as (
  insert into spot_client_keys (user_id, client_key, input, order_id)
  select user_id, client_key, input, order_id from unnest(${next()}::spot_client_keys[])
)`,
    values: ({ clientIds }) => binaryRows('spot_client_keys', clientIds, keyCells),
    wanted: ({ clientIds }) => clientIds.length > 0,
  },
  {
    name: 'traded',
    text: (next) => `traded as (
  insert into spot_fills (${FILL_COLUMNS}, at) select ${FILL_COLUMNS}, ${AT} from unnest(${next()}::spot_fill_traded[])
)`,
    values: ({ fills }) => binaryRows('spot_fill_traded', fills, fillCells),
    wanted: ({ fills }) => fills.length > 0,
  },
  // Whole rows are returned only if one is requested: reading and keeping all of them would cost as much as an index entry.
  changes('changed', '1', (requested) => requested === 0),
  changes('returned', 'c.requested, o.*', (requested) => requested > 0),
];

function changes(name: string, returned: string, wanted: (requested: number) => boolean): Share {
  return {
    name,
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
  returning ${returned}
)`,
    values: ({ changed }, requested) =>
      binaryRows('spot_order_changed', changed.values(), (row, to) =>
        changedCells(row, requested.has(row.id), to),
      ),
    wanted: ({ changed }, requested) => changed.size > 0 && wanted(requested.size),
  };
}

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
  const has = (part: string): boolean => shares.some((share) => share.name === part);
  const changed = has('changed') || has('returned') ? '(select count(*) from changed)' : '0';
  const checks = [`spot_check_written((select count(*) from lease), ${changed}, $7)::text as checked`];
  if (money) {
    const { tables, checked } = money.text((n) => `$${place + n}`);
    ctes.push(tables);
    checks.push(`${checked}::text as settled`);
  }
  const sound = `select ${checks.join(', ')}`;
  const rows = has('returned')
    ? `select c.*, changed.* from (${sound}) c left join changed on changed.requested`
    : sound;
  const statement = { name, text: `with ${ctes.join(', ')} ${rows}` };
  statements.set(name, statement);
  return statement;
}

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
  const shares = SHARES.filter((share) => share.wanted(batch, requested));
  const { name, text } = statementOf(shares, money);
  const values = [
    number,
    batch.ids.order,
    batch.ids.fill,
    lease.leaseMs,
    lease.fence,
    batch.at,
    batch.changed.size,
    ...shares.map((share) => share.values(batch, requested)),
    ...(money?.values ?? []),
  ];
  const rows = await to.prepared<Row>(name, text, values);
  const orders = new Map<number, Order>();
  for (const row of rows) if (typeof row.id === 'number') orders.set(row.id, toOrder(row));
  return orders;
}

function placedCells(o: PlacedOrder, to: RowCells): void {
  to.int8(o.id);
  to.int8(o.userId);
  to.int4(o.marketId);
  to.text(o.clientKey);
  to.int2(sideNumber(o.side));
  to.text(o.orderType);
  to.text(o.timeInForce);
  to.bool(o.postOnly);
  to.decimal(o.price);
  to.decimal(o.stopPrice);
  to.int8(o.pairId);
  to.decimal(o.quantity);
  to.decimal(o.quoteBudget);
  to.decimal(o.filled);
  to.decimal(o.filledQuote);
  to.decimal(o.fee);
  to.decimal(o.held);
  to.int2(o.status);
  to.text(o.reason);
  to.int2(o.place);
  to.int8(o.priority);
  to.int8(o.firstFill);
  to.int8(o.lastFill);
}

function keyCells(k: StoredClientId, to: RowCells): void {
  to.int8(k.userId);
  to.text(k.key);
  to.text(k.input);
  to.int8(k.orderId);
}

function fillCells(f: Fill, to: RowCells): void {
  to.int8(f.id);
  to.int4(f.marketId);
  to.decimal(f.price);
  to.decimal(f.quantity);
  to.decimal(f.quote);
  to.int2(sideNumber(f.takerSide));
  to.int8(f.makerOrder);
  to.int8(f.takerOrder);
  to.int8(f.makerUser);
  to.int8(f.takerUser);
  to.decimal(f.makerFee);
  to.decimal(f.takerFee);
  to.bool(f.house);
}

function changedCells(c: ChangedOrder, requested: boolean, to: RowCells): void {
  to.int8(c.id);
  to.bool(requested);
  to.decimal(c.filled);
  to.decimal(c.filledQuote);
  to.decimal(c.fee);
  to.decimal(c.held);
  to.int2(c.status);
  to.text(c.reason);
  to.int2(c.place);
  to.decimal(c.quantity);
  to.int8(c.priority);
  to.int8(c.firstFill);
  to.int8(c.lastFill);
}
