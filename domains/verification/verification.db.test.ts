import { keyRing } from '@karat/platform/crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal, operatorId, userId } from '@karat/contract';
import type { Contract, OperatorRole, Read, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Notification } from '@karat/domains/messages';
import { seedDemoOperators } from '@karat/domains/operators';
import { listAudit } from '@karat/platform/audit';
import { createBus } from '@karat/platform/bus';
import { virtualClock } from '@karat/platform/clock';
import type { Context } from '@karat/platform/context';
import { sql } from '@karat/platform/db';
import { createFiles } from '@karat/platform/files';
import type { Files } from '@karat/platform/files';
import { silentLog } from '@karat/platform/log';
import { seededRandom } from '@karat/platform/random';
import { createTestDatabase, messagesInto, png } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Screening } from '@karat/domains/compliance';
import { createVerification, isRequestOf, verifiedAfter } from './index.ts';
import type { Verification, VerificationDeps } from './index.ts';

type Calls = Contract['verification'];

let database: TestDatabase;
let ctx: Context;
let files: Files;
let directory: string;
let verification: Verification;
let auto: Verification;
const clock = virtualClock(Date.parse('2026-03-01T12:00:00Z'));
const notifications: Notification[] = [];
const states = new Map<UserId, number>();
/** Users with a sanction match; a name with this part matches. */
const held = new Set<UserId>();
const screening: Screening = {
  async screen(_tx, { user, name }) {
    if (!name.includes('Drazhenko')) return 'clear';
    held.add(user);
    return 'match';
  },
  refuseMatch: async () => undefined,
  isHeld: async (_db, user) => held.has(user),
};
/** A user without both contacts. */
const unbound = new Map<UserId, 'email' | 'phone'>();

