import { sql } from '@karat/platform/db';
import type { Database } from '@karat/platform/db';
import { DAY_MS } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sessionsEnded } from './topics.ts';
import { PASSWORD, credentials, clearTables, openIdentity } from './testing/harness.ts';
import type { IdentityHarness } from './testing/harness.ts';

const ANN = 'ann@example.com';

let own: TestDatabase;
let harness: IdentityHarness;

beforeAll(async () => {
  own = await createTestDatabase({ connections: 12 });
});
afterAll(() => own.drop());
beforeEach(async () => {
  await clearTables(own.db);
  harness = await openIdentity(own.db);
});
afterEach(() => harness.close());

const login = async (address?: string): Promise<string> =>
  String(await harness.call('user/login', credentials(ANN), address === undefined ? {} : { address }));
const sessionIn = async (token: string) => {
  const caller = await harness.callerOf(token);
  if (!caller) throw new Error('no session');
  return caller;
};
const sessions = async (token: string) =>
  (await harness.call('user/sessions', {}, { caller: await sessionIn(token) })) as {
    id: number;
    device: string;
    current: boolean;
    address: string;
  }[];

test('a cached session is returned without a promise', async () => {
  const token = await harness.open(ANN);
  expect(harness.identity.authenticate(token)).toBeInstanceOf(Promise);
  await harness.callerOf(token);
  expect(harness.identity.authenticate(token)).toMatchObject({ verified: false });
});

test('a token has 256 random bits and a tag, and is stored only as its hash', async () => {
  const token = await harness.open(ANN);
  expect(Buffer.from(token, 'base64url')).toHaveLength(40);
  const rows = await own.db.rows(sql`select * from identity_sessions`);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a cached session knows of a verification at once', async () => {
  const token = await harness.open(ANN);
  const { userId, verified } = await sessionIn(token);
  expect(verified).toBe(false);
  await own.db.transact((tx) => harness.identity.setRealState(tx, userId, 2));
  expect((await sessionIn(token)).verified).toBe(true);
});

test('the database is read once for an ended session, and never for an invented token', async () => {
  let lookups = 0;
  const counting: Database = {
    ...own.db,
    prepared: (...query) => ((lookups += 1), own.db.prepared(...query)),
  };
  const watched = await openIdentity(counting);
  const ended = await watched.open(ANN);
  await watched.call('user/logout', {}, { caller: await watched.callerOf(ended) });
  lookups = 0;
  for (let time = 0; time < 50; time++) expect(await watched.callerOf(ended)).toBeUndefined();
  expect(lookups).toBe(1);
  for (let time = 0; time < 50; time++) {
    const invented = Buffer.alloc(40, time).toString('base64url');
    expect(await watched.callerOf(invented)).toBeUndefined();
  }
  expect(lookups).toBe(1);
  await watched.close();
});

test('a malformed token opens nothing and causes no query', async () => {
  let queries = 0;
  const silent: Database = { ...own.db, prepared: () => ((queries += 1), Promise.resolve([])) };
  const watched = await openIdentity(silent);
  for (const odd of ['', 'x', 'a'.repeat(44), 'ü'.repeat(43), `${'a'.repeat(42)}\n`, '\u0000'.repeat(43)]) {
    expect(watched.identity.authenticate(odd)).toBeUndefined();
  }
  expect(queries).toBe(0);
  await watched.close();
});

test('a logout ends the session at once, and no other', async () => {
  const one = await harness.open(ANN);
  const two = await login();
  const caller = await sessionIn(one);
  await sessionIn(two);
  await harness.call('user/logout', {}, { caller });
  expect(await harness.callerOf(one)).toBeUndefined();
  expect(await harness.callerOf(two)).toBeDefined();
});

test('a session that ends during its lookup is not cached', async () => {
  const token = await harness.open(ANN);
  const caller = await sessionIn(token);
  let resume: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (resume = resolve));
  const slow: Database = {
    ...own.db,
    async prepared<Row>(name: string, text: string, values: readonly unknown[]) {
      const rows = await own.db.prepared<Row>(name, text, values);
      await held;
      return rows;
    },
  };
  const other = await openIdentity(slow);
  const pending = other.identity.authenticate(token);
  await other.call('user/logout', {}, { caller });
  resume();
  await pending;
  expect(await other.callerOf(token)).toBeUndefined();
  await other.close();
});

