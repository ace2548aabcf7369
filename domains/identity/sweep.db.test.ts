import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { sql } from '@karat/platform/db';
import { createWorker } from '@karat/platform/work';
import { HOUR_MS } from '@karat/rules';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
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