beforeAll(async () => {
  database = await createTestDatabase({ connections: 12 });
  directory = await mkdtemp(join(tmpdir(), 'karat-verification-'));
  const bus = createBus(() => undefined);
  ctx = { db: database.db, clock, bus, log: silentLog, random: seededRandom('verification'), demo: true };
  files = createFiles(ctx, { directory });
  const deps: VerificationDeps = {
    ctx,
    files,
    keys: keyRing(Buffer.alloc(32, 3)),
    messages: messagesInto(notifications),
    people: async (_db, users) =>
      users.map((id) => ({
        id,
        nickname: `K${id}`,
        status: 'active' as const,
        demo: false,
        createdMs: clock.now(),
        email: unbound.get(id) === 'email' ? null : `u${id}@example.com`,
        phone: unbound.get(id) === 'phone' ? null : '+85251234567',
      })),
    setRealState: async (_tx, user, state) => void states.set(user, state),
    screening,
  };
  verification = createVerification(deps);
  auto = createVerification({ ...deps, auto: true });
  await seedDemoOperators(ctx, {
    hash: async () => 'none',
    verify: async () => false,
    pretend: async () => undefined,
  });
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

let users = 800_000;
const newUser = (): UserId => userId(++users);
const request = { id: 'r', address: '127.0.0.1', userAgent: 'test', idempotencyKey: undefined };
const common = { lang: 'en' as Lang, request, tx: undefined, file: undefined };
const as = (user: UserId, lang: Lang = 'en') => ({
  ...common,
  lang,
  caller: { userId: user, sessionId: 1 as never, verified: false },
});
const reviewer = (login = 'risk', role: OperatorRole = 'risk') => ({
  ...common,
  caller: { operatorId: operatorId(3), login, role, sessionId: 1 as never },
});

const DATA: Read<Calls['user/real']> = {
  real_type: 1,
  id_type: 1,
  name: 'Ann Lee',
  card_id: 'K1234567X',
  front_pic: undefined,
  reverse_pic: undefined,
};
let numbers = 1_000_000;
/** Data with a unique number. */
const freshData = (change: Partial<typeof DATA> = {}): typeof DATA => ({
  ...DATA,
  card_id: `P${(numbers += 7_919)}`,
  ...change,
});
const send = async (user: UserId, input: typeof DATA, house = verification) =>
  house.handlers['user/real']({ ...as(user), input });
const stateOf = async (user: UserId, lang: Lang = 'en') =>
  verification.handlers['real/state']({ ...as(user, lang), input: {} });
const openOf = async (user: UserId) => {
  const { data } = await verification.handlers['console/verifications']({
    ...reviewer(),
    input: { state: 'auditing', level: undefined, uid: user, page: 1, limit: 10 },
  });
  return data[0]?.id ?? 0;
};
const decide = async (id: number, change: Partial<Read<Calls['console/verification_decide']>> = {}) =>
  verification.handlers['console/verification_decide']({
    ...reviewer(),
    input: { id, decision: 'approve', reason: undefined, note: undefined, ...change },
  });
const reject = (id: number, reason: 'unreadable' | 'other' = 'unreadable', note = '') =>
  decide(id, { decision: 'reject', reason, note });
const reviewOf = async (id: number) =>
  verification.handlers['console/verification']({ ...reviewer('support', 'support'), input: { id } });
const codeOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.code;
  throw error;
};
const outcome = (work: Promise<unknown>): Promise<string> => work.then(() => 'ok', codeOf);

let shades = 300;
async function upload(user: UserId, side = 640, shade = ++shades): Promise<string> {
  const bytes = png(side, side, shade);
  return database.db.transact((tx) =>
    files.keep(tx, { owner: user, visibility: 'private', mime: 'image/png', bytes }),
  );
}
const photos = async (user: UserId): Promise<typeof DATA> => ({
  real_type: 2,
  id_type: undefined,
  name: undefined,
  card_id: undefined,
  front_pic: await upload(user),
  reverse_pic: await upload(user),
});
async function atLevelOne(): Promise<UserId> {
  const user = newUser();
  await send(user, freshData());
  await decide(await openOf(user));
  return user;
}

test('a name that matches stays in review: no automatic pass, no pass by an operator, and no word to the user', async () => {
  const user = newUser();
  await send(user, freshData({ name: 'Viktor Drazhenko' }), auto);
  expect(await stateOf(user)).toMatchObject({ level: 0, review_status: 1, reason: '' });
  const id = await openOf(user);
  expect(await outcome(decide(id))).toBe('case_screening');
  expect(await stateOf(user)).toMatchObject({ level: 0, review_status: 1 });
  held.delete(user);
  // The name is screened again at the decision.
  expect(await outcome(decide(id))).toBe('case_screening');
  await decide(id, { decision: 'reject', reason: 'data_mismatch' });
  expect(await stateOf(user)).toMatchObject({ level: 0, review_status: 3 });
});

test('a user who is held since level 1 passes no level 2, and no automatic check', async () => {
  const user = await atLevelOne();
  held.add(user);
  await send(user, await photos(user), auto);
  expect(await outcome(decide(await openOf(user)))).toBe('case_screening');
  held.delete(user);
  expect(await outcome(decide(await openOf(user)))).toBe('ok');
});

test('data and then photos are sent, passed and notified, level by level', async () => {
  const user = newUser();
  expect(await stateOf(user)).toMatchObject({ level: 0, review_status: 0, advanced_review_status: 0 });
  await send(user, freshData({ card_id: 'k 12-345.678' }));
  expect(states.get(user)).toBe(1);
  expect(await stateOf(user)).toMatchObject({
    level: 0,
    real_status: 1,
    review_status: 1,
    steps: [{ name: 'Ann Lee', card_id: 'K1*****78', sent_at: '2026-03-01 12:00:00' }, { state: 0 }],
  });
  await decide(await openOf(user));
  expect([await verification.levelOf(database.db, user), states.get(user)]).toEqual([1, 2]);
  await send(user, await photos(user));
  expect(await stateOf(user)).toMatchObject({ level: 1, review_status: 2, advanced_review_status: 1 });
  await decide(await openOf(user));
  expect(await stateOf(user)).toMatchObject({ level: 2, review_status: 2, advanced_review_status: 2 });
  const notices = notifications.filter((notice) => notice.user === user);
  expect(notices.map(({ kind, values }) => [kind, values?.['level']])).toEqual([
    ['verification:approved', 1],
    ['verification:approved', 2],
  ]);
});

test('nothing can be sent before email and phone are linked', async () => {
  for (const missing of ['email', 'phone'] as const) {
    const user = newUser();
    unbound.set(user, missing);
    expect((await stateOf(user)).missing).toEqual([missing]);
    expect(await outcome(send(user, freshData()))).toBe('receiver_unbound');
    unbound.delete(user);
    expect(await outcome(send(user, freshData()))).toBe('ok');
  }
});

test('a failure gives its reason in the language of the reader, and corrected data can be sent again', async () => {
  const user = newUser();
  await send(user, freshData());
  const first = await openOf(user);
  await reject(first, 'unreadable', 'Page two, please.');
  expect(await stateOf(user, 'fra')).toMatchObject({
    level: 0,
    review_status: 3,
    reason: 'Les photos sont floues, coupées ou trop sombres pour être lues. Page two, please.',
  });
  expect(states.get(user)).toBe(3);
  await send(user, freshData({ name: 'Ann B. Lee' }));
  const second = await openOf(user);
  expect((await reviewOf(second)).history).toMatchObject([
    { id: first, state: 'failed', note: 'Page two, please.' },
  ]);
  await decide(second);
  expect(await verification.levelOf(database.db, user)).toBe(1);
});

test('one request of a level is open at a time, also of many concurrent ones', async () => {
  const user = newUser();
  const tries = await Promise.all(Array.from({ length: 8 }, () => outcome(send(user, freshData()))));
  expect(tries.toSorted()).toEqual(
    [...Array<string>(1).fill('ok'), ...Array<string>(7).fill('verification_open')].toSorted(),
  );
  await decide(await openOf(user));
  expect(await outcome(send(user, freshData()))).toBe('verification_done');
});

test('of two concurrent reviewers one decides and the other is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const user = newUser();
    await send(user, freshData());
    const id = await openOf(user);
    const results = await Promise.all([outcome(decide(id)), outcome(reject(id)), outcome(decide(id))]);
    expect(results.toSorted()).toEqual(['ok', 'verification_decided', 'verification_decided']);
    const level = await verification.levelOf(database.db, user);
    expect(level).toBe(results[1] === 'ok' ? 0 : 1);
    expect(notifications.filter((notice) => notice.user === user)).toHaveLength(1);
  }
});

