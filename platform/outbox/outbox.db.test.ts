import { createBus, topic } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createWorker, schedule } from '@karat/platform/work';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  blockedConsumers,
  consumerLag,
  createConsumer,
  createRelay,
  emit,
  emitToOthers,
  sharedTopics,
  applyRetention,
  pruneOutbox,
  startRetention,
} from './index.ts';
import type { Consumer, EventHandler, EventPayload } from './index.ts';

let own: TestDatabase;
let clock: VirtualClock;
let ctx: Context;

beforeAll(async () => {
  own = await createTestDatabase({ connections: 12 });
  await own.db.run(sql`create table received (n bigint not null, by text not null)`);
});
afterAll(() => own.drop());
beforeEach(async () => {
  clock = virtualClock();
  ctx = {
    db: own.db,
    clock,
    random: seededRandom('o'),
    bus: createBus(() => undefined),
    log: silentLog,
    demo: true,
  };
  await own.db.run(
    sql`truncate platform_outbox, platform_outbox_consumers, platform_outbox_refused, platform_work, received`,
  );
});

const publish = (n: number, name = 'user.opened'): Promise<void> =>
  own.db.transact((tx) => emit(tx, { topic: name, payload: { n }, at: clock.now() }));
const hearing =
  (by: string): EventHandler =>
  async (tx, event) => {
    await tx.run(sql`insert into received (n, by) values (${event.payload['n']}, ${by})`);
  };
const receivedBy = async (by: string): Promise<number[]> =>
  (await own.db.rows<{ n: number }>(sql`select n from received where by = ${by} order by ctid`)).map(
    (row) => row.n,
  );

/**
 * Runs a consumer until it has processed a number of events: any open transaction of the whole server, also in other
 * databases, holds back later events.
 */
async function drain(consumer: Consumer, count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += await consumer.runDue());
}

test('each consumer receives every event of its topics once, in order, also those from before it existed', async () => {
  await publish(1);
  await publish(2);
  await publish(9, 'other');
  const growth = createConsumer(ctx, 'growth', { 'user.opened': hearing('growth') });
  await drain(growth, 2);
  await publish(3);
  await drain(growth, 1);
  expect(await growth.runDue()).toBe(0);
  const both = createConsumer(ctx, 'both', { 'user.opened': hearing('both'), other: hearing('both') });
  await drain(both, 4);
  expect(await receivedBy('growth')).toEqual([1, 2, 3]);
  expect(await receivedBy('both')).toEqual([1, 2, 9, 3]);
});

test('an event whose transaction commits late is not skipped', async () => {
  const consumer = createConsumer(ctx, 'growth', { 'user.opened': hearing('growth') });
  await own.db.transact(async (tx) => {
    await emit(tx, { topic: 'user.opened', payload: { n: 1 }, at: clock.now() });
    await publish(2);
    expect(await consumer.runDue()).toBe(0);
  });
  await drain(consumer, 2);
  expect((await receivedBy('growth')).toSorted((a, b) => a - b)).toEqual([1, 2]);
});

test('transaction numbers are ordered as numbers, also where they gain a digit', async () => {
  for (const writer of [9, 10, 99, 100]) {
    await own.db.run(sql`
      insert into platform_outbox (writer, topic, payload, at)
      values (${String(writer)}::text::xid8, 'user.opened', jsonb_build_object('n', ${writer}::int), now())`);
  }
  await drain(createConsumer(ctx, 'growth', { 'user.opened': hearing('growth') }, { batch: 1 }), 4);
  expect(await receivedBy('growth')).toEqual([9, 10, 99, 100]);
});

test('many processes of one consumer receive each event once', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, n) => publish(n)));
  const consumers = Array.from({ length: 4 }, () =>
    createConsumer(ctx, 'growth', { 'user.opened': hearing('growth') }, { batch: 7 }),
  );
  for (let passed = 0; passed < 60;) {
    const counts = await Promise.all(consumers.map((consumer) => consumer.runDue()));
    passed += counts.reduce((sum, count) => sum + count, 0);
  }
  const received = await receivedBy('growth');
  expect(received).toHaveLength(60);
  expect(new Set(received).size).toBe(60);
});

