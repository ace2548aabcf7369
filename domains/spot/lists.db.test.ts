import { marketId, orderId, userId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFills, readOrders, usersWithOrders } from './store.ts';
import type { OrderFilter, Window } from './store.ts';
import type { Order, Status } from './types.ts';

const ORDERS = 600;
const USER = userId(100_001);
const MANY = userId(100_003);
const MANY_ORDERS = 10_100;

let database: TestDatabase;
/** Orders of two users in six markets, in all five states, and those of a third one, which are more than are counted. */
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.run(sql`
    insert into spot_orders (id, user_id, market_id, side, order_type, time_in_force, post_only, price, quantity, filled, filled_quote,
      fee, held, status, place, priority, first_fill, last_fill, created_at, updated_at)
    select id, case when id > ${ORDERS} then ${MANY} else ${USER} + id % 2 end, 1 + id / 2 % 6, 1, 'limit', 'GTC', false, 100, 2, 1, 100, 0,
      case when status in (1, 4) then 100 else 0 end, status, case when status in (1, 4) then 1 else 0 end, id, id * 2, id * 2 + 1,
      to_timestamp(id), to_timestamp(id)
    from (
      select id, case when id > ${ORDERS} then 2 else 1 + id / 12 % 5 end as status
      from generate_series(1, ${ORDERS + MANY_ORDERS}::bigint) as id
    ) made`);
  // Two fills of each of the first orders: one as the maker, one as the taker.
  await database.db.run(sql`
    insert into spot_fills (id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user, taker_user,
      maker_fee, taker_fee, house, at)
    select o.id * 2 + n, o.market_id, 100, 1, 100, 1, o.id, o.id, case n when 0 then o.user_id else 7 end,
      case n when 0 then 7 else o.user_id end, 0, 0, false, o.created_at
    from spot_orders o, generate_series(0, 1) as n where o.id <= ${ORDERS}`);
});
afterAll(() => database.drop());

const ALL: OrderFilter = { userId: USER, open: undefined, status: undefined, marketIds: undefined };
const idsOf = ({ rows }: { rows: readonly { readonly id: number }[] }): number[] => rows.map(({ id }) => id);

test('every filter of orders finds what reading all of them finds, newest first, on every page', async () => {
  const { db } = database;
  const { rows: own } = await readOrders(db, ALL, { skip: 0, limit: ORDERS });
  expect(own).toHaveLength(ORDERS / 2);
  const isOpen = ({ status }: Order): boolean => status === 1 || status === 4;
  const statuses: (Status | undefined)[] = [undefined, 1, 2, 3, 4, 5];
  const markets = [undefined, [2], [1, 4], [1, 2, 3, 4, 5, 6], [99]];
  for (const open of [undefined, true, false]) {
    for (const status of statuses) {
      for (const ids of markets) {
        const wanted = own.filter(
          (order) =>
            (open ?? isOpen(order)) === isOpen(order) &&
            (status ?? order.status) === order.status &&
            (ids?.includes(order.marketId) ?? true),
        );
        const filter: OrderFilter = { userId: USER, open, status, marketIds: ids?.map(marketId) };
        for (const skip of [0, 7, 295]) {
          const page: Window = { skip, limit: 7 };
          const found = await readOrders(db, filter, page);
          expect(found.total).toBe(wanted.length);
          expect(idsOf(found)).toEqual(idsOf({ rows: wanted.slice(skip, skip + 7) }));
        }
      }
    }
  }
});

test('a long list is counted to 10,000, and further as far as its pages are read', async () => {
  const { db } = database;
  const total = async (skip: number) =>
    (await readOrders(db, { ...ALL, userId: MANY }, { skip, limit: 20 })).total;
  expect(await total(0)).toBe(10_000);
  expect(await total(9_980)).toBe(10_020);
  expect(await total(10_080)).toBe(MANY_ORDERS);
  const last = await readOrders(db, { ...ALL, userId: MANY }, { skip: 10_080, limit: 20 });
  expect(idsOf(last)).toEqual(Array.from({ length: 20 }, (_, at) => ORDERS + 20 - at));
});

test('fills are found on either side, by market and by order, and never those of another user', async () => {
  const { db } = database;
  const page: Window = { skip: 0, limit: 2 * ORDERS };
  const every = await readFills(db, { userId: USER, marketIds: undefined, orderId: undefined }, page);
  expect(every.total).toBe(ORDERS);
  expect(idsOf(every)).toEqual(idsOf(every).toSorted((a, b) => b - a));
  const some = await readFills(db, { userId: USER, marketIds: [marketId(2)], orderId: undefined }, page);
  expect(idsOf(some)).toEqual(idsOf({ rows: every.rows.filter((fill) => fill.marketId === 2) }));
  const own = orderId(14);
  const ofOrder = await readFills(db, { userId: USER, marketIds: undefined, orderId: own }, page);
  expect(idsOf(ofOrder)).toEqual([29, 28]);
  const elsewhere = await readFills(db, { userId: USER, marketIds: [marketId(1)], orderId: own }, page);
  expect(elsewhere).toEqual({ rows: [], total: 0 });
  const foreign = await readFills(db, { userId: USER, marketIds: undefined, orderId: orderId(15) }, page);
  expect(foreign).toEqual({ rows: [], total: 0 });
});

test('users with orders of a market are those with an open one in it, each once, in ascending order', async () => {
  const { db } = database;
  expect(await usersWithOrders(db, marketId(2))).toEqual([USER, userId(USER + 1)]);
  expect(await usersWithOrders(db, marketId(99))).toEqual([]);
  const close = db.transact(async (tx) => {
    await tx.run(
      sql`update spot_orders set place = 0, status = 3, held = 0 where user_id = ${USER} and market_id = 2`,
    );
    const users = await usersWithOrders(tx, marketId(2));
    const others = await usersWithOrders(tx, marketId(3));
    throw Object.assign(new Error('undone'), { users, others });
  });
  await expect(close).rejects.toMatchObject({ users: [USER + 1], others: [USER, USER + 1] });
});