test('photos wait for level 1, also at the decision', async () => {
  const user = await atLevelOne();
  await send(user, await photos(user));
  const id = await openOf(user);
  await database.db.run(sql`update verification_levels set level = 0 where user_id = ${user}`);
  expect(await outcome(decide(id))).toBe('verification_level_one_first');
  expect(await outcome(send(newUser(), await photos(newUser())))).toBe('image_invalid');
  const beginner = newUser();
  expect(await outcome(send(beginner, await photos(beginner)))).toBe('verification_level_one_first');
});

test('names with symbols and invalid numbers are refused', async () => {
  const user = newUser();
  const names = [
    '',
    'A',
    'Ann <b>',
    'Ann@Lee',
    'Ann 3',
    '=cmd()',
    'Ann  _',
    '😀 Lee',
    'Ann\u200bLee',
    'x'.repeat(90),
  ];
  for (const name of names) expect(await outcome(send(user, freshData({ name })))).toBe('real_name_invalid');
  for (const card_id of ['', '1234', 'ABCDEFG', "1' or 1=1", '１２３', 'P'.repeat(40), '中国12345'])
    expect(await outcome(send(user, freshData({ card_id })))).toBe('document_number_invalid');
  expect(await outcome(send(user, freshData({ id_type: undefined })))).toBe('document_type_missing');
  expect((await stateOf(user)).review_status).toBe(0);
});