test('a session that another process ended is refused within thirty seconds', async () => {
  const token = await harness.open(ANN);
  const caller = await sessionIn(token);
  const elsewhere = await openIdentity(own.db);
  await elsewhere.call('user/logout', {}, { caller });
  expect(await harness.callerOf(token)).toBeDefined();
  harness.clock.advance(30_000);
  expect(await harness.callerOf(token)).toBeUndefined();
  await elsewhere.close();
});

test('users see their sessions with device and address, and end one or all others', async () => {
  const one = await harness.open(ANN);
  const two = await login('203.0.113.20');
  const three = await login('2001:db8::1');
  const listed = await sessions(two);
  expect(listed).toHaveLength(3);
  expect(listed.filter((row) => row.current).map((row) => row.address)).toEqual(['203.0.113.20']);
  expect(listed[0]?.device).toBe('Chrome · Android');
  const caller = await sessionIn(two);
  const first = listed.at(-1)?.id ?? 0;
  expect(await harness.outcome('user/session/revoke', { id: first }, { caller })).toBe('ok');
  expect(await harness.callerOf(one)).toBeUndefined();
  expect(await harness.outcome('user/session/revoke', { id: 0 }, { caller })).toBe('ok');
  expect(await harness.callerOf(three)).toBeUndefined();
  expect(await harness.callerOf(two)).toBeDefined();
  expect(await sessions(two)).toHaveLength(1);
});

test('the list has the open sessions of the own account, the newest first', async () => {
  const first = await harness.open(ANN);
  harness.clock.advance(1_000);
  const unused = await login('203.0.113.30');
  await harness.open('bob@example.com');
  harness.clock.advance(DAY_MS);
  const newest = await login('203.0.113.31');
  // A use makes a session no newer.
  await own.db.run(sql`
    update identity_sessions set seen_at = to_timestamp(${harness.clock.now() + 5} / 1000.0)
    where id = ${(await sessionIn(first)).sessionId}`);
  const addresses = async () => (await sessions(newest)).map(({ address }) => address);
  const [latest, second, oldest] = await addresses();
  expect([latest, second]).toEqual(['203.0.113.31', '203.0.113.30']);
  expect(oldest).toBeDefined();
  expect(await addresses()).toHaveLength(3);
  harness.clock.advance(29 * DAY_MS);
  await sessionIn(newest);
  expect(await addresses()).toEqual(['203.0.113.31', oldest]);
  expect(await harness.callerOf(unused)).toBeUndefined();
  // The last use is far away from both ends of a session: its login counts.
  await own.db.run(sql`
    update identity_sessions set created_at = created_at - interval '151 days',
      seen_at = to_timestamp(${harness.clock.now()} / 1000.0) where address = ${oldest ?? ''}`);
  expect(await addresses()).toEqual(['203.0.113.31']);
});

test("nobody ends another user's session", async () => {
  const ann = await harness.open(ANN);
  const bob = await sessionIn(await harness.open('bob@example.com'));
  const { sessionId } = await sessionIn(ann);
  expect(await harness.outcome('user/session/revoke', { id: sessionId }, { caller: bob })).toBe('not_found');
  expect(await harness.callerOf(ann)).toBeDefined();
});

test('a password change needs the code of the linked contact and ends the other sessions', async () => {
  const one = await harness.open(ANN);
  const two = await login();
  const caller = await sessionIn(one);
  await sessionIn(two);
  await harness.call('safe/send_code', {}, { caller });
  const code = await harness.codeFor(ANN);
  const newPassword = { password: 'violin-moss-42', re_password: 'violin-moss-42' };
  const wrongCode = code === '000000' ? '000001' : '000000';
  expect(await harness.outcome('safe/update_password', { ...newPassword, code: wrongCode }, { caller })).toBe(
    'code_wrong',
  );
  expect(
    await harness.outcome(
      'safe/update_password',
      { ...newPassword, re_password: PASSWORD, code },
      { caller },
    ),
  ).toBe('passwords_differ');
  expect(await harness.outcome('safe/update_password', { ...newPassword, code }, { caller })).toBe('ok');
  expect(await harness.callerOf(two)).toBeUndefined();
  expect(await harness.callerOf(one)).toBeDefined();
  expect(await harness.outcome('user/login', credentials(ANN, 'violin-moss-42'))).toBe('ok');
});

