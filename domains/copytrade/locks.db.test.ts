import { marketId, operatorId, sessionId, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertSkips, insertStopped } from './copy-store.ts';
import type { Fill } from './copy-store.ts';
import { follow, holdSelf, pause, stopFollow, unfollow } from './follow.ts';
import { lockShareable } from './share-store.ts';
import { insertSnapshot } from './snapshot-store.ts';
import { tradersFixture } from './testing/traders-fixture.ts';
import { apply, decide, setTrader } from './trader.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const [TINA, TOM, FAY, FRED] = [userId(100_981), userId(100_982), userId(100_983), userId(100_984)];
const OPERATOR = { operatorId: operatorId(1), login: 'risk', role: 'risk', sessionId: sessionId(1) } as const;

let database: TestDatabase;
let fixture: ReturnType<typeof tradersFixture>;
const db = () => database.db;

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = tradersFixture(database.db, START);
});
afterAll(() => database.drop());
beforeEach(async () => {
  fixture.clock.set(START);
  await db().run(sql`truncate copytrade_traders, copytrade_follows, copytrade_copies, copytrade_events,
    copytrade_shares, copytrade_snapshots`);
  for (const user of [TINA, TOM])
    await db().transact((tx) => fixture.copytrade.seedDemoTrader(tx, user, 'A trader'));
});

const followingIn = (user: UserId, trader: UserId) => (tx: Tx) =>
  follow(fixture.deps, tx, user, {
    ...{ trader_user_id: trader, type: 1, number: amount('1') },
    ...{ order_cap: undefined, total_cap: undefined, slippage: undefined },
    ...{ stop_loss: undefined, take_profit: undefined },
  });
const following = (user: UserId, trader: UserId) => db().transact(followingIn(user, trader));
const codesOf = async (works: readonly Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(works))
    .map((one) => (one.status === 'fulfilled' ? 'done' : String((one.reason as { code?: string }).code)))
    .toSorted();
const follows = () =>
  db().rows<{ user: number; active: boolean; ended: string | null; at: number | null }>(sql`
    select user_id as user, active, ended, ended_at as at from copytrade_follows order by id`);
/** How `second` ends, which runs in another transaction while that of `first` is open. */
async function during(
  first: (tx: Tx) => Promise<unknown>,
  second: (tx: Tx) => Promise<unknown>,
): Promise<string> {
  const ended = await overlap(db(), first, () => db().transact(second));
  return ended.status === 'fulfilled' ? 'done' : String((ended.reason as { code?: string }).code);
}
const stopEvents = async (): Promise<number> =>
  (await db().one<{ n: number }>(sql`select count(*)::int as n from copytrade_events where kind = 'stopped'`))
    .n;

test('a trader accepts no more followers at once than there are places', async () => {
  await db().transact((tx) => setTrader(tx, TINA, { positions: 'hidden', places: 1 }));
  expect(await during(followingIn(FAY, TINA), followingIn(FRED, TINA))).toBe('trader_full');
});

test('who follows several traders at once follows at most twenty', async () => {
  await db().run(sql`
    with traders as (
      insert into copytrade_traders (user_id, state, about, share_ratio, created_at)
      select 200000 + n, 'accepted', '', 0.1, now() from generate_series(1, 19) as n returning user_id)
    insert into copytrade_follows (trader_id, user_id, mode, number, slippage, created_at, copies_from)
    select user_id, ${FAY}, 'multiple', 1, 0.01, now(), now() from traders`);
  expect(await during(followingIn(FAY, TINA), followingIn(FAY, TOM))).toBe('follow_full');
});

test('who follows many traders at once for the first time follows at most twenty', async () => {
  const traders = await db().rows<{ trader: UserId }>(sql`
    insert into copytrade_traders (user_id, state, about, share_ratio, created_at)
    select 300000 + n, 'accepted', '', 0.1, now() from generate_series(1, 24) as n returning user_id as trader`);
  const codes = await codesOf(traders.map(({ trader }) => following(FAY, trader)));
  expect(codes).toEqual([...Array<string>(20).fill('done'), ...Array<string>(4).fill('follow_full')]);
});

test('who follows a trader while applying to become one is refused, and the other way round', async () => {
  const applying = (user: UserId) => (tx: Tx) => apply(fixture.deps, tx, user, 'A trader too');
  expect(await during(applying(FAY), followingIn(FAY, TINA))).toBe('follow_loop');
  expect(await during(followingIn(FRED, TINA), applying(FRED))).toBe('follow_loop');
});

test('of two decisions on an application at once one counts', async () => {
  await db().run(sql`update copytrade_traders set state = 'applied' where user_id = ${TINA}`);
  const decided = (state: 'accepted' | 'rejected') => (tx: Tx) =>
    decide(fixture.deps, tx, OPERATOR, { user: TINA, state, reason: 'seen' });
  expect(await during(decided('accepted'), decided('rejected'))).toBe('trader_decided');
});