test.for([
  'Ann-Marie O’Brien',
  "D'Arcy Lee",
  '陳大文',
  'Nguyễn Văn A',
  'สมชาย ใจดี',
  'José P. Núñez',
  '买买提·艾力',
  'محمد علي',
])('accepts the real name %s', async (name) => {
  const user = newUser();
  expect(await outcome(send(user, freshData({ name })))).toBe('ok');
  expect((await stateOf(user)).steps[0]?.name).toBe(name);
});

test('document numbers are unreadable in the database, and the same one is found across accounts', async () => {
  const [first, second] = [newUser(), newUser()];
  await send(first, freshData({ card_id: 'DUP 998877' }));
  await send(second, freshData({ card_id: 'dup-998877' }));
  const dump = JSON.stringify(
    await database.db.rows(sql`select encode(card_sealed, 'escape') as sealed, * from verification_requests`),
  );
  expect(dump).not.toContain('998877');
  const view = await reviewOf(await openOf(second));
  expect(view.request.card_id).toBe('DUP998877');
  expect(view.request.remarks).toContain('document_elsewhere');
  expect(view.duplicates).toMatchObject([{ uid: first, by: 'document', state: 'auditing' }]);
  const id = await openOf(second);
  expect(await isRequestOf(database.db, second, id)).toBe(true);
  expect(await isRequestOf(database.db, first, id)).toBe(false);
});

/** Approves a request as the approvals engine does. */
const approvePass = async (id: number | null) => {
  const { payload } = await database.db.one<{ payload: Record<string, string | number> }>(
    sql`select payload from operators_approvals where id = ${id}`,
  );
  const decision = { approval: id ?? 0, reason: 'twins', askedBy: 'sana', approvedBy: 'rika' };
  return outcome(
    database.db.transact(async (tx) =>
      verification.approvals['verification:pass']?.execute(tx, payload, decision),
    ),
  );
};

test('one document cannot verify two accounts: for either one risk has to approve', async () => {
  const [first, second, third] = [newUser(), newUser(), newUser()];
  await send(first, freshData({ card_id: 'TWIN 112233' }));
  const lone = await openOf(first);
  await send(second, freshData({ card_id: 'TWIN 112233' }));
  // Only the second request has the remark; the first is blocked as well.
  const call = await decide(lone);
  expect(call.state).toBe('auditing');
  expect(call.approval).not.toBeNull();
  expect(await verification.levelOf(database.db, first)).toBe(0);
  expect((await decide(await openOf(second))).state).toBe('auditing');
  expect(await verification.levelOf(database.db, second)).toBe(0);
  // Another account shares the document since: the request is stale.
  await send(third, freshData({ card_id: 'TWIN 112233' }));
  expect(await approvePass(call.approval)).toBe('approval_stale');
  expect(await approvePass((await decide(lone)).approval)).toBe('ok');
  expect(await verification.levelOf(database.db, first)).toBe(1);
  expect(await verification.levelOf(database.db, second)).toBe(0);
});

test('of two accounts that concurrently send one document the automatic check passes one', async () => {
  const users = [newUser(), newUser(), newUser(), newUser()];
  const data = freshData({ id_type: 0, card_id: 'C123456(9)' });
  await Promise.all(users.map((user) => send(user, data, auto)));
  const levels = await Promise.all(users.map((user) => verification.levelOf(database.db, user)));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
});

test('a sealed number cannot be moved into the row of another user', async () => {
  const [first, second] = [newUser(), newUser()];
  await send(first, freshData());
  await send(second, freshData());
  await database.db.run(sql`
    update verification_requests set card_sealed = (select card_sealed from verification_requests where user_id = ${first})
    where user_id = ${second}`);
  await expect(reviewOf(await openOf(second))).rejects.toThrow(/auth/);
});

