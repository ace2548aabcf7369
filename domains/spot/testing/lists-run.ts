/**
 * How long each page of a user's orders and fills takes when the user has very many, beside as many of others, on a durable
 * database. `npm run bench -- spot-lists [orders]`
 */
import { marketId, orderId, userId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { openBenchDatabase } from '@karat/testkit';
import { readFills, readOrders } from '../store.ts';
import type { FillFilter, OrderFilter, Window } from '../store.ts';

const ORDERS = Number(process.argv[2] ?? 1_000_000);
const OPEN = 200;
const USER = userId(100_001);
const REPEATS = 15;
const PAGE = 20;

/** One of two orders is the user's; one of three ended ones was cancelled, the others were filled once in ten markets. */
async function fillTables(db: Database): Promise<void> {
  const count = 2 * ORDERS;
  await db.run(sql`
    insert into spot_orders (id, user_id, market_id, side, order_type, time_in_force, post_only, price, quantity, filled, filled_quote,
      fee, held, status, reason, place, priority, first_fill, last_fill, created_at, updated_at)
    select id, ${USER} + id % 2, 1 + id / 2 % 10, 1 + id / 2 % 2, 'limit', 'GTC', false, 100, 1, filled, filled * 100, 0,
      case when open then 100 else 0 end, case when open then 1 when filled = 0 then 3 else 2 end, null,
      case when open then 1 else 0 end, id, case when filled > 0 then id end, case when filled > 0 then id end, to_timestamp(1700000000 + id), to_timestamp(1700000000 + id)
    from (
      select id, id > ${count - 2 * OPEN} as open, case when id > ${count - 2 * OPEN} or id % 3 = 0 then 0 else 1 end as filled
      from generate_series(1, ${count}::bigint) as id
    ) made`);
  await db.run(sql`
    insert into spot_fills (id, market_id, price, quantity, quote, taker_side, maker_order, taker_order, maker_user, taker_user,
      maker_fee, taker_fee, house, at)
    select id, 1 + id / 2 % 10, 100, 1, 100, 1, id, id, ${USER} + id % 2, ${USER} + 1 - id % 2, 0, 0, false, to_timestamp(1700000000 + id)
    from generate_series(1, ${ORDERS}::bigint) as id`);
  await db.run(sql`vacuum (analyze) spot_orders`);
  await db.run(sql`vacuum (analyze) spot_fills`);
}

const ALL: OrderFilter = { userId: USER, open: undefined, status: undefined, marketIds: undefined };
const FILLS: FillFilter = { userId: USER, marketIds: undefined, orderId: undefined };
const page = (number: number): Window => ({ skip: (number - 1) * PAGE, limit: PAGE });

const LISTS: Readonly<Record<string, (db: Database) => Promise<{ rows: unknown[]; total: number }>>> = {
  'orders, page 1': (db) => readOrders(db, ALL, page(1)),
  'orders, page 500': (db) => readOrders(db, ALL, page(500)),
  'open orders': (db) => readOrders(db, { ...ALL, open: true }, page(1)),
  'open orders of a market': (db) =>
    readOrders(db, { ...ALL, open: true, marketIds: [marketId(3)] }, page(1)),
  'ended orders, page 1': (db) => readOrders(db, { ...ALL, open: false }, page(1)),
  'ended orders of a market': (db) =>
    readOrders(db, { ...ALL, open: false, marketIds: [marketId(3)] }, page(1)),
  'ended orders of an unused market': (db) =>
    readOrders(db, { ...ALL, open: false, marketIds: [marketId(99)] }, page(1)),
  'cancelled orders': (db) => readOrders(db, { ...ALL, status: 3 }, page(1)),
  'cancelled orders of a market': (db) =>
    readOrders(db, { ...ALL, status: 3, marketIds: [marketId(3)] }, page(1)),
  'expired orders, of which there are none': (db) => readOrders(db, { ...ALL, status: 5 }, page(1)),
  'orders of ten markets': (db) =>
    readOrders(db, { ...ALL, marketIds: Array.from({ length: 10 }, (_, at) => marketId(1 + at)) }, page(1)),
  'fills, page 1': (db) => readFills(db, FILLS, page(1)),
  'fills, page 500': (db) => readFills(db, FILLS, page(500)),
  'fills of a market': (db) => readFills(db, { ...FILLS, marketIds: [marketId(3)] }, page(1)),
  'fills of an unused market': (db) => readFills(db, { ...FILLS, marketIds: [marketId(99)] }, page(1)),
  'fills of an order': (db) => readFills(db, { ...FILLS, orderId: orderId(10) }, page(1)),
};

await using opened = await openBenchDatabase({ statementTimeoutMs: 600_000 });
const { db } = opened;
await fillTables(db);
for (const [name, read] of Object.entries(LISTS)) {
  await read(db);
  const taken: number[] = [];
  let found = { rows: 0, total: 0 };
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const started = performance.now();
    const { rows, total } = await read(db);
    taken.push(performance.now() - started);
    found = { rows: rows.length, total };
  }
  taken.sort((a, b) => a - b);
  const median = taken[Math.floor(REPEATS / 2)] ?? 0;
  process.stdout.write(
    `${name.padEnd(42)} ${median.toFixed(1).padStart(7)} ms, longest ${(taken.at(-1) ?? 0).toFixed(1)}  (${found.rows} of ${found.total})\n`,
  );
}