test('an applicant has no settings yet', async () => {
  await db().run(sql`update copytrade_traders set state = 'applied' where user_id = ${TINA}`);
  const settings = { positions: 'live', places: 5 } as const;
  await expect(db().transact((tx) => setTrader(tx, TINA, settings))).rejects.toThrow('trader_unknown');
});

test('stops at once of a follow that has ended request its closing once, and once more after that is done', async () => {
  const { id } = await following(FAY, TINA);
  await db().transact((tx) => unfollow(fixture.deps, tx, FAY, TINA));
  const stop = (tx: Tx) => stopFollow(fixture.deps, tx, FAY, id);
  expect(await during(stop, stop)).toBe('done');
  expect(await stopEvents()).toBe(1);
  await db().run(sql`update copytrade_events set done_at = now()`);
  await db().transact((tx) => insertStopped(tx, id, START));
  expect(await stopEvents()).toBe(2);
});

test('what has ended is neither ended again nor paused, and a suspension ends only what is active', async () => {
  const { id } = await following(FAY, TINA);
  await following(FRED, TINA);
  await following(FRED, TOM);
  const end = () => db().transact((tx) => unfollow(fixture.deps, tx, FAY, TINA));
  await end();
  fixture.clock.advance(1_000);
  await expect(end()).rejects.toThrow('follow_unknown');
  const pausing = db().transact((tx) => pause(fixture.deps, tx, FAY, { follow_id: id, paused: true }));
  await expect(pausing).rejects.toThrow('follow_unknown');
  const suspension = { reason: 'checked', at: START, level: 'halt', by: 'risk' } as const;
  await db().transact((tx) => fixture.copytrade.stoppable.stop(tx, String(TINA), suspension));
  expect(await follows()).toEqual([
    { user: FAY, active: false, ended: 'user', at: START },
    { user: FRED, active: false, ended: 'trader', at: START + 1_000 },
    { user: FRED, active: true, ended: null, at: null },
  ]);
});

test('follows whose profit is being shared are locked until it is', async () => {
  const { id } = await following(FAY, TINA);
  await db().run(sql`update copytrade_follows set profit = 10`);
  await db().transact(async (tx) => {
    expect((await lockShareable(tx, '2026-11-20', 0, 10)).map((each) => each.id)).toEqual([id]);
    const other = db().run(sql`select 1 from copytrade_follows where id = ${id} for update nowait`);
    await expect(other).rejects.toThrow('could not obtain lock');
  });
});

test('an order that is not copied counts once, however often it is tried', async () => {
  const [fay, fred] = [await following(FAY, TINA), await following(FRED, TINA)];
  const fill: Fill = {
    ...{ kind: 'opened', id: 1, positionId: 5, traderId: TINA, marketId: marketId(1), side: 'long' },
    ...{ mode: 'cross', multiple: 10, originLots: amount('1'), lots: amount('1'), price: price('1') },
    createdAt: START,
  };
  const skip = (...ids: readonly number[]) =>
    db().transact((tx) =>
      insertSkips(
        tx,
        fill,
        ids.map((each) => ({ follow: each, reason: 'margin' })),
        START,
      ),
    );
  expect(await skip(fay.id)).toEqual([fay.id]);
  expect(await skip(fay.id, fred.id)).toEqual([fred.id]);
  expect(await db().rows(sql`select skipped from copytrade_follows order by id`)).toEqual([
    { skipped: 1 },
    { skipped: 1 },
  ]);
});

test('a copy is taken over once, and its margin leaves the follow once', async () => {
  const { id } = await following(FAY, TINA);
  await db().run(sql`update copytrade_follows set margin = 50, open_copies = 2`);
  await db().run(sql`
    insert into copytrade_copies (trader_position, follow_id, position_id, market_id, side, origin_lots, created_at)
    values (5, ${id}, 6, 1, 'long', 10, now())`);
  const contracts = { ...fixture.deps.contracts, makeOwn: async () => amount('20') };
  const take = () => db().transact((tx) => holdSelf({ ...fixture.deps, contracts }, tx, FAY, 6));
  expect(await codesOf([take(), take()])).toEqual(['done', 'position_unknown']);
  const left = sql`select trim_scale(margin)::text as margin, open_copies as copies from copytrade_follows`;
  expect(await db().one(left)).toEqual({ margin: '30', copies: 1 });
});

test('the snapshot of an hour is stored once and stays as it was', async () => {
  const snapshot = (realised: string) =>
    db().transact((tx) =>
      insertSnapshot(tx, TOM, START, { realised: amount(realised), unrealised: amount('0') }),
    );
  await db().run(sql`truncate copytrade_snapshots`);
  expect([await snapshot('1'), await snapshot('2')]).toEqual([1, 0]);
  const stored = sql`select trim_scale(realised)::text as realised from copytrade_snapshots`;
  expect(await db().rows(stored)).toEqual([{ realised: '1' }]);
});
