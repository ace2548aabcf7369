import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { amount, format, plus } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Tx } from '@karat/platform/db';
import { utcDay } from '@karat/rules';
import { createTestDatabase, overlap } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accept } from './accept.ts';
import { setLimit } from './limits.ts';
import { optionApprovals } from './operator.ts';
import { countGamesSettled, countSettled, readPerson } from './people-store.ts';
import { claimDue, claimEntering } from './store.ts';
import { releaseCapacity } from './terms-store.ts';
import { ALICE, BEA, BTC, OptionsFixture, USDT } from './testing/options-fixture.ts';

let database: TestDatabase;
let fixture: OptionsFixture;

beforeAll(async () => {
  database = await createTestDatabase({ connected: true });
  fixture = await OptionsFixture.open(database.db);
  await fixture.fund(ALICE, '1000');
  await fixture.fundPool('5000');
  // The row of the higher id is the first of the table, so that only a sorted lock takes the lower id first.
  await fixture.admit(BEA);
  await fixture.admit(ALICE);
  await fixture.seconds(1);
});
afterAll(() => database.drop());

test('orders that one process enters or settles are left to it by another, which does not wait', async () => {
  fixture.clock.set(fixture.clock.now() + 300);
  const { id, expiresMs } = await fixture.take({ stake: amount('1') });
  const claims = [
    (tx: Tx) => claimEntering(tx, [[BTC, expiresMs - 1]], 10),
    (tx: Tx) => claimDue(tx, [[BTC, expiresMs]], 10),
  ];
  for (const claim of claims)
    await database.db.transact(async (first) => {
      expect((await claim(first)).map((order) => order.id)).toEqual([id]);
      await database.db.transact(async (second) => {
        await second.run(sql`set local lock_timeout = '1s'`);
        expect(await claim(second)).toEqual([]);
      });
    });
});

test('of stakes at once only those are taken that the own limit allows together', async () => {
  const dan = userId(100_060);
  await fixture.fund(dan, '1000');
  await fixture.admit(dan);
  await setLimit(fixture.deps, dan, 'daily_stake', amount('150'));
  const request = { userId: dan, marketId: BTC, currencyId: USDT, stake: amount('100'), seconds: 30 };
  const late = await overlap(
    database.db,
    (tx) => accept(fixture.deps, tx, { ...request, direction: 'up' }),
    () => fixture.take({ ...request, seconds: 60 }),
  );
  expect(late).toMatchObject({ hasWaited: true, reason: { code: 'option_daily_stake' } });
  expect(await fixture.contradictions()).toEqual([]);
});

test('first requests of a user at once share one row', async () => {
  const eve = userId(100_061);
  await Promise.all(
    [1, 2, 3, 4].map((n) => setLimit(fixture.deps, eve, 'daily_stake', amount(String(100 - n)))),
  );
  expect(await readPerson(database.db, eve)).toMatchObject({ userId: eve, day: utcDay(fixture.clock.now()) });
});

const poolMax = (pool_max: string) =>
  database.db.transact(async (tx) => {
    await optionApprovals['option currency']?.execute(
      tx,
      {
        ...{ currency_id: 3, enabled: true, min_stake: '1', max_stake: '1000', user_max: '1000' },
        ...{ window_max: '100000', pool_max },
      },
      { approval: 1, reason: 'test', askedBy: 'risk', approvedBy: 'admin' },
    );
  });

test('changes of the cap of the pool at once leave the capacity of the last one', async () => {
  await Promise.all(['900', '700', '500', '300'].map(poolMax));
  expect(await fixture.contradictions()).toEqual([]);
});

test('orders at once for different expiries that collect capacity from all shards reserve it once', async () => {
  // Orders for one expiry wait for its limit; these share nothing but the pool.
  const requests = [30, 60, 120, 180].map((seconds, index) => ({ seconds, userId: userId(100_070 + index) }));
  for (const { userId: user } of requests) await fixture.fund(user, '100');
  await fixture.admit(...requests.map(({ userId: user }) => user));
  const owed = (await fixture.pool()).held;
  await poolMax(format(plus(amount(owed), amount('90'))));
  const tried = await Promise.allSettled(requests.map((request) => fixture.take(request)));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await fixture.contradictions()).toEqual([]);
});

/** Holds one row while `work` runs and returns whether the other one was still free while `work` waited. */
async function leavesOther(
  held: ReturnType<typeof sql>,
  other: ReturnType<typeof sql>,
  work: (tx: Tx) => Promise<unknown>,
): Promise<boolean> {
  let isFree = false;
  const waited = await overlap(
    database.db,
    (tx) => tx.run(held),
    () => database.db.transact(work),
    async () => {
      const free = database.db.transact((next) => next.run(sql`${other} nowait`));
      const [tried] = await Promise.allSettled([free]);
      isFree = tried.status === 'fulfilled';
    },
  );
  expect(waited).toMatchObject({ hasWaited: true, status: 'fulfilled' });
  return isFree;
}

test('settlements lock users and shards in ascending order, in whichever order they come', async () => {
  const day = utcDay(fixture.clock.now());
  const person = (user: UserId) => sql`select 1 from options_people where user_id = ${user} for update`;
  const none = { stake: amount('0'), returned: amount('0') };
  const counts = { ...none, wins: 0, losses: 0, ties: 0, voids: 0 };
  const people = [BEA, ALICE];
  for (const count of [
    (tx: Tx) =>
      countSettled(
        tx,
        day,
        people.map((each) => ({ userId: each, ...counts })),
      ),
    (tx: Tx) =>
      countGamesSettled(
        tx,
        day,
        people.map((each) => ({ userId: each, ...none })),
      ),
  ])
    expect(await leavesOther(person(ALICE), person(BEA), count)).toBe(true);
  const shard = (index: number) =>
    sql`select 1 from options_pool_capacity where currency_id = ${USDT} and shard = ${index} for update`;
  await database.db.run(
    sql`update options_pool_capacity set capacity = capacity where currency_id = ${USDT} and shard = 2`,
  );
  const back = [9, 2].map((index) => ({ currency: USDT, shard: index, amount: amount('0') }));
  expect(await leavesOther(shard(2), shard(9), (tx) => releaseCapacity(tx, back))).toBe(true);
});