test('a session ends after thirty unused days, and 180 days after its login', async () => {
  const idle = await harness.open(ANN);
  const used = await login();
  for (let day = 0; day < 180; day++) {
    await harness.callerOf(used);
    // Last use is written concurrently with the reply; the next lookup waits for it.
    await own.db.run(sql`select 1 from identity_sessions for update`);
    if (day === 29) expect(await own.db.rows(sql`select 1 from identity_sessions`)).toHaveLength(2);
    if (day === 30) expect(await harness.callerOf(idle)).toBeUndefined();
    harness.clock.advance(DAY_MS);
  }
  expect(await harness.callerOf(used)).toBeUndefined();
});

test('the twenty-first session ends the one unused longest and publishes it', async () => {
  const notices: number[] = [];
  harness.ctx.bus.subscribe(sessionsEnded, ({ sessionIds }) => notices.push(...sessionIds));
  const tokens = [await harness.open(ANN)];
  for (let n = 0; n < 19; n++) {
    harness.clock.advance(1_000);
    tokens.push(await login());
  }
  // The oldest one is in use.
  const { sessionId } = await sessionIn(tokens[0] ?? '');
  await own.db.run(sql`
    update identity_sessions set seen_at = to_timestamp(${harness.clock.now() + 1} / 1000.0) where id = ${sessionId}`);
  expect(notices).toEqual([]);
  await login();
  expect(notices).toHaveLength(1);
  expect(await harness.callerOf(tokens[1] ?? '')).toBeUndefined();
  for (const place of [0, 2]) expect(await harness.callerOf(tokens[place] ?? '')).toBeDefined();
});

test('the last use of a session is written every ten minutes', async () => {
  let written: Promise<number> = Promise.resolve(0);
  const watched = await openIdentity({ ...own.db, run: (statement) => (written = own.db.run(statement)) });
  const token = await watched.open(ANN);
  const opened = watched.clock.now();
  const seen = async () => {
    await watched.callerOf(token);
    await written;
    return (await own.db.one<{ at: number }>(sql`select seen_at as at from identity_sessions`)).at - opened;
  };
  watched.clock.advance(599_999);
  expect(await seen()).toBe(0);
  // Cached sessions are read again after half a minute.
  watched.clock.advance(30_000);
  expect(await seen()).toBe(629_999);
  await watched.close();
});

test('codes for a session are rate limited until one is used', async () => {
  const caller = await sessionIn(await harness.open(ANN));
  const send = () => harness.outcome('safe/send_code', {}, { caller });
  for (let n = 0; n < 3; n++) expect(await send()).toBe('ok');
  expect(await send()).toBe('too_many_attempts');
  const passwords = { password: 'violin-moss-42', re_password: 'violin-moss-42' };
  const code = await harness.codeFor(ANN);
  expect(await harness.outcome('safe/update_password', { ...passwords, code }, { caller })).toBe('ok');
  expect(await send()).toBe('ok');
});

test('ended sessions, expired codes and old attempts are deleted, live ones stay', async () => {
  const token = await harness.open(ANN);
  await harness.outcome('user/login', credentials(ANN, 'wrong-password'));
  await harness.identity.start();
  const { createWorker } = await import('@karat/platform/work');
  const worker = createWorker(harness.ctx, harness.identity.work);
  harness.clock.advance(DAY_MS * 29);
  await worker.runDue();
  expect(await harness.callerOf(token)).toBeDefined();
  const left = async () =>
    own.db.one(sql`
      select (select count(*) from identity_sessions) as sessions, (select count(*) from identity_attempts) as tries,
        (select count(*) from platform_work where state = 'waiting') as planned`);
  expect(await left()).toEqual({ sessions: 1, tries: 0, planned: 2 });
  harness.clock.advance(DAY_MS * 31);
  await worker.runDue();
  expect(await left()).toEqual({ sessions: 0, tries: 0, planned: 2 });
});
