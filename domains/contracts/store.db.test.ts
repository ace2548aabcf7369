import { userId } from '@karat/contract';
import { amount, format } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filledPositions, openUntil, openedSince, openingPrices } from './copying-records.ts';
import { closedPage, makeOwn, openAmong } from './copying-store.ts';
import {
  forgetReplies,
  payments,
  readFills,
  readLive,
  readLiveOf,
  readMarginChanges,
  readPage,
  readPosition,
  sumsSince,
  usersToCharge,
} from './store.ts';
import { BTC, ETH } from './testing/contracts-fixture.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const [ANN, BEN] = [userId(820_001), userId(820_002)];

let database: TestDatabase;
const db = () => database.db;

/** Positions 1 to 8: pending, open, closing, closed, cancelled, all of ANN; open and closed of BEN; closed with a coupon of ANN. */
beforeAll(async () => {
  database = await createTestDatabase();
  await db().run(sql`
    insert into contracts_positions (id, user_id, market_id, side, mode, order_type, status, target, multiple, lot_size, spread,
      fee_rate, overnight_rate, origin_lots, lots, price, margin, origin_margin, hold, trigger_reason, trigger_tick, profit, fee,
      overnight, insurance, close_price, created_at, opened_at, closed_at, charged_at, version, coupon_id, coupon_paid,
      coupon_ends_at)
    select id, who, market, 'long', 'isolated', kind, status, case when status in (0, 4) then 90 end, 10, 0.01, 0, 0, 0, 10, 10,
      case when status in (1, 2, 3) then 100 + id end, case when status in (1, 2) then 50 + id else 0 end, 60 + id,
      case when status = 0 then 5 else 0 end, case when status = 2 then 'stop_loss' end, case when status = 2 then 1 end,
      id * 10, id, 2, 1, case when status = 3 then 120 + id end, to_timestamp(${START}::float8 / 1000.0),
      case when status in (1, 2, 3) then to_timestamp((${START}::bigint + id)::float8 / 1000.0) end,
      case when status = 3 then to_timestamp((${START}::bigint + 100 + id)::float8 / 1000.0) end,
      to_timestamp((${START}::bigint + charged)::float8 / 1000.0), 1, coupon, case when coupon is null then 0 else 3 end,
      case when coupon is not null then now() end
    from (values (1, ${ANN}::bigint, 1, 1, 0, null::int, null::bigint), (2, ${ANN}, 1, 2, 1, 50, null), (3, ${ANN}, 2, 1, 2, null, null),
      (4, ${ANN}, 1, 1, 3, null, null), (5, ${ANN}, 2, 1, 4, null, null), (6, ${BEN}, 1, 1, 1, null, null),
      (7, ${BEN}, 2, 1, 3, null, null), (8, ${ANN}, 2, 1, 3, null, 77)) as p (id, who, market, kind, status, charged, coupon)`);
  await db().run(sql`
    insert into contracts_fills (position_id, user_id, market_id, kind, reason, lots, quantity, price, index_price, tick,
      margin, profit, fee, insurance, absorbed, at)
    select id, who, 1, kind, reason, id, 1, 100, 101, 5, 0, id * 10, id, paid, 0, to_timestamp((${START}::bigint + id)::float8 / 1000.0)
    from (values (2, ${ANN}::bigint, 'open', null, 0), (4, ${ANN}, 'open', null, 0), (4, ${ANN}, 'close', 'liquidation', 7),
      (6, ${BEN}, 'open', null, 0), (7, ${BEN}, 'close', 'liquidation', 9)) as f (id, who, kind, reason, paid)`);
  await db().run(sql`
    insert into contracts_overnights (position_id, cutoff, index_price, tick, from_available, from_margin)
    values (2, to_timestamp(${START + 3}::float8 / 1000.0), 100, 1, 3, 4), (6, to_timestamp(${START + 4}::float8 / 1000.0), 100, 1, 5, 6)`);
});
afterAll(() => database.drop());

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

test('live positions are read by user newest first, and of all users by id after a given one', async () => {
  expect(idsOf(await readLiveOf(db(), ANN))).toEqual([3, 2, 1]);
  expect(idsOf(await readLiveOf(db(), BEN))).toEqual([6]);
  expect(idsOf(await readLive(db(), 0, 2))).toEqual([1, 2]);
  expect(idsOf(await readLive(db(), 2, 10))).toEqual([3, 6]);
  expect(await readPosition(db(), BEN, 6)).toMatchObject({ id: 6, userId: BEN });
  expect(await readPosition(db(), ANN, 6)).toBeUndefined();
});

test('a page has the positions of a user in some states and markets, newest first, with their number', async () => {
  const page = async (
    statuses: readonly number[],
    markets: (typeof BTC)[] | undefined,
    skip = 0,
    limit = 10,
  ) => {
    const { rows, total } = await readPage(db(), { userId: ANN, markets, statuses }, skip, limit);
    return [idsOf(rows), total];
  };
  expect(await page([0, 1, 2, 3, 4], undefined)).toEqual([[8, 5, 4, 3, 2, 1], 6]);
  expect(await page([1, 2, 3], undefined, 1, 2)).toEqual([[4, 3], 4]);
  expect(await page([3], [BTC])).toEqual([[4], 1]);
  expect(await page([0, 1, 2, 3, 4], [ETH])).toEqual([[8, 5, 3], 3]);
  expect(await page([1], [])).toEqual([[], 0]);
});

