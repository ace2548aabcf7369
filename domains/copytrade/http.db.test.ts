import { contract, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { sql } from '@karat/platform/db';
import { callHandler } from '@karat/platform/testing';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copytradeHandlers } from './http.ts';
import { tradersFixture } from './testing/traders-fixture.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const SHARED_MS = Date.parse('2026-11-21T00:00:01Z');
const [TINA, FAY] = [userId(100_971), userId(100_972)];

let database: TestDatabase;
let fixture: ReturnType<typeof tradersFixture>;

beforeAll(async () => {
  database = await createTestDatabase();
  fixture = tradersFixture(database.db, START);
  await database.db.run(sql`
    insert into copytrade_traders (user_id, state, about, share_ratio, created_at, total_profit, roi, roi_7, roi_30, roi_90,
      accuracy, max_drawdown, trades, risk, figures_at)
    values (${TINA}, 'accepted', 'Slow and steady', 0.1, to_timestamp(${START} / 1000.0), 501, 16, 7, 30, 90, 61, 12, 44, 6,
      to_timestamp(${START} / 1000.0))`);
  const { id } = await database.db.one<{ id: number }>(sql`
    insert into copytrade_follows (trader_id, user_id, mode, number, slippage, high_water, profit, margin, open_copies, shared,
      created_at, copies_from)
    values (${TINA}, ${FAY}, 'lots', 2, 0.005, 99, 120, 61, 5, 12, to_timestamp(${START + 1_000} / 1000.0),
      to_timestamp(${START} / 1000.0))
    returning id`);
  await database.db.run(sql`
    insert into copytrade_shares (follow_id, trader_id, user_id, day, profit, high_water, amount, created_at)
    values (${id}, ${TINA}, ${FAY}, '2026-11-20', 120, 99, 12, to_timestamp(${SHARED_MS} / 1000.0))`);
});
afterAll(() => database.drop());

const call = (path: 'follow/followers' | 'follow/shares' | 'console/traders', who: UserId, fields = {}) =>
  callHandler(contract.copytrade, copytradeHandlers(fixture.deps), path, { who, fields });

test('a trader sees margin, profit and shares of each follower, without the name', async () => {
  expect((await call('follow/followers', TINA)).data).toEqual([
    { nickname: 'u***2', active: true, margin: '61', profit: '120', shared: '12', since_ms: START + 1_000 },
  ]);
});

test('a paid share is income of the trader and an expense of the follower', async () => {
  const same = { day: '2026-11-20', created_ms: SHARED_MS, profit: '120', high_water: '99' };
  expect((await call('follow/shares', TINA)).data).toMatchObject([
    { ...same, nickname: 'u***2', amount: '12' },
  ]);
  expect((await call('follow/shares', FAY)).data).toMatchObject([
    { ...same, nickname: `user${TINA}`, amount: '-12' },
  ]);
});

test('the console lists a trader with the figures of the last snapshot', async () => {
  expect((await call('console/traders', TINA, { state: 'accepted' })).data).toEqual([
    {
      state: 'accepted',
      about: 'Slow and steady',
      reason: null,
      created_ms: START,
      uid: TINA,
      nickname: `user${TINA}`,
      trades: 44,
      total_profit: '501',
      roi_30: '30',
      max_drawdown: '12',
      risk: 6,
      followers: 1,
      follow_amount: '61',
    },
  ]);
});
