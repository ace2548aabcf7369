import { userId } from '@karat/contract';
import { amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  copiesOf,
  copiesOfFollows,
  copiesOfPositions,
  eventDone,
  eventLater,
  skippedOf,
  waitingEvents,
} from './copy-store.ts';
import {
  copiersOf,
  countActive,
  followedAmong,
  followersOf,
  followsOf,
  toCopy,
  withStops,
} from './follow-store.ts';
import { sharesOf } from './share-store.ts';
import { sampledSnapshots, snapshotsOf } from './snapshot-store.ts';
import { acceptedAmong, acceptedIds, freePlaces, tradersPage } from './trader-store.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const HOUR = 3_600_000;
const [TINA, TOM, APE] = [userId(300_001), userId(300_002), userId(300_003)];
const [FAY, FRED, GUS] = [userId(300_011), userId(300_012), userId(300_013)];
const [FAY_OLD, FAY_TINA, FRED_TINA, FAY_TOM, GUS_TINA, FRED_TOM] = [1, 2, 3, 4, 5, 6];

let database: TestDatabase;
const db = () => database.db;
const at = (ms: number) => sql`to_timestamp(${ms}::float8 / 1000.0)`;

beforeAll(async () => {
  database = await createTestDatabase();
  await db().run(sql`
    insert into copytrade_traders (user_id, state, about, share_ratio, created_at, places, total_profit, roi, accuracy, sharpe)
    values (${TINA}, 'accepted', 'a', 0.1, ${at(START)}, 3, 5, 1, 9, null),
      (${TOM}, 'suspended', 'b', 0.2, ${at(START + 1)}, 10, 7, 3, 2, 4),
      (${APE}, 'applied', 'c', 0.1, ${at(START)}, 10, 6, 2, 5, 3)`);
  await db().run(sql`
    insert into copytrade_follows (id, trader_id, user_id, mode, number, slippage, stop_loss, take_profit, active, ended,
      ended_at, paused_at, profit, margin, open_copies, created_at, copies_from)
    overriding system value
    select id, trader, follower, 'multiple', id, 0.01, loss, profit_at, ended is null, ended,
      case when ended is not null then ${at(START)} end, case when paused then ${at(START)} end, id * 10, id * 100, copies,
      to_timestamp(${START} / 1000.0 + id), ${at(START)} + (id || ' milliseconds')::interval
    from (values (1, ${TINA}::bigint, ${FAY}::bigint, 5, null, 'user', false, 2),
      (2, ${TINA}, ${FAY}, 5, null, null, false, 2), (3, ${TINA}, ${FRED}, null, null, null, false, 1),
      (4, ${TOM}, ${FAY}, null, 9, null, false, 1), (5, ${TINA}, ${GUS}, 5, 9, null, true, 0),
      (6, ${TOM}, ${FRED}, 5, null, 'stop_loss', false, 1)) as f (id, trader, follower, loss, profit_at, ended, paused, copies)`);
  await db().run(sql`
    insert into copytrade_copies (trader_position, follow_id, position_id, skipped, market_id, side, origin_lots, own, created_at)
    values (50, 2, 72, null, 1, 'long', 10, false, now()), (50, 3, 71, null, 1, 'long', 7, false, now()),
      (50, 1, 73, null, 1, 'long', 9, true, now()), (51, 2, 74, null, 2, 'short', 8, false, now()),
      (51, 3, null, 'margin', 2, 'short', 0, false, now()), (52, 3, null, 'slippage', 1, 'long', 0, false, now()),
      (52, 4, null, 'limit', 1, 'long', 0, false, now())`);
});
afterAll(() => database.drop());

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

test('follows of a user and followers of a trader: active ones first, then newest, page by page', async () => {
  const first = await followsOf(db(), FAY, { page: 1, limit: 2 });
  expect([idsOf(first.rows), first.total]).toEqual([[FAY_TOM, FAY_TINA], 3]);
  const second = await followsOf(db(), FAY, { page: 2, limit: 2 });
  expect([idsOf(second.rows), second.total]).toEqual([[FAY_OLD], 3]);
  const followers = await followersOf(db(), TINA, { page: 1, limit: 3 });
  expect([idsOf(followers.rows), followers.total]).toEqual([[GUS_TINA, FRED_TINA, FAY_TINA], 4]);
  expect(idsOf((await followersOf(db(), TINA, { page: 2, limit: 3 })).rows)).toEqual([FAY_OLD]);
  expect((await followersOf(db(), TOM, { page: 1, limit: 3 })).rows).toMatchObject([
    { id: FAY_TOM, traderId: TOM, userId: FAY, takeProfit: amount('9'), stopLoss: undefined, paused: false },
    { id: FRED_TOM, active: false, ended: 'stop_loss', stopLoss: amount('5'), profit: amount('60') },
  ]);
});