test('documents are visible to their owner and to audited reviewers only', async () => {
  const user = await atLevelOne();
  const sent = await photos(user);
  await send(user, sent);
  const serve = (caller: Parameters<Files['serve']>[1]) =>
    files.serve(String(sent.front_pic).replace('/files/', ''), caller).then(({ status }) => status);
  expect(await serve({ userId: user })).toBe(200);
  expect(await serve({ userId: newUser() })).toBe(404);
  expect(await serve(undefined)).toBe(404);
  for (const role of ['support', 'finance', 'risk', 'admin'] as const)
    expect(await serve({ role })).toBe(404);
  const id = await openOf(user);
  await reviewOf(id);
  const view = await verification.handlers['console/verification_picture']({
    ...reviewer('support', 'support'),
    input: { id, side: 'reverse' },
  });
  expect(view).toMatchObject({ type: 'image/png' });
  const lines = (await listAudit(database.db, { limit: 2 })).map(({ actor, action, subject, detail }) => ({
    actor,
    action,
    subject,
    detail: JSON.parse(detail) as unknown,
  }));
  expect(lines).toEqual([
    {
      actor: 'support',
      action: 'verification:picture',
      subject: `user:${user}`,
      detail: { request: id, level: 2, side: 'reverse' },
    },
    {
      actor: 'support',
      action: 'verification:look',
      subject: `user:${user}`,
      detail: { request: id, level: 2 },
    },
  ]);
});

test("another user's picture, a public one and a missing one are refused as documents", async () => {
  const user = await atLevelOne();
  const own = await photos(user);
  const foreign = await upload(newUser());
  expect(await outcome(send(user, { ...own, reverse_pic: foreign }))).toBe('image_invalid');
  expect(await outcome(send(user, { ...own, reverse_pic: '/files/../../etc/passwd' }))).toBe('image_invalid');
  expect(await outcome(send(user, { ...own, reverse_pic: undefined }))).toBe('document_pictures_missing');
  const avatar = await database.db.transact((tx) =>
    files.keep(tx, { owner: user, visibility: 'public', mime: 'image/webp', bytes: Buffer.from('face') }),
  );
  expect(await outcome(send(user, { ...own, front_pic: avatar }))).toBe('image_invalid');
});

test('the same photos after a failure are accepted, and those of another account are remarked', async () => {
  const user = await atLevelOne();
  const [front, reverse] = [await upload(user, 640, 20), await upload(user, 640, 220)];
  await send(user, { ...(await photos(user)), front_pic: front, reverse_pic: reverse });
  await reject(await openOf(user));
  const again = [await upload(user, 640, 20), await upload(user, 640, 220)];
  await send(user, { ...(await photos(user)), front_pic: again[0], reverse_pic: again[1] });
  expect((await reviewOf(await openOf(user))).request.remarks).toEqual([]);
  const other = await atLevelOne();
  const copied = { ...(await photos(other)), front_pic: await upload(other, 200, 20) };
  await send(other, { ...copied, reverse_pic: copied.front_pic });
  const view = await reviewOf(await openOf(other));
  expect(view.request.remarks).toEqual(['pictures_same', 'picture_small']);
  const third = await atLevelOne();
  await send(third, { ...(await photos(third)), front_pic: await upload(third, 640, 20) });
  const found = await reviewOf(await openOf(third));
  expect(found.request.remarks).toEqual(['picture_elsewhere']);
  expect(found.duplicates).toEqual([{ uid: user, by: 'picture', id: null, state: null, created_ms: null }]);
});

test('the third failure is remarked, and what passed does not count', async () => {
  const user = newUser();
  const remarks = async () => (await reviewOf(await openOf(user))).request.remarks;
  for (let n = 0; n < 2; n++) {
    await send(user, freshData());
    await reject(await openOf(user));
  }
  await send(user, freshData());
  await decide(await openOf(user));
  await send(user, await photos(user));
  expect(await remarks()).toEqual([]);
  await reject(await openOf(user));
  await send(user, await photos(user));
  expect(await remarks()).toEqual(['tried_often']);
});

test('a failure needs a reason of the list, and `other` a note', async () => {
  const user = newUser();
  await send(user, freshData());
  const id = await openOf(user);
  expect(await outcome(decide(id, { decision: 'reject' }))).toBe('reason_required');
  expect(await outcome(reject(id, 'other'))).toBe('reason_required');
  expect(await outcome(reject(id, 'other', 'Please visit us.'))).toBe('ok');
});

