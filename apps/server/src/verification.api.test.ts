import { sql } from '@karat/platform/db';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { openClient } from './testing/client.ts';

let database: PreparedDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const get = (path: string, token: string, body: Record<string, string | number> = {}) =>
  server.ask(path, { method: 'GET', token, body });
const uidOf = async (token: string): Promise<number> => (await server.reply('user/info', { token })).uid;

test('demo users have their verification levels', async () => {
  const levels = await Promise.all(
    ['alice', 'bruno', 'chloe'].map(async (name) => {
      const { level } = await server.reply('real/state', { token: await server.login(name) });
      return level;
    }),
  );
  expect(levels).toEqual([2, 1, 0]);
});

test('a decision reaches the open session, the open socket and the account at once', async () => {
  const chloe = await server.login('chloe');
  const uid = await uidOf(chloe);
  const data = { real_type: 1, id_type: 1, name: 'Chloe Martin', card_id: '12AB34567' };
  expect(await server.ask('user/real', { token: chloe, body: data })).toMatchObject({
    type: '998',
    error: 'receiver_unbound',
  });
  await database.db.run(sql`update identity_users set phone = '+85251237777' where id = ${uid}`);
  expect(await server.ask('user/real', { token: chloe, body: data })).toMatchObject({ type: 'ok' });
  expect((await get('user/info', chloe)).message).toMatchObject({ real_state: 1 });

  const socket = await openClient(server.url, chloe);
  await socket.subscribe('messages');
  const risk = await server.loginOperator('risk');
  const asked = { token: risk, body: { state: 'auditing', uid } };
  const [request] = (await server.reply('console/verifications', asked)).data;
  const decision = { id: request?.id ?? 0, decision: 'approve' };
  const decided = await Promise.all(
    [1, 2, 3].map(() => server.ask('console/verification_decide', { token: risk, body: decision })),
  );
  expect(decided.map(({ error }) => error ?? 'ok').toSorted()).toEqual([
    'ok',
    'verification_decided',
    'verification_decided',
  ]);
  expect((await socket.next('messages')).data).toMatchObject({
    notices: [{ kind: 'verification:approved', title: 'Level 1 verification passed' }],
  });
  socket.close();
  expect((await get('user/info', chloe)).message).toMatchObject({ real_state: 2 });
  expect(await server.server.container.identity.authenticate(chloe)).toMatchObject({ verified: true });
});

test('neither users nor operators without the role reach the reviews', async () => {
  const alice = await server.login('alice');
  const finance = await server.loginOperator('finance');
  for (const path of ['console/verifications', 'console/verification', 'console/verification_picture']) {
    expect(await get(path, finance, { id: 1, side: 'front' })).toMatchObject({ error: 'forbidden' });
    expect((await get(path, alice, { id: 1, side: 'front' })).type).not.toBe('ok');
  }
});