test('active followers as others see them, newest first and before a given one', async () => {
  const copier = (id: number, user: number) => ({
    ...{ id, userId: user, profit: amount(String(id * 10)), createdAt: START + id * 1_000 },
  });
  expect(await copiersOf(db(), TINA, undefined, 2)).toEqual([copier(GUS_TINA, GUS), copier(FRED_TINA, FRED)]);
  expect(await copiersOf(db(), TINA, FRED_TINA, 2)).toEqual([copier(FAY_TINA, FAY)]);
  expect(await copiersOf(db(), TOM, undefined, 5)).toEqual([copier(FAY_TOM, FAY)]);
});

test('active follows of a user are counted, and the traders among some whom the user follows', async () => {
  expect(await db().transact((tx) => countActive(tx, FAY))).toBe(2);
  expect(await db().transact((tx) => countActive(tx, FRED))).toBe(1);
  expect(await followedAmong(db(), FAY, [TINA, TOM, APE])).toEqual(new Set([TINA, TOM]));
  expect(await followedAmong(db(), FRED, [TINA, TOM])).toEqual(new Set([TINA]));
  expect(await followedAmong(db(), FAY, [APE])).toEqual(new Set());
  expect(await db().transact((tx) => freePlaces(tx, TINA))).toBe(0);
  expect(await db().transact((tx) => freePlaces(tx, TOM))).toBe(9);
});

test('a fill is copied for active follows since before it that have no copy of it, by id after a given one', async () => {
  const copying = async (positionId: number, createdAt: number, after = 0, limit = 10) =>
    idsOf(await toCopy(db(), { traderId: TINA, positionId, createdAt }, after, limit));
  expect(await copying(99, START + 3)).toEqual([FAY_TINA, FRED_TINA]);
  expect(await copying(99, START + 2)).toEqual([FAY_TINA]);
  expect(await copying(99, START + 1)).toEqual([]);
  expect(await copying(99, START + 9, FAY_TINA)).toEqual([FRED_TINA]);
  expect(await copying(99, START + 9, 0, 1)).toEqual([FAY_TINA]);
  // Both have a copy of the first one; the other one was skipped for one of them.
  expect(await copying(50, START + 9)).toEqual([]);
  expect(await copying(52, START + 9)).toEqual([FAY_TINA]);
  const [copier] = await toCopy(db(), { traderId: TINA, positionId: 99, createdAt: START + 9 }, 0, 1);
  expect(copier).toMatchObject({ userId: FAY, number: amount('2'), margin: amount('200') });
});

test('limits are watched for follows with open copies, ended ones too, unless a limit has ended them', async () => {
  expect(idsOf(await withStops(db(), 0, 10))).toEqual([FAY_OLD, FAY_TINA, FAY_TOM]);
  expect(idsOf(await withStops(db(), FAY_OLD, 1))).toEqual([FAY_TINA]);
});

test('copies of a position and of follows leave out those that are skipped or taken over', async () => {
  const copy = (user: number, position: number, lots: string) => ({
    ...{ user, position, originLots: amount(lots) },
  });
  expect(await copiesOf(db(), 50, 0, 10)).toEqual([copy(FRED, 71, '7'), copy(FAY, 72, '10')]);
  expect(await copiesOf(db(), 50, 71, 10)).toEqual([copy(FAY, 72, '10')]);
  expect(await copiesOf(db(), 50, 0, 1)).toEqual([copy(FRED, 71, '7')]);
  expect(await copiesOfFollows(db(), [FAY_OLD, FAY_TINA], 10)).toEqual([
    { ...copy(FAY, 74, '8'), follow: FAY_TINA },
    { ...copy(FAY, 72, '10'), follow: FAY_TINA },
  ]);
  expect(await copiesOfFollows(db(), [FAY_TINA, FRED_TINA], 1)).toHaveLength(1);
  expect(await copiesOfPositions(db(), [50, 51, 52], 3)).toEqual([
    { source: 51, position: 74 },
    { source: 50, position: 73 },
    { source: 50, position: 72 },
  ]);
});

test('a user reads own skipped orders, newest first and before a given one', async () => {
  const reasons = (rows: Awaited<ReturnType<typeof skippedOf>>) => rows.map(({ reason }) => reason);
  const own = await skippedOf(db(), FRED, undefined, 10);
  expect(reasons(own)).toEqual(['slippage', 'margin']);
  expect(own[1]).toMatchObject({ traderId: TINA, marketId: 2, side: 'short' });
  expect(reasons(await skippedOf(db(), FRED, own[0]?.id, 10))).toEqual(['margin']);
  expect(reasons(await skippedOf(db(), FRED, undefined, 1))).toEqual(['slippage']);
  expect(reasons(await skippedOf(db(), FAY, undefined, 10))).toEqual(['limit']);
});

