import { hostname } from 'node:os';
import { virtualClock } from '@karat/platform/clock';
import { sql } from '@karat/platform/db';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  LeaseHeld,
  acquireLease,
  awaitFreeLease,
  heartbeatLease,
  releaseLease,
  renewLease,
} from './engine/recovery/lease.ts';

/** No process has this number: it is above the highest of Linux. */
const NOBODY = 2 ** 22 + 1;
const ELSEWHERE = 'another-machine:1';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const clock = virtualClock(0);
const acquire = (waitMs = 0) => acquireLease(database.db, clock, waitMs);
const awaitFree = (stopping?: AbortSignal) =>
  awaitFreeLease(database.db, clock, { waitMs: 0, ...(stopping && { stopping }) });

/** The row as another process would have left it; `ms` until it ends, negative: since then. */
const held = (holder: string | null, ms: number): Promise<number> =>
  database.db.run(sql`
    update spot_engine set fence = 7, holder = ${holder}, expires_at = now() + ${ms} * interval '1 ms', batch = 5,
      order_id = 60, fill_id = 70`);

const row = () =>
  database.db.one<{ fence: number; holder: string | null; left: number }>(sql`
    select fence, holder, (extract(epoch from expires_at - now()) * 1000)::float8 as left from spot_engine`);

test('a lease is taken under the next fence, with the counters of the last batch, in the name of this process', async () => {
  await held(null, -1_000);
  expect(await acquire()).toEqual({
    lease: { fence: 8, leaseMs: 5_000 },
    batch: 5,
    ids: { order: 60, fill: 70 },
  });
  const { fence, holder, left } = await row();
  expect([fence, holder]).toEqual([8, `${hostname()}:${process.pid}`]);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(5_000);
});

test('a live holder keeps it, here and on another machine; its end, its release or the time makes it free', async () => {
  for (const holder of [ELSEWHERE, `${hostname()}:${process.ppid}`, `${hostname()}:${process.pid}`]) {
    await held(holder, 60_000);
    await expect(acquire(), holder).rejects.toThrow(LeaseHeld);
    await expect(awaitFree(), holder).rejects.toThrow(LeaseHeld);
  }
  expect((await row()).fence).toBe(7);
  // The number says nothing about a process of another machine.
  await held(`another-machine:${NOBODY}`, 60_000);
  await expect(acquire()).rejects.toThrow(LeaseHeld);
  for (const [holder, ms] of [
    [`${hostname()}:${NOBODY}`, 60_000],
    [ELSEWHERE, -1_000],
    [null, 60_000],
  ] as const) {
    await held(holder, ms);
    await awaitFree();
    expect((await acquire()).lease.fence, String(holder)).toBe(8);
  }
});

test('a process that may not be signalled is alive', async () => {
  await held(`${hostname()}:1`, 60_000);
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });
  await expect(acquire()).rejects.toThrow(LeaseHeld);
  expect(kill.mock.calls).toEqual([[1, 0]]);
  kill.mockRestore();
});

test('only the newest fence beats, renews and releases', async () => {
  const { db } = database;
  const { lease: old } = await acquire();
  const renewed = await renewLease(db, old);
  expect(renewed?.lease.fence).toBe(old.fence + 1);
  expect(await renewLease(db, old)).toBeUndefined();
  await db.run(sql`update spot_engine set expires_at = now() - interval '1 s'`);
  expect(await heartbeatLease(db, old)).toBe(false);
  expect((await row()).left).toBeLessThan(0);
  await releaseLease(db, old);
  expect((await row()).holder).not.toBeNull();
  const { lease } = renewed ?? expect.fail('not renewed');
  expect(await heartbeatLease(db, lease)).toBe(true);
  const { left } = await row();
  expect(left).toBeGreaterThan(1_000);
  expect(left).toBeLessThanOrEqual(5_000);
  await releaseLease(db, lease);
  expect((await row()).holder).toBeNull();
});

test('who takes the lease waits for one that is taking it, and then finds it held', async () => {
  const { db } = database;
  await held(null, -1_000);
  const { promise: decided, resolve: decide } = Promise.withResolvers<void>();
  const first = db.transact(async (tx) => {
    await tx.run(sql`update spot_engine set batch = batch`);
    await decided;
    await tx.run(sql`
      update spot_engine set fence = 50, holder = ${ELSEWHERE}, expires_at = now() + interval '1 minute'`);
  });
  const second = acquire().catch((failure: unknown) => failure);
  const waiting = sql`
    select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await db.one<{ count: number }>(waiting)).count).toBe(1);
  decide();
  await first;
  expect(await second).toBeInstanceOf(LeaseHeld);
  expect((await row()).fence).toBe(50);
});

test('a start waits once for a live engine, then takes over; it gives up at its time or when it is stopped', async () => {
  const pauses: (() => void)[] = [];
  const waiting = { ...clock, after: (_: number, run: () => void) => (pauses.push(run), () => undefined) };
  const nextPause = async (): Promise<() => void> => {
    await expect.poll(() => pauses.length).toBe(1);
    return pauses.pop() ?? expect.fail('no pause');
  };
  await held(ELSEWHERE, 60_000);
  let waits = 0;
  const freed = awaitFreeLease(database.db, waiting, { waitMs: 1_000, onWait: () => void (waits += 1) });
  (await nextPause())();
  const last = await nextPause();
  await held(null, 0);
  last();
  await freed;
  expect(waits).toBe(1);
  await held(ELSEWHERE, 60_000);
  const late = awaitFreeLease(database.db, waiting, { waitMs: 250 });
  (await nextPause())();
  await expect(late).rejects.toThrow(LeaseHeld);
  const stopped = new Error('stopped');
  const stop = new AbortController();
  stop.abort(stopped);
  await expect(awaitFreeLease(database.db, waiting, { waitMs: 1_000, stopping: stop.signal })).rejects.toBe(
    stopped,
  );
});

test('a database without the table has no engine', async () => {
  await database.db.run(sql`alter table spot_engine rename to other_engine`);
  await awaitFree();
});
