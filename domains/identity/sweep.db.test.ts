import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { sql } from '@karat/platform/db';
import { createWorker } from '@karat/platform/work';
import { HOUR_MS } from '@karat/rules';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockedWait } from './attempts.ts';
import { DEFAULT_LIMITS } from './rules.ts';
import { clearTables, openIdentity } from './testing/harness.ts';
import type { IdentityHarness } from './testing/harness.ts';

const ANN = 'ann@example.com';
const YEAR_MS = 365 * 24 * HOUR_MS;
/** More than one sweep deletes. */
const CROWD = 5_001;

let own: TestDatabase;
let harness: IdentityHarness;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());
beforeEach(async () => {
  await clearTables(own.db);
  harness = await openIdentity(own.db);
});
afterEach(() => harness.close());

const count = async (table: string): Promise<number> =>
  (await own.db.one<{ n: number }>(sql([`select count(*) as n from ${table}`]))).n;

test('attempts beyond one sweep are deleted by the next, a second later; newer ones stay', async () => {
  await harness.open(ANN);
  const stored = await count('identity_logins');
  await own.db.run(sql`
    insert into identity_logins (user_id, outcome, way, device, address, network, created_at)
    select (select id from identity_users), 'ok', 'password', 'd', 'a', 'n',
      to_timestamp(${harness.clock.now() - YEAR_MS} / 1000.0)
    from generate_series(1, ${CROWD}::int)`);
  await harness.identity.start();
  const worker = createWorker(harness.ctx, harness.identity.work);
  harness.clock.advance(HOUR_MS);
  await worker.runDue();
  expect(await count('identity_logins')).toBe(stored + 1);
  harness.clock.advance(1_000);
  await worker.runDue();
  expect(await count('identity_logins')).toBe(stored);
});

test('expired codes, attempts and sessions are deleted hourly', async () => {
  await harness.open(ANN);
  await harness.outcome('user/login', { user_string: ANN, password: 'wrong-otter-9' });
  await harness.call('sms_mail', { user_string: 'new@example.com', type: 'register' });
  await harness.identity.start();
  harness.clock.advance(YEAR_MS);
  await createWorker(harness.ctx, harness.identity.work).runDue();
  for (const table of ['identity_codes', 'identity_attempts', 'identity_sessions', 'identity_logins'])
    expect([table, await count(table)]).toEqual([table, 0]);
});

test('logins are remembered for half a year', async () => {
  await harness.open(ANN);
  await own.db.run(sql`truncate identity_logins`);
  for (const days of [179, 181])
    await own.db.run(sql`
      insert into identity_logins (user_id, outcome, way, device, address, network, created_at)
      select id, 'ok', 'password', ${`${days} days ago`}, 'a', 'n',
        to_timestamp(${harness.clock.now() - days * 24 * HOUR_MS} / 1000.0) from identity_users`);
  await harness.identity.start();
  harness.clock.advance(HOUR_MS);
  await createWorker(harness.ctx, harness.identity.work).runDue();
  expect(await own.db.rows(sql`select device from identity_logins`)).toEqual([{ device: '179 days ago' }]);
});

test('of several limits the longest wait counts, whatever the order of their keys', async () => {
  const now = harness.clock.now();
  await own.db.run(sql`
    insert into identity_attempts (key, count, last_at, blocked_until)
    select key, 9, to_timestamp(${now} / 1000.0), to_timestamp((${now}::bigint + wait) / 1000.0)
    from (values ('a', 5000), ('b', 9000), ('c', 7000)) as waits (key, wait)`);
  const allowance = DEFAULT_LIMITS.password;
  const attempts = ['c', 'b', 'none', 'a'].map((key) => ({ key, allowance }));
  expect(await own.db.transact((tx) => lockedWait(tx, attempts, now))).toBe(9_000);
});

test('an old attempt that still has somebody wait is not deleted', async () => {
  const now = harness.clock.now();
  await own.db.run(sql`
    insert into identity_attempts (key, count, last_at, blocked_until) values
      ('old', 9, to_timestamp(${now - YEAR_MS} / 1000.0), to_timestamp(${now - YEAR_MS} / 1000.0)),
      ('waits', 9, to_timestamp(${now - YEAR_MS} / 1000.0), to_timestamp(${now + YEAR_MS} / 1000.0))`);
  await harness.identity.start();
  harness.clock.advance(HOUR_MS);
  await createWorker(harness.ctx, harness.identity.work).runDue();
  expect(await own.db.rows(sql`select key from identity_attempts`)).toEqual([{ key: 'waits' }]);
});
