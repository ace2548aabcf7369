import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { sql } from '@karat/platform/db';
import { createWorker } from '@karat/platform/work';
import type { Worker } from '@karat/platform/work';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { clearTables, openIdentity } from './testing/harness.ts';
import type { IdentityHarness } from './testing/harness.ts';

const ANN = 'ann@example.com';

let own: TestDatabase;
let harness: IdentityHarness;
let worker: Worker;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());
beforeEach(async () => {
  await clearTables(own.db);
  await own.db.run(sql`truncate platform_work`);
  harness = await openIdentity(own.db);
  await harness.open(ANN);
  await harness.identity.start();
  worker = createWorker(harness.ctx, harness.identity.work);
});
afterEach(() => harness.close());

interface Entry {
  readonly subject: string;
  readonly detail: {
    readonly hour: string;
    readonly attempts: number;
    readonly networks: number;
    readonly accounts?: number;
    readonly from: readonly { readonly network: string; readonly attempts: number }[];
  };
}
/** Entries since the last call. */
let read = 0;
async function entries(): Promise<Entry[]> {
  const rows = await own.db.rows<{ id: number; subject: string; detail: string }>(sql`
    select id, subject, detail from platform_audit where action = 'user logins failed' and id > ${read} order by id`);
  read = rows.at(-1)?.id ?? read;
  return rows.map(({ subject, detail }) => ({ subject, detail: JSON.parse(detail) as Entry['detail'] }));
}
const user = async (): Promise<number> =>
  (await own.db.one<{ id: number }>(sql`select id from identity_users where email = ${ANN}`)).id;
/** Inserts attempts of accounts at the present time. */
const fail = (users: readonly number[], network: string, count = 1): Promise<number> =>
  own.db.run(sql`
    insert into identity_logins (user_id, outcome, way, device, address, network, created_at)
    select id, 'password_wrong', 'password', 'd', ${network}, ${network}, to_timestamp(${harness.clock.now()} / 1000.0)
    from unnest(${users}::bigint[]) as id, generate_series(1, ${count}::int)`);
const endHour = async (): Promise<void> => {
  harness.clock.advance(HOUR_MS + MINUTE_MS - (harness.clock.now() % HOUR_MS));
  await worker.runDue();
};

test('refused logins of an account are one entry for an hour, with hashes of networks and nothing typed', async () => {
  await harness.outcome('user/login', { user_string: ANN, password: 'wrong-otter-9' });
  await harness.outcome('user/login', { user_string: ANN, password: 'wrong-otter-8' });
  await harness.outcome('user/login', { user_string: 'nobody@example.com', password: 'wrong-otter-7' });
  expect(await entries()).toEqual([]);
  await endHour();
  const [entry, ...more] = await entries();
  expect(more).toEqual([]);
  expect(entry).toEqual({
    subject: `user:${await user()}`,
    detail: {
      hour: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/) as unknown,
      attempts: 2,
      networks: 1,
      from: [{ network: expect.stringMatching(/^[0-9a-f]{12}$/) as unknown, attempts: 2 }],
    },
  });
  expect(JSON.stringify(entry)).not.toMatch(/otter|example|203\.|127\./);
  await endHour();
  expect(await entries()).toEqual([]);
});

test('an attempt in the moment in which an hour begins counts for that hour alone', async () => {
  const id = await user();
  harness.clock.advance(HOUR_MS - (harness.clock.now() % HOUR_MS));
  await fail([id], 'a');
  harness.clock.advance(MINUTE_MS);
  await worker.runDue();
  expect(await entries()).toEqual([]);
  await endHour();
  expect((await entries()).map(({ detail }) => detail.attempts)).toEqual([1]);
});

test('an entry names the networks with most attempts, equal ones by the same hash', async () => {
  const ann = await user();
  for (let n = 1; n <= 7; n++) await fail([ann], `198.51.100.${n}`, n);
  await endHour();
  await fail([ann], '198.51.100.7');
  await endHour();
  const [first, second] = await entries();
  expect(first?.detail).toMatchObject({ attempts: 28, networks: 7 });
  expect(first?.detail.from.map(({ attempts }) => attempts)).toEqual([7, 6, 5, 4, 3]);
  expect(second?.detail.from[0]?.network).toBe(first?.detail.from[0]?.network);
});

test('a flood against many accounts is bounded, and counted in full', async () => {
  await own.db.run(sql`
    insert into identity_users (id, email, nickname, invite_code, password_hash, credential_changed_at, lang, fiat, created_at)
    overriding system value
    select id, id || '@karat.example', 'K', id::text, 'x', now(), 'en', 'USD', now()
    from generate_series(200000, 200349) as id`);
  await fail(
    Array.from({ length: 350 }, (_, n) => 200_000 + n),
    '198.51.100.1',
    2,
  );
  await endHour();
  const all = await entries();
  expect(all).toHaveLength(201);
  expect(all.at(-1)).toMatchObject({ subject: 'other users', detail: { accounts: 150, attempts: 300 } });
});

test('hours without a running process are recorded afterwards, each once', async () => {
  const ann = await user();
  await fail([ann], '198.51.100.1', 1);
  harness.clock.advance(HOUR_MS);
  await fail([ann], '198.51.100.1', 2);
  harness.clock.advance(5 * HOUR_MS);
  await fail([ann], '198.51.100.1', 4);
  await harness.identity.start();
  await endHour();
  while ((await worker.runDue()) > 0);
  const attempts = (await entries()).map(({ detail }) => detail.attempts);
  expect(attempts.toSorted((a, b) => a - b)).toEqual([1, 2, 4]);
});

test('a run that is undone records nothing, and the next one does', async () => {
  await fail([await user()], '198.51.100.1');
  harness.clock.advance(HOUR_MS + MINUTE_MS);
  await own.db.run(
    sql`alter table platform_audit add constraint refuse_all check (action <> 'user logins failed') not valid`,
  );
  await worker.runDue();
  await own.db.run(sql`alter table platform_audit drop constraint refuse_all`);
  expect(await entries()).toEqual([]);
  harness.clock.advance(HOUR_MS);
  await worker.runDue();
  expect(await entries()).toHaveLength(1);
});
