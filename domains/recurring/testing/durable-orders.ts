import { orderId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Order, PlaceInput } from '@karat/domains/spot';
import { OrderLocation, Status } from '@karat/domains/spot';
import { ZERO, amount, format } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Database, Queries } from '@karat/platform/db';
import type { OrderPort } from '../deps.ts';
import { BTC_USDT } from './fixture.ts';

/** Creates the table of `durableOrders`. */
export const createOrders = (db: Database): Promise<number> =>
  db.run(sql`create table test_orders (
    id bigint generated always as identity primary key, user_id bigint, key text, amount numeric, unique (user_id, key))`);

const orderOf = (id: number, user: UserId, input: PlaceInput, spent: string): Order => ({
  id: orderId(id),
  userId: user,
  marketId: input.marketId,
  clientKey: input.clientKey ?? null,
  side: 'buy',
  orderType: 'market',
  timeInForce: 'IOC',
  postOnly: false,
  price: null,
  stopPrice: null,
  pairId: null,
  quantity: null,
  quoteBudget: amount(spent),
  filled: amount(spent),
  filledQuote: amount(spent),
  fee: ZERO,
  held: ZERO,
  status: Status.Complete,
  reason: null,
  place: OrderLocation.Ended,
  priority: id,
  firstFill: null,
  lastFill: null,
  createdAt: 0,
  updatedAt: 0,
});

/** An engine that fills every order at 1 and, as the real one, is durable and knows repeated keys; its lease needs no waiting. */
export function durableOrders(db: Database): OrderPort {
  const find = async (
    queries: Queries,
    user: UserId,
    key: string,
  ): Promise<{ id: number; amount: string } | undefined> =>
    queries.maybe<{ id: number; amount: string }>(
      sql`select id, amount from test_orders where user_id = ${user} and key = ${key}`,
    );
  return {
    async place(user, input) {
      const key = input.clientKey ?? '';
      await db.run(sql`insert into test_orders (user_id, key, amount)
        values (${user}, ${key}, ${format(input.quoteAmount ?? ZERO)}) on conflict do nothing`);
      const row = await find(db, user, key);
      if (!row) throw new Error('no order');
      return orderOf(row.id, user, input, row.amount);
    },
    async find(queries, user, clientKey) {
      const row = await find(queries, user, clientKey);
      const input = { marketId: BTC_USDT, side: 'buy', orderType: 'market', clientKey } as const;
      return row && orderOf(row.id, user, input, row.amount);
    },
  };
}