test('if configured, the automatic check passes requests without remarks, and no others', async () => {
  const clean = newUser();
  await send(clean, freshData({ id_type: 0, card_id: 'A123456(3)' }), auto);
  expect(await verification.levelOf(database.db, clean)).toBe(1);
  const wrong = newUser();
  await send(wrong, freshData({ id_type: 0, card_id: 'A123456(5)' }), auto);
  expect(await verification.levelOf(database.db, wrong)).toBe(0);
  expect((await reviewOf(await openOf(wrong))).request).toMatchObject({
    remarks: ['number_checksum'],
    provider: 'simulator',
    simulated: true,
  });
});

test('the queue lists the longest waiting first', async () => {
  const { data } = await verification.handlers['console/verifications']({
    ...reviewer(),
    input: { state: 'auditing', level: undefined, uid: undefined, page: 1, limit: 100 },
  });
  const ids = data.map((row) => row.id);
  expect(ids.length).toBeGreaterThan(2);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test('two operators set or remove a level, the user is notified with the reason, and a stale request does nothing', async () => {
  const user = newUser();
  const ask = (level: 0 | 1 | 2) =>
    verification.handlers['console/verification_override']({
      ...reviewer(),
      input: { uid: user, level, reason: 'Seen in person.' },
    });
  expect(await outcome(Promise.resolve().then(() => ask(0)))).toBe('verification_level_same');
  const call = await ask(2);
  const payload = { uid: user, from: 0, level: 2 };
  expect(call).toMatchObject({ title: 'Set a verification level', uid: user });
  expect(call.changes.slice(0, 1)).toEqual([
    { label: 'Level', before: '0: not verified', after: '2: photos' },
  ]);
  expect(call.changes).toContainEqual({ label: 'Withdrawals in 24 h', before: '0 BTC', after: '500 BTC' });
  expect(await verification.levelOf(database.db, user)).toBe(0);
  const execute = verification.approvals['verification:level']?.execute;
  const decision = { approval: call.id, reason: 'Seen in person.', askedBy: 'risk', approvedBy: 'admin' };
  const run = (of: typeof payload, approval = call.id) =>
    database.db.transact(async (tx) => execute?.(tx, of, { ...decision, approval }));
  await run(payload);
  expect([await verification.levelOf(database.db, user), states.get(user)]).toEqual([2, 2]);
  expect(await outcome(run(payload))).toBe('approval_stale');
  await run({ uid: user, from: 2, level: 0 }, call.id + 1_000);
  expect([await verification.levelOf(database.db, user), states.get(user)]).toEqual([0, 0]);
  expect(
    notifications.filter((notice) => notice.user === user).map(({ kind, values }) => [kind, values]),
  ).toEqual([
    ['verification:granted', { level: 2, note: 'Seen in person.' }],
    ['verification:revoked', { level: 0, note: 'Seen in person.' }],
  ]);
  // A removed level can be requested again.
  expect(await outcome(send(user, freshData()))).toBe('ok');
  // No level rises while a sanction match is not decided.
  held.add(user);
  expect(await outcome(run({ uid: user, from: 0, level: 1 }, call.id + 2_000))).toBe('case_screening');
});

test('the verified name is that of the request that passed, not that of a later one', async () => {
  const user = await atLevelOne();
  await database.db.run(sql`update verification_levels set level = 0 where user_id = ${user}`);
  await send(user, freshData({ name: 'Bob Lee' }));
  await database.db.run(sql`update verification_levels set level = 1 where user_id = ${user}`);
  expect(await verifiedAfter(database.db, user - 1, 1)).toEqual([{ user, name: 'Ann Lee' }]);
});

test('demo users get their level once', async () => {
  const user = newUser();
  await verification.seedDemoLevel(user, 2);
  expect(await verification.levelOf(database.db, user)).toBe(2);
  await database.db.run(sql`update verification_levels set level = 1 where user_id = ${user}`);
  await verification.seedDemoLevel(user, 2);
  expect(await verification.levelOf(database.db, user)).toBe(1);
});