test('attempts of an event do not count for the next one', async () => {
  for (const n of [1, 2]) await publish(n);
  const failures: unknown[] = [];
  const consumer = createConsumer(
    ctx,
    'growth',
    {
      'user.opened': async (_tx, event) => {
        failures.push(event.payload['n']);
        if (event.payload['n'] === 2 || failures.length < 2) throw new Error('poison');
      },
    },
    { attempts: 3 },
  );
  const refused = () => own.db.rows(sql`select payload from platform_outbox_refused`);
  while (failures.length === 0) await consumer.runDue();
  expect(await blockedConsumers(own.db)).toEqual(['growth']);
  clock.advance(1_000);
  // The first one succeeds now, and the second one fails for the first time.
  while (failures.length < 3) await consumer.runDue();
  clock.advance(1_000);
  await consumer.runDue();
  expect(failures).toEqual([1, 1, 2, 2]);
  expect(await refused()).toEqual([]);
  clock.advance(2_000);
  await consumer.runDue();
  expect(await refused()).toEqual([{ payload: { n: 2 } }]);
  expect(await blockedConsumers(own.db)).toEqual([]);
});

test('an event that loses a race is handled again at once; events need no trusted clock', async () => {
  await publish(1);
  let losses = 2;
  const consumer = createConsumer(ctx, 'growth', {
    'user.opened': async (tx, event) => {
      await hearing('growth')(tx, event);
      if (losses-- > 0) await tx.run(sql`do $$ begin raise exception 'race' using errcode = '40001'; end $$`);
    },
  });
  while (losses === 2) await consumer.runDue();
  expect([losses, await receivedBy('growth')]).toEqual([-1, [1]]);
  const untrusted = { ...ctx, clock: { ...clock, isTrusted: () => false } };
  await createConsumer(untrusted, 'mail', { 'user.opened': hearing('mail') }).runDue();
  expect(await receivedBy('mail')).toEqual([1]);
});

test('the lag of a consumer is the moment of the first event that it has not processed', async () => {
  const consumer = createConsumer(ctx, 'growth', { 'user.opened': hearing('growth') });
  await publish(1);
  await drain(consumer, 1);
  const lag = async () => (await consumerLag(own.db)).map(({ name, oldestMs }) => [name, oldestMs]);
  expect(await lag()).toEqual([['growth', null]]);
  clock.advance(1_000);
  const oldest = clock.now();
  await publish(2);
  clock.advance(1_000);
  await publish(3);
  expect(await lag()).toEqual([['growth', oldest]]);
});

test('a failing event blocks the consumer with growing pauses and is set aside after the last attempt', async () => {
  for (const n of [1, 2, 3]) await publish(n);
  let failures = 0;
  const consumer = createConsumer(
    ctx,
    'growth',
    {
      async 'user.opened'(tx, event) {
        await hearing('growth')(tx, event);
        if (event.payload['n'] !== 2) return;
        failures += 1;
        throw new Error('poison');
      },
    },
    { attempts: 3 },
  );
  while (failures === 0) await consumer.runDue();
  await consumer.runDue();
  expect(failures).toBe(1);
  clock.advance(1_000);
  await consumer.runDue();
  expect(failures).toBe(2);
  clock.advance(1_999);
  await consumer.runDue();
  expect(failures).toBe(2);
  clock.advance(1);
  await drain(consumer, 2);
  expect(failures).toBe(3);
  expect(await receivedBy('growth')).toEqual([1, 3]);
  const aside = await own.db.rows<{ payload: EventPayload; error: string }>(
    sql`select payload, error from platform_outbox_refused`,
  );
  expect(aside).toEqual([{ payload: { n: 2 }, error: 'Error: poison' }]);
});

