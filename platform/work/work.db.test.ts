import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { openDatabase, sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createWorker,
  failedWork,
  forgetDone,
  retryFailed,
  schedule,
  unschedule,
  workStatus,
} from './index.ts';
import type { DueWork, WorkHandlers } from './index.ts';

const START = 1_700_000_000_000;
const HOUR = 3_600_000;

let own: TestDatabase;
let clock: VirtualClock;
let ctx: Context;

const contextOn = (db: Database): Context => ({
  db,
  clock,
  random: seededRandom('work'),
  bus: createBus(() => undefined),
  log: silentLog,
  demo: true,
});

beforeAll(async () => {
  own = await createTestDatabase({ connections: 12 });
  await own.db.run(
    sql`create table effects (work bigint not null, subject text not null, at timestamptz not null)`,
  );
});
afterAll(() => own.drop());
beforeEach(async () => {
  clock = virtualClock(START);
  ctx = contextOn(own.db);
  await own.db.run(sql`truncate platform_work, effects`);
});

const plan = (...work: DueWork[]): Promise<number> => own.db.transact((tx) => schedule(tx, ...work));
const many = (count: number, kind = 'pay'): DueWork[] =>
  Array.from({ length: count }, (_, n) => ({ kind, subject: `order:${n}`, dueAt: START + (n % 10) }));

/** A handler whose effect is a row: a repeated row means repeated work. */
const paying: WorkHandlers = {
  async pay(tx, item) {
    await tx.run(sql`
      insert into effects (work, subject, at)
      values (${item.id}, ${item.subject}, to_timestamp(${item.dueAt} / 1000.0))`);
  },
};
const effects = (): Promise<{ subject: string; at: number }[]> =>
  own.db.rows(sql`select subject, at from effects order by work, at`);

test('work is done at its moment, not before', async () => {
  await plan({ kind: 'pay', subject: 'order:1', dueAt: START + HOUR });
  const worker = createWorker(ctx, paying);
  expect(await worker.runDue()).toBe(0);
  clock.advance(HOUR - 1);
  expect(await worker.runDue()).toBe(0);
  clock.advance(1);
  expect(await worker.runDue()).toBe(1);
  expect(await effects()).toEqual([{ subject: 'order:1', at: START + HOUR }]);
});

test('work of one kind, subject and moment is scheduled once, also after it was done', async () => {
  const work = { kind: 'pay', subject: 'order:1', dueAt: START };
  expect(await plan(work)).toBe(1);
  expect(await plan(work)).toBe(0);
  const worker = createWorker(ctx, paying);
  await worker.runDue();
  expect(await plan(work)).toBe(0);
  await worker.runDue();
  expect(await effects()).toHaveLength(1);
});