test('events wait until their time, oldest first, until they are done', async () => {
  await db().run(sql`
    insert into copytrade_events (id, kind, follow_id, created_at, try_at) overriding system value
    select id, 'stopped', 2, now(), ${at(START)} + (id || ' milliseconds')::interval from generate_series(1, 3) as id`);
  const due = async (now: number, limit = 10) => idsOf(await waitingEvents(db(), START + now, limit));
  expect([await due(0), await due(1), await due(3), await due(3, 2)]).toEqual([[], [1], [1, 2, 3], [1, 2]]);
  await eventLater(db(), 1, START + 5);
  await eventDone(db(), 2, START + 1);
  expect([await due(4), await due(5)]).toEqual([[3], [1, 3]]);
});

test('traders are read by state or id in each order, with their number', async () => {
  const read = async (filter: Partial<Parameters<typeof tradersPage>[1]>, page = 1, limit = 10) => {
    const { rows, total } = await tradersPage(db(), { order: 'profit', ...filter }, { page, limit });
    return [rows.map((row) => row.userId), total];
  };
  expect(await read({})).toEqual([[TOM, APE, TINA], 3]);
  expect(await read({}, 2, 2)).toEqual([[TINA], 3]);
  expect(await read({ state: 'accepted' })).toEqual([[TINA], 1]);
  expect(await read({ ids: [TINA, APE] })).toEqual([[APE, TINA], 2]);
  expect(await read({ order: 'roi' })).toEqual([[TOM, APE, TINA], 3]);
  expect(await read({ order: 'accuracy' })).toEqual([[TINA, APE, TOM], 3]);
  expect(await read({ order: 'followers' })).toEqual([[TINA, TOM, APE], 3]);
  expect(await read({ order: 'sharpe' })).toEqual([[TOM, APE, TINA], 3]);
  const { rows } = await tradersPage(db(), { order: 'profit', ids: [TINA] }, { page: 1, limit: 1 });
  expect(rows).toMatchObject([{ followers: 3, followMargin: amount('1100') }]);
  expect(await db().transact((tx) => acceptedAmong(tx, [TINA, TOM, APE]))).toEqual(new Set([TINA]));
  expect([await acceptedIds(db(), START), await acceptedIds(db(), START + 1)]).toEqual([[TINA], [TINA, TOM]]);
});

test('shares are read by both sides, newest first and before a given one', async () => {
  await db().run(sql`
    insert into copytrade_shares (id, follow_id, trader_id, user_id, day, profit, high_water, amount, created_at)
    overriding system value
    values (1, 2, ${TINA}, ${FAY}, '2026-11-18', 20, 10, 1, ${at(START)}),
      (2, 3, ${TINA}, ${FRED}, '2026-11-18', 30, 10, 2, ${at(START)}),
      (3, 2, ${TINA}, ${FAY}, '2026-11-19', 50, 40, 3, ${at(START + 1)})`);
  expect(idsOf(await sharesOf(db(), TINA, undefined, 10))).toEqual([3, 2, 1]);
  expect(idsOf(await sharesOf(db(), TINA, 3, 1))).toEqual([2]);
  expect(idsOf(await sharesOf(db(), FAY, undefined, 10))).toEqual([3, 1]);
  expect(idsOf(await sharesOf(db(), FAY, 3, 10))).toEqual([1]);
  expect(await sharesOf(db(), FRED, undefined, 10)).toEqual([
    {
      ...{ id: 2, traderId: TINA, userId: FRED, day: '2026-11-18', createdAt: START },
      ...{ profit: amount('30'), highWater: amount('10'), amount: amount('2') },
    },
  ]);
});

test('snapshots of a time have the last one before it, samples the first and the last one', async () => {
  await db().run(sql`
    insert into copytrade_snapshots (trader_id, hour, realised, unrealised)
    select trader, ${at(START)} + n * interval '1 hour', n, 100 from generate_series(0, 7) as n,
      unnest(${[TINA, TOM]}::bigint[]) as trader where n <> 3 and (trader = ${TINA} or n < 6)`);
  const hours = (points: readonly { readonly at: number }[]) =>
    points.map((point) => (point.at - START) / HOUR);
  const between = async (from: number, until: number) =>
    hours(await snapshotsOf(db(), TINA, START + from, START + until));
  expect(await between(2 * HOUR, 5 * HOUR)).toEqual([2, 4, 5]);
  expect(await between(3 * HOUR, 5 * HOUR - 1)).toEqual([2, 4]);
  expect(await between(-HOUR, HOUR)).toEqual([0, 1]);
  expect(await snapshotsOf(db(), TOM, START + 5 * HOUR, START + 9 * HOUR)).toEqual([
    { at: START + 5 * HOUR, equity: amount('105') },
  ]);
  // Ten o'clock is no multiple of four hours, twelve and sixteen are.
  expect(hours(await sampledSnapshots(db(), TINA, START, 4))).toEqual([0, 2, 6, 7]);
  expect(hours(await sampledSnapshots(db(), TINA, START + 1, 4))).toEqual([2, 6, 7]);
  expect(hours(await sampledSnapshots(db(), TOM, START + 2 * HOUR, 4))).toEqual([2, 5]);
});