test('a relay publishes events committed after its start once, and none of a failed transaction', async () => {
  const seen: unknown[] = [];
  ctx.bus.subscribe(topic<EventPayload>('user.opened'), (payload) => seen.push(payload['n']));
  const relay = await createRelay(ctx, ['user.opened']);
  await publish(1);
  const failing = own.db.transact(async (tx) => {
    await emit(tx, { topic: 'user.opened', payload: { n: 2 }, at: clock.now() });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await publish(3);
  await drain(relay, 2);
  expect(await relay.runDue()).toBe(0);
  expect(seen).toEqual([1, 3]);
});

test('an event for the other processes reaches each of their buses once, and not that of its own process', async () => {
  const shared = sharedTopics();
  const opened = shared.topic<{ readonly n: number }>('user.opened');
  const other: Context = { ...ctx, random: seededRandom('other'), bus: createBus(() => undefined) };
  const seen: string[] = [];
  ctx.bus.subscribe(opened, ({ n }) => seen.push(`here ${n}`));
  other.bus.subscribe(opened, ({ n }) => seen.push(`there ${n}`));
  const relays = [await createRelay(ctx, shared.names), await createRelay(other, shared.names)];
  await own.db.transact((tx) => emitToOthers(ctx, tx, opened, { n: 1 }));
  for (const relay of relays) await drain(relay, 1);
  expect(seen).toEqual(['there 1']);
});

test('events are deleted only when they are old and every consumer has processed them', async () => {
  await publish(1);
  const slow = createConsumer(ctx, 'slow', { 'user.opened': hearing('slow') });
  await drain(slow, 1);
  await publish(2);
  clock.advance(1);
  expect(await pruneOutbox(own.db, clock.now())).toBe(1);
  await drain(slow, 1);
  expect(await pruneOutbox(own.db, clock.now() - 1)).toBe(0);
  expect(await pruneOutbox(own.db, clock.now())).toBe(1);
});

test('an event of a later transaction with a smaller number is kept until it was processed', async () => {
  for (const writer of [100, 99]) {
    await own.db.run(sql`
      insert into platform_outbox (writer, topic, payload, at)
      values (${String(writer)}::text::xid8, 'user.opened', jsonb_build_object('n', ${writer}::int),
        to_timestamp(${clock.now()} / 1000.0))`);
  }
  const handlers = { 'user.opened': hearing('growth') };
  const seen: number[] = [];
  const first = createConsumer(
    ctx,
    'growth',
    {
      'user.opened': async (tx, event) => {
        if (seen.push(event.id) > 1) throw new Error('later');
        await hearing('growth')(tx, event);
      },
    },
    { batch: 1 },
  );
  await first.runDue();
  expect(await receivedBy('growth')).toEqual([99]);
  expect(await pruneOutbox(own.db, clock.now() + 1)).toBe(1);
  clock.advance(1_000);
  await createConsumer(ctx, 'growth', handlers).runDue();
  expect(await receivedBy('growth')).toEqual([99, 100]);
});

test('old events and old finished work are deleted hourly, and the next run is scheduled', async () => {
  const HOUR = 3_600_000;
  await publish(1);
  await own.db.transact((tx) => schedule(tx, { kind: 'pay', subject: 'order:1', dueAt: clock.now() }));
  const worker = createWorker(ctx, { ...applyRetention(ctx), pay: async () => undefined });
  await startRetention(ctx);
  await worker.runDue();
  const left = async () =>
    own.db.one(sql`
      select (select count(*) from platform_outbox) as events, (select count(*) from platform_work where state = 'done') as done,
        (select count(*) from platform_work where state = 'waiting') as planned`);
  expect(await left()).toEqual({ events: 1, done: 1, planned: 1 });
  clock.advance(6 * 24 * HOUR);
  await worker.runDue();
  expect(await left()).toMatchObject({ events: 1, planned: 1 });
  clock.advance(2 * 24 * HOUR);
  await worker.runDue();
  expect(await left()).toMatchObject({ events: 0, planned: 1 });
  clock.advance(40 * 24 * HOUR);
  await worker.runDue();
  // Only this run is left; the payment and earlier runs are deleted.
  expect(await left()).toEqual({ events: 0, done: 1, planned: 1 });
});
