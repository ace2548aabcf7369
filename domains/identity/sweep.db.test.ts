import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { sql } from '@karat/platform/db';
import { createWorker } from '@karat/platform/work';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyHouse, openDesk } from './testing/desk.ts';
import type { Desk } from './testing/desk.ts';

const ANN = 'ann@example.com';
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
/** More than one sweep deletes. */
const CROWD = 5_001;

let own: TestDatabase;
let desk: Desk;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());
beforeEach(async () => {
  await emptyHouse(own.db);
  desk = await openDesk(own.db);
});
afterEach(() => desk.close());

const count = async (table: string): Promise<number> =>
  (await own.db.one<{ n: number }>(sql([`select count(*) as n from ${table}`]))).n;

test('attempts beyond one sweep are deleted by the next, a second later; newer ones stay', async () => {
  await desk.open(ANN);
  const kept = await count('identity_logins');
  await own.db.run(sql`
    insert into identity_logins (user_id, outcome, way, device, address, network, created_at)
    select (select id from identity_users), 'ok', 'password', 'd', 'a', 'n',
      to_timestamp(${desk.clock.now() - YEAR_MS} / 1000.0)
    from generate_series(1, ${CROWD}::int)`);
  await desk.identity.start();
  const worker = createWorker(desk.ctx, desk.identity.work);
  desk.clock.advance(HOUR_MS);
  await worker.runDue();
  expect(await count('identity_logins')).toBe(kept + 1);
  desk.clock.advance(1_000);
  await worker.runDue();
  expect(await count('identity_logins')).toBe(kept);
});

test('expired codes, attempts and sessions are deleted hourly', async () => {
  await desk.open(ANN);
  await desk.outcome('user/login', { user_string: ANN, password: 'wrong-otter-9' });
  await desk.call('sms_mail', { user_string: 'new@example.com', type: 'register' });
  await desk.identity.start();
  desk.clock.advance(YEAR_MS);
  await createWorker(desk.ctx, desk.identity.work).runDue();
  for (const table of ['identity_codes', 'identity_attempts', 'identity_sessions', 'identity_logins'])
    expect([table, await count(table)]).toEqual([table, 0]);
});