test('users are charged for positions of the market that were open before a cut-off and not charged for it', async () => {
  const users = (cutoff: number, market = BTC, after = 0, limit = 10) =>
    usersToCharge(db(), { market, cutoff: START + cutoff, after }, limit);
  expect(await users(2)).toEqual([]);
  expect(await users(51)).toEqual([ANN, BEN]);
  expect(await users(50)).toEqual([BEN]);
  expect(await users(6)).toEqual([]);
  expect(await users(7)).toEqual([BEN]);
  expect(await users(51, BTC, ANN)).toEqual([BEN]);
  expect(await users(51, BTC, 0, 1)).toEqual([ANN]);
  expect([await users(3, ETH), await users(4, ETH)]).toEqual([[], [ANN]]);
});

test('fills of a time are summed from its first millisecond on, and payments of the fund are listed newest first', async () => {
  const sums = async (since: number) => {
    const { liquidations, ...rest } = await sumsSince(db(), START + since);
    return [
      liquidations,
      ...[rest.insurance, rest.fees, rest.profit, rest.overnight].map((each) => format(each)),
    ];
  };
  expect(await sums(2)).toEqual([2, '16', '23', '230', '18']);
  expect(await sums(4)).toEqual([2, '16', '21', '210', '11']);
  expect(await sums(5)).toEqual([1, '9', '13', '130', '0']);
  expect(await payments(db(), 5)).toMatchObject([
    { position_id: 7, user_id: BEN, market_id: 1, insurance: '9.0000000000', at: START + 7 },
    { position_id: 4, user_id: ANN },
  ]);
  expect(await payments(db(), 1)).toHaveLength(1);
});

test('fills and changes of margin belong to a position and its user, oldest first', async () => {
  await db().run(sql`
    insert into contracts_margin_changes (position_id, user_id, change, margin, at)
    values (2, ${ANN}, 5, 55, now()), (2, ${ANN}, -3, 52, now()), (6, ${BEN}, 4, 60, now())`);
  expect((await readFills(db(), ANN, 4)).map(({ kind, reason }) => [kind, reason])).toEqual([
    ['open', null],
    ['close', 'liquidation'],
  ]);
  expect(await readFills(db(), BEN, 4)).toEqual([]);
  expect((await readMarginChanges(db(), ANN, 2)).map(({ change }) => Number(change))).toEqual([5, -3]);
  expect(await readMarginChanges(db(), ANN, 6)).toEqual([]);
});

test('replies to requests are kept from a time on', async () => {
  await db().run(sql`
    insert into contracts_requests (user_id, key, hash, reply, at)
    select ${ANN}, n::text, '', '{}', to_timestamp((${START}::bigint + n)::float8 / 1000.0) from generate_series(1, 3) as n`);
  expect(await forgetReplies(db(), START + 2)).toBe(1);
  expect(await db().rows(sql`select key from contracts_requests order by key`)).toEqual([
    { key: '2' },
    { key: '3' },
  ]);
});

test('closed positions are public page by page, newest first, without those with a coupon', async () => {
  const page = (user: typeof ANN, number: number) =>
    closedPage(db(), user, { page: number, limit: 1 }, (id) => `market ${id}`);
  expect(await page(BEN, 1)).toMatchObject({
    total: 1,
    // 70 less a fee of 7 and 2 overnight, with 1 from the fund.
    rows: [{ id: 7, symbol: 'market 2', net: amount('62'), openedAt: START + 7, closedAt: START + 107 }],
  });
  const first = await page(ANN, 1);
  expect([first.total, idsOf(first.rows)]).toEqual([1, [4]]);
  expect(idsOf((await page(ANN, 2)).rows)).toEqual([]);
});

test('records of copies are bounded by the opening, to the millisecond, and leave positions with a coupon out', async () => {
  expect(idsOf(await openUntil(db(), ANN, START + 3, 10))).toEqual([3, 2]);
  expect(idsOf(await openUntil(db(), ANN, START + 2, 10))).toEqual([2]);
  expect(idsOf(await openUntil(db(), ANN, START + 9, 1))).toEqual([3]);
  const filled = async (at: number) =>
    (await filledPositions(db(), ANN, START + at)).map(({ openedAt, closedAt }) => [
      openedAt - START,
      closedAt === undefined ? undefined : closedAt - START,
    ]);
  expect(await filled(3)).toEqual([
    [2, undefined],
    [3, undefined],
  ]);
  expect((await filled(103)).at(-1)).toEqual([4, undefined]);
  expect((await filled(104)).at(-1)).toEqual([4, 104]);
  const since = async (at: number, limit: number) =>
    idsOf(await openedSince(db(), ANN, START + at, limit, () => undefined));
  expect(await openingPrices(db(), [1, 2, 7])).toEqual(
    new Map([
      [2, amount('102')],
      [7, amount('107')],
    ]),
  );
  expect(idsOf(await openAmong(db(), [1, 2, 3, 4, 6]))).toEqual([2, 3, 6]);
  expect(await since(3, 10)).toEqual([4, 3]);
  expect(await since(2, 2)).toEqual([4, 3]);
});

test('only an open copy of the user becomes an own position', async () => {
  const own = (user: typeof ANN, id: number) => db().transact((tx) => makeOwn(tx, user, id));
  expect([await own(BEN, 2), await own(ANN, 3)]).toEqual([undefined, undefined]);
  expect(await own(ANN, 2)).toBe(amount('52'));
  expect(await own(ANN, 2)).toBeUndefined();
  const row = sql`select order_type as type, version from contracts_positions where id = 2`;
  expect(await db().one(row)).toEqual({ type: 1, version: 2 });
});
