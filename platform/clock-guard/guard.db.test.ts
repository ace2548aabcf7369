import { virtualClock } from '@karat/platform/clock';
import type { VirtualClock } from '@karat/platform/clock';
import { sql } from '@karat/platform/db';
import { silentLog } from '@karat/platform/log';
import { createPolling } from '@karat/platform/work';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClockGuard } from './guard.ts';
import type { ClockGuard } from './guard.ts';

const HOUR = 3_600_000;
let database: TestDatabase;
let clock: VirtualClock;
let elapsed: number;
let guard: ClockGuard;
let errors: object[];

const another = (): ClockGuard =>
  createClockGuard({
    clock,
    db: database.db,
    log: { ...silentLog, error: (fields) => void errors.push(fields) },
    toleranceMs: 5_000,
    elapsed: () => elapsed,
  });
/** Clock of the database, which a test cannot set. */
const databaseNow = async (): Promise<number> =>
  (await database.db.one<{ now: number }>(sql`select clock_timestamp() as now`)).now;
/** Two operators resume the current halt. */
const resume = async (): Promise<string> => {
  const halt = await guard.halt(database.db);
  const done = await database.db.transact((tx) => guard.resume(tx, halt?.atMs ?? 0));
  await guard.check();
  return done;
};

beforeEach(async () => {
  database = await createTestDatabase({ connections: 4 });
  clock = virtualClock(await databaseNow());
  elapsed = 1_000;
  errors = [];
  guard = another();
  await guard.start();
});
afterEach(async () => {
  guard.stop();
  await database.drop();
});

test('an hour forward halts at once, is recorded and logged, and stays halted after the clock is right again', async () => {
  const unchecked = another();
  expect([unchecked.clock.isTrusted(), unchecked.clock.isSteady()]).toEqual([false, false]);
  expect(guard.clock.isTrusted()).toBe(true);
  const right = clock.now();
  clock.set(right + HOUR);
  // Before any check: a caller at this time settles nothing.
  expect(guard.clock.isTrusted()).toBe(false);
  expect(guard.clock.isSteady()).toBe(false);
  await guard.check();
  expect(guard.state().halt).toMatchObject({ reason: 'database_differs' });
  expect(errors).toMatchObject([{ reason: 'database_differs' }]);
  expect(await resume()).toBe('still_wrong');
  clock.set(right);
  await guard.check();
  expect(guard.clock.isSteady()).toBe(true);
  expect(guard.clock.isTrusted()).toBe(false);
  // A restart does not bypass the halt.
  const restarted = another();
  await restarted.start();
  expect(restarted.clock.isTrusted()).toBe(false);
  expect(await resume()).toBe('resumed');
  expect(guard.clock.isTrusted()).toBe(true);
  await restarted.check();
  expect(restarted.clock.isTrusted()).toBe(true);
  restarted.stop();
  const log = await database.db.rows<{ action: string }>(
    sql`select action from platform_audit where actor = 'system'`,
  );
  expect(log).toEqual([{ action: 'halt clock' }]);
});

test('a clock set together with that of a database on the same machine is wrong', async () => {
  // The database shows the same time as before, so the machine ran an hour less than its clock says.
  elapsed -= HOUR;
  await guard.check();
  expect(guard.state().halt).toMatchObject({ reason: 'jumped', driftMs: HOUR });
  expect(await resume()).toBe('resumed');
  expect(guard.clock.isTrusted()).toBe(true);
});

test('small steps and sleep halt nothing', async () => {
  clock.set(clock.now() + 2_000);
  await guard.check();
  clock.set(clock.now() - 3_000);
  await guard.check();
  expect(guard.clock.isTrusted()).toBe(true);
  expect(errors).toEqual([]);
});

test('a price from the future halts; two operators accept it, and it halts no more', async () => {
  const future = clock.now() + HOUR;
  guard.watchTicks(async () => future);
  await guard.check();
  expect(guard.state().halt).toMatchObject({ reason: 'behind_last_tick' });
  // Nothing has jumped, and still nothing may be done by this clock.
  expect([guard.clock.isTrusted(), guard.clock.isSteady()]).toEqual([false, false]);
  expect(await resume()).toBe('resumed');
  await guard.check();
  expect([guard.clock.isTrusted(), guard.clock.isSteady()]).toEqual([true, true]);
});

test('a resume refers to the halt that the operator saw', async () => {
  elapsed -= HOUR;
  await guard.check();
  expect(await database.db.transact((tx) => guard.resume(tx, 1))).toBe('changed');
  expect((await guard.halt(database.db))?.reason).toBe('jumped');
});

test('due work waits while the clock is not trusted and runs once afterwards', async () => {
  const done: string[] = [];
  const due = ['first'];
  const polled = (name: string, runsUntrusted: boolean) =>
    createPolling(
      { clock: guard.clock, log: silentLog },
      {
        name,
        pollMs: 25,
        runsUntrusted,
        runBatch: async () => {
          const item = due.shift();
          if (item !== undefined) done.push(`${name} ${item}`);
          return item === undefined ? 0 : 1;
        },
      },
    );
  const [settling, mail] = [polled('settling', false), polled('mail', true)];
  elapsed -= HOUR;
  await guard.check();
  expect(await settling.runDue()).toBe(0);
  expect(done).toEqual([]);
  due.push('second');
  expect(await mail.runDue()).toBe(2);
  due.push('third');
  await resume();
  expect(await settling.runDue()).toBe(1);
  expect(done).toEqual(['mail first', 'mail second', 'settling third']);
});
