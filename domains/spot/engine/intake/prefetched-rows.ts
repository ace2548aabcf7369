import { orderId } from '@karat/contract';
import type { OrderId, UserId } from '@karat/contract';
import { ZERO, amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { plainArray, textArray } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { PlaceInput } from '../../types.ts';
import { placedInput } from './commands.ts';
import type { Command, UsedClientId } from './commands.ts';

/** Rows that the decisions of a batch need besides balances. */
export interface PrefetchedRows {
  /** Client keys in use, by user and key. */
  readonly clientIds: Map<string, UsedClientId>;
  /** Open orders of users with a cancel-all command. */
  readonly openOrders: Map<UserId, OrderId[]>;
  /** Traded quantities of orders to be amended. */
  readonly filled: Map<OrderId, Amount>;
}

export const emptyPrefetch = (): PrefetchedRows => ({
  clientIds: new Map(),
  openOrders: new Map(),
  filled: new Map(),
});

export const clientIdKey = (userId: UserId, key: string): string => `${userId} ${key}`;

/** The whole request in one canonical text, which identifies a client key's input. */
export const canonicalInput = (input: PlaceInput): string =>
  [
    input.marketId,
    input.side,
    input.orderType,
    input.timeInForce ?? '',
    input.postOnly === true ? 'post' : '',
    input.price ?? '',
    input.stopPrice ?? '',
    input.quantity ?? '',
    input.quoteAmount ?? '',
    // Absent from stored texts of orders without it.
    ...(input.slippage === undefined ? [] : [input.slippage]),
  ].join('|');

const CLIENT_IDS_SQL = `
select user_id, k.client_key, input, order_id from spot_client_keys k
join unnest($1::bigint[], $2::text[]) as asked (user_id, client_key) using (user_id, client_key)`;
const OPEN_ORDERS_SQL = `select user_id, id from spot_orders where user_id = any($1::bigint[]) and place <> 0 order by id`;
const FILLED_SQL = `select id, filled from spot_orders where id = any($1::bigint[])`;

interface RowRequest {
  readonly users: UserId[];
  readonly keys: string[];
  readonly cancelling: UserId[];
  readonly amended: OrderId[];
}

function rowsNeededBy(commands: readonly Command[]): RowRequest {
  const wanted: RowRequest = { users: [], keys: [], cancelling: [], amended: [] };
  for (const command of commands) {
    if (command.kind === 'cancel_all') wanted.cancelling.push(command.userId);
    if (command.kind === 'amend' || command.kind === 'replace') wanted.amended.push(command.id);
    const clientKey = placedInput(command)?.clientKey;
    if (clientKey === undefined || command.kind === 'open') continue;
    wanted.users.push(command.userId);
    wanted.keys.push(clientKey);
  }
  return wanted;
}

/** Reads the rows that the commands need; without need, no query runs. */
export async function prefetchRows(queries: Queries, commands: readonly Command[]): Promise<PrefetchedRows> {
  const wanted = rowsNeededBy(commands);
  const { clientIds, openOrders, filled } = emptyPrefetch();
  if (wanted.keys.length > 0) {
    type Row = { user_id: UserId; client_key: string; input: string; order_id: number };
    const values = [plainArray(wanted.users), textArray(wanted.keys)];
    for (const row of await queries.prepared<Row>('spot_keys', CLIENT_IDS_SQL, values)) {
      clientIds.set(clientIdKey(row.user_id, row.client_key), {
        input: row.input,
        id: orderId(row.order_id),
      });
    }
  }
  if (wanted.cancelling.length > 0) {
    type Row = { user_id: UserId; id: number };
    for (const row of await queries.prepared<Row>('spot_open', OPEN_ORDERS_SQL, [
      plainArray(wanted.cancelling),
    ])) {
      const ids = openOrders.get(row.user_id);
      if (ids) ids.push(orderId(row.id));
      else openOrders.set(row.user_id, [orderId(row.id)]);
    }
  }
  if (wanted.amended.length > 0) {
    type Row = { id: number; filled: string };
    for (const row of await queries.prepared<Row>('spot_filled', FILLED_SQL, [plainArray(wanted.amended)])) {
      filled.set(orderId(row.id), row.filled === '0' ? ZERO : amount(row.filled));
    }
  }
  return { clientIds, openOrders, filled };
}