test('work scheduled in a failed transaction does not exist', async () => {
  await expect(
    own.db.transact(async (tx) => {
      await schedule(tx, ...many(3));
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await createWorker(ctx, paying).runDue()).toBe(0);
});

test('four concurrent workers do each of 400 items exactly once', async () => {
  await plan(...many(400));
  clock.advance(10);
  const done = await Promise.all(
    Array.from({ length: 4 }, () => createWorker(ctx, paying, { batch: 7 }).runDue()),
  );
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(400);
  const seen = await effects();
  expect(seen).toHaveLength(400);
  expect(new Set(seen.map((row) => row.subject)).size).toBe(400);
});

test('a worker claims no more than its batch in one transaction', async () => {
  await plan(...many(3));
  clock.advance(10);
  const left: number[] = [];
  const handlers: WorkHandlers = {
    async pay() {
      const unclaimed = await own.db.transact((tx) =>
        tx.rows(sql`select id from platform_work where state = 'waiting' for update skip locked`),
      );
      left.push(unclaimed.length);
    },
  };
  await createWorker(ctx, handlers, { batch: 2 }).runDue();
  expect(left).toEqual([1, 1, 0]);
});

test('a worker killed between effect and commit leaves neither, and another does the work', async () => {
  await plan(...many(3));
  clock.advance(10);
  const doomed = openDatabase({ url: own.url, connections: 1 });
  const killed = createWorker(contextOn(doomed), {
    async pay(tx, item) {
      await paying['pay']?.(tx, item);
      const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      if (item.subject === 'order:2') await own.db.run(sql`select pg_terminate_backend(${pid})`);
    },
  });
  await expect(killed.runDue()).rejects.toThrow();
  expect(await effects()).toHaveLength(0);
  expect(await createWorker(ctx, paying).runDue()).toBe(3);
  expect(await effects()).toHaveLength(3);
  await doomed.close();
});

test('a clock that jumps days ahead runs each missed moment once, in order', async () => {
  const nights = [0, 1, 2, 3].map((night) => ({
    kind: 'pay',
    subject: 'position:7',
    dueAt: START + night * 24 * HOUR,
  }));
  await plan(...nights.toReversed());
  clock.set(START + 100 * 24 * HOUR);
  await createWorker(ctx, paying).runDue();
  expect((await effects()).map((row) => row.at)).toEqual(nights.toReversed().map((night) => night.dueAt));
  const order = await own.db.rows<{ at: number }>(sql`select at from effects order by ctid`);
  expect(order.map((row) => row.at)).toEqual(nights.map((night) => night.dueAt));
});

test('a clock that jumps back does nothing twice', async () => {
  await plan(...many(5));
  clock.advance(10);
  const worker = createWorker(ctx, paying);
  await worker.runDue();
  clock.set(START - 24 * HOUR);
  expect(await worker.runDue()).toBe(0);
  clock.set(START + 24 * HOUR);
  expect(await worker.runDue()).toBe(0);
  expect(await effects()).toHaveLength(5);
});

test('an item that fails undoes only itself, backs off, and is visibly failed after its attempts', async () => {
  await plan(...many(3));
  clock.advance(10);
  const tries: number[] = [];
  const worker = createWorker(
    ctx,
    {
      async pay(tx, item) {
        await paying['pay']?.(tx, item);
        if (item.subject !== 'order:1') return;
        tries.push(item.attempt);
        throw new Error('bank is closed');
      },
    },
    { attempts: 3 },
  );
  await worker.runDue();
  expect((await effects()).map((row) => row.subject)).toEqual(['order:0', 'order:2']);
  clock.advance(999);
  expect(await worker.runDue()).toBe(0);
  clock.advance(1);
  expect(await worker.runDue()).toBe(1);
  clock.advance(1_999);
  expect(await worker.runDue()).toBe(0);
  clock.advance(1);
  expect(await worker.runDue()).toBe(1);
  clock.advance(HOUR);
  expect(await worker.runDue()).toBe(0);
  expect(tries).toEqual([1, 2, 3]);
  const [failed] = await failedWork(own.db);
  expect(failed).toMatchObject({ subject: 'order:1', attempts: 3, lastError: 'Error: bank is closed' });
  expect(await workStatus(own.db, clock.now())).toEqual({
    due: 0,
    oldestDueMs: null,
    oldestTryMs: null,
    failed: 1,
  });

  const again = () => own.db.transact((tx) => retryFailed(tx, failed?.id ?? 0, clock.now()));
  expect(await again()).toBe(true);
  // It has all its attempts again.
  await worker.runDue();
  expect([tries, await failedWork(own.db)]).toEqual([[1, 2, 3, 1], []]);
  clock.advance(1_000);
  await createWorker(ctx, paying).runDue();
  // What is done by now is not done once more.
  expect(await again()).toBe(false);
  await createWorker(ctx, paying).runDue();
  expect((await effects()).map((row) => row.subject).toSorted()).toEqual(['order:0', 'order:1', 'order:2']);
});

test('a serialization failure is retried at once and does not count as an attempt', async () => {
  await plan({ kind: 'pay', subject: 'order:1', dueAt: START });
  let losses = 2;
  const worker = createWorker(ctx, {
    async pay(tx, item) {
      await paying['pay']?.(tx, item);
      if (losses-- > 0) await tx.run(sql`do $$ begin raise exception 'race' using errcode = '40001'; end $$`);
    },
  });
  expect(await worker.runDue()).toBe(1);
  expect(await effects()).toHaveLength(1);
  const row = await own.db.one<{ state: string; attempts: number }>(
    sql`select state, attempts from platform_work`,
  );
  expect(row).toEqual({ state: 'done', attempts: 1 });
});

test('an item that loses every retry steps back and lets the others through', async () => {
  await plan(
    { kind: 'pay', subject: 'loser', dueAt: START },
    { kind: 'pay', subject: 'other', dueAt: START },
  );
  const worker = createWorker(ctx, {
    async pay(tx, item) {
      if (item.subject === 'loser') {
        await tx.run(sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`);
      }
      await paying['pay']?.(tx, item);
    },
  });
  await worker.runDue();
  expect((await effects()).map((row) => row.subject)).toEqual(['other']);
});

test('a handler schedules the next run in the transaction of this one', async () => {
  await plan({ kind: 'accrue', subject: 'order:1', dueAt: START });
  const worker = createWorker(ctx, {
    async accrue(tx, item) {
      await schedule(tx, { kind: 'accrue', subject: item.subject, dueAt: item.dueAt + 24 * HOUR });
      await tx.run(
        sql`insert into effects values (${item.id}, ${item.subject}, to_timestamp(${item.dueAt} / 1000.0))`,
      );
    },
  });
  clock.advance(3 * 24 * HOUR);
  expect(await worker.runDue()).toBe(4);
  expect((await effects()).map((row) => row.at)).toEqual([0, 1, 2, 3].map((day) => START + day * 24 * HOUR));
});

test('work of kinds without a handler here is left for others', async () => {
  await plan({ kind: 'elsewhere', subject: 'x', dueAt: START });
  expect(await createWorker(ctx, paying).runDue()).toBe(0);
  expect(await workStatus(own.db, START)).toEqual({
    due: 1,
    oldestDueMs: START,
    oldestTryMs: START,
    failed: 0,
  });
});

test('cancelled work is not done', async () => {
  await plan(...many(2));
  await own.db.transact((tx) => unschedule(tx, { kind: 'pay', subject: 'order:0' }));
  await own.db.transact((tx) => unschedule(tx, { kind: 'pay', subject: 'order:1', dueAt: START }));
  clock.advance(10);
  await createWorker(ctx, paying).runDue();
  expect((await effects()).map((row) => row.subject)).toEqual(['order:1']);
  // Work that is done stays known: the same is not scheduled again.
  expect(await own.db.transact((tx) => unschedule(tx, { kind: 'pay', subject: 'order:1' }))).toBe(0);
  expect(await plan(...many(2).slice(1))).toBe(0);
});

test('a started worker polls every 100 ms and claims nothing after it was stopped', async () => {
  const { promise: committed, resolve } = Promise.withResolvers<void>();
  const worker = createWorker(ctx, {
    async pay(tx, item) {
      await paying['pay']?.(tx, item);
      tx.afterCommit(resolve);
    },
  });
  worker.start();
  await plan({ kind: 'pay', subject: 'order:1', dueAt: START });
  clock.advance(100);
  await committed;
  await worker.stop();
  await plan({ kind: 'pay', subject: 'order:2', dueAt: START });
  clock.advance(1_000);
  expect(await worker.runDue()).toBe(0);
  expect(await effects()).toHaveLength(1);
});

test('a started worker begins no transaction before something of its own kinds is due', async () => {
  let asked: () => void = () => undefined;
  let begun: () => void = () => undefined;
  let transactions = 0;
  const worker = createWorker(
    contextOn({
      ...own.db,
      async prepared(name, text, values) {
        const rows = await own.db.prepared<never>(name, text, values);
        setImmediate(asked);
        return rows;
      },
      transact(work) {
        transactions += 1;
        begun();
        return own.db.transact(work);
      },
    }),
    paying,
  );
  await plan(
    { kind: 'elsewhere', subject: 'x', dueAt: START },
    { kind: 'pay', subject: 'order:1', dueAt: START + 250 },
  );
  worker.start();
  for (let looks = 0; looks < 2; looks++) {
    const answered = new Promise<void>((resolve) => (asked = resolve));
    clock.advance(100);
    await answered;
  }
  expect(transactions).toBe(0);
  // The last poll returned the moment, which is not a multiple of the pause.
  const due = new Promise<void>((resolve) => (begun = resolve));
  clock.advance(50);
  await due;
  await worker.stop();
  expect((await effects()).map((row) => row.at)).toEqual([START + 250]);
});

test('finished work is deleted only after its retention', async () => {
  await plan(...many(2));
  clock.advance(10);
  await createWorker(ctx, paying).runDue();
  expect(await forgetDone(own.db, clock.now())).toBe(0);
  expect(await forgetDone(own.db, clock.now() + 1)).toBe(2);
});
