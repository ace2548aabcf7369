import { demoLogins } from '@karat/domains/operators';
import { MINUTE_MS } from '@karat/rules';
import type { PreparedDatabase } from '@karat/testkit';
import { sql } from '@karat/platform/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import { clockAt } from './testing/hours.ts';
import type { TestServer } from './testing/boot.ts';

const clock = clockAt(Date.now());
let database: PreparedDatabase;
let server: TestServer;
let risk: string;
let support: string;
let chloe: string;
let uid: number;
beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database, {}, { clock });
  risk = await server.loginOperator('risk');
  support = await server.loginOperator('support');
  chloe = await server.login('chloe');
  uid = (await server.reply('user/info', { token: chloe })).uid;
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const casesOf = async (user: number) =>
  (await server.reply('console/cases', { token: risk, body: { uid: user } })).data;

test('a demonstration screens against its fictitious list', async () => {
  const state = await server.reply('console/screening', { token: risk });
  expect(state).toMatchObject({ configured: true, error: null, list: { format: 'csv', entries: 5 } });
  expect(state.list?.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test('a verification with a listed name waits for the case, and its sender reads only that it is in review', async () => {
  await database.db.run(sql`update identity_users set phone = '+85251237777' where id = ${uid}`);
  const data = { real_type: 1, id_type: 1, name: 'Viktor Drazhenko', card_id: '12AB34567' };
  expect(await server.ask('user/real', { token: chloe, body: data })).toMatchObject({ type: 'ok' });
  expect(await server.reply('real/state', { token: chloe })).toMatchObject({
    review_status: 1,
    reason: '',
  });
  const asked = { token: risk, body: { state: 'auditing', uid } };
  const [request] = (await server.reply('console/verifications', asked)).data;
  const body = { id: request?.id ?? 0, decision: 'approve' };
  expect((await server.ask('console/verification_decide', { token: risk, body })).error).toBe(
    'case_screening',
  );
  expect(await casesOf(uid)).toMatchObject([
    { kind: 'sanction_match', severity: 'critical', status: 'open' },
  ]);
});

test('support opens cases and reads none; records of other users cannot be linked', async () => {
  const opening = { uid, kind: 'other', severity: 'low', text: 'asks odd questions' };
  const opened = await server.reply('console/case_open', { token: support, body: opening });
  expect(opened.joined).toBe(false);
  for (const path of ['console/cases', 'console/case', 'console/screening'] as const) {
    const refused = await server.ask(path, { method: 'GET', token: support, body: { id: opened.id } });
    expect(refused.error, path).toBe('forbidden');
  }
  const alice = await server.login('alice');
  const other = (await server.reply('user/info', { token: alice })).uid;
  const [request] = (await server.reply('console/verifications', { token: risk, body: { uid } })).data;
  const foreign = { ...opening, uid: other, link: 'verification', reference: request?.id ?? 0 };
  expect((await server.ask('console/case_open', { token: support, body: foreign })).error).toBe('not_found');
  const halfLink = { ...opening, link: 'verification' };
  expect((await server.ask('console/case_open', { token: support, body: halfLink })).error).toBe(
    'parameter_error',
  );
  const unknown = { id: 999_999, text: 'nothing there' };
  expect((await server.ask('console/case_note', { token: risk, body: unknown })).error).toBe('case_unknown');
});

test('a false positive is asked by one operator and approved by another with a second factor, never by the same', async () => {
  const [found] = (await casesOf(uid)).filter(({ kind }) => kind === 'sanction_match');
  const id = found?.id ?? 0;
  await server.reply('console/case_take', { token: risk, body: { id } });
  const body = { id, outcome: 'false_positive', reason: 'another person' };
  expect(await server.reply('console/case_close', { token: risk, body })).toMatchObject({ closing: true });
  const waiting = await server.reply('console/approvals', { token: risk, body: { state: 'asked' } });
  const [asked] = waiting.data;
  expect(asked).toMatchObject({
    kind: 'compliance:clear',
    uid,
    title: 'Close a sanction match as a false positive',
  });
  const approval = { id: asked?.id ?? 0, digest: asked?.digest ?? '' };
  const approve = async (token: string, login: string) => {
    const { password = '', totp = '' } = demoLogins(clock.now()).find((each) => each.login === login) ?? {};
    const proof = { ...approval, password, totp };
    return (await server.ask('console/approve', { token, body: proof })).error ?? 'ok';
  };
  expect(await approve(risk, 'risk')).toBe('approval_own');
  const admin = await server.loginOperator('admin');
  // A one-time code is good once.
  clock.turn(MINUTE_MS);
  expect(await approve(admin, 'admin')).toBe('ok');
  expect(await casesOf(uid)).toMatchObject([
    { kind: 'other' },
    { id, status: 'closed', closed_by: 'risk, admin' },
  ]);
});
