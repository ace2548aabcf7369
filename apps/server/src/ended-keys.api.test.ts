import { identityRelayedTopics } from '@karat/domains/identity';
import { createBus } from '@karat/platform/bus';
import { tokenHash } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { emitToOthers, sharedTopics } from '@karat/platform/outbox';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { askSigned } from './testing/program.ts';
import type { ProgramKey, SignedSent } from './testing/program.ts';

const PAY = { pay_password: '274951' };
const ORDER = { currency_id: '1', legal_id: '3', type: '1', amount: '0.001', target_price: '1000' };

let database: PreparedDatabase;
let server: TestServer;
let alice: string;

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  alice = await server.login('alice');
});
afterAll(async () => {
  await server?.close();
  await database.drop();
});

async function makeKey(): Promise<ProgramKey> {
  const body = { label: 'bot', trade: '1', withdraw: '1', networks: '127.0.0.1', ...PAY };
  const { message } = await server.ask('api_keys/create', { token: alice, body });
  return message as ProgramKey;
}
const errorOf = async (key: ProgramKey, path: string, sent?: SignedSent): Promise<string | undefined> =>
  (await askSigned(server.url, key, path, sent)).error;

test('a key that one process has ended places, pays and changes nothing in another from then on', async () => {
  const key = await makeKey();
  const order = (amount: string) => errorOf(key, 'coin/trade', { body: { ...ORDER, amount } });
  const writes = () => [
    ...Array.from({ length: 20 }, (_, n) => order(`0.00${n + 11}`)),
    errorOf(key, 'wallet/out', {
      body: { type: '0', address: `0x${'5'.repeat(40)}`, number: '1', network: 'ethereum', currency: '3' },
    }),
    errorOf(key, 'withdrawal/cancel', { body: { id: '1' } }),
  ];
  expect(await Promise.all(writes())).not.toContain('signature_wrong');
  // What another process commits; no message of it has come.
  await database.db.run(sql`update credentials_api_keys set removed_at = now() where id = ${key.id}`);
  expect(new Set(await Promise.all(writes()))).toEqual(new Set(['signature_wrong']));
});

test('a session that one process has ended is closed in the other without waiting for its cache', async () => {
  const token = await server.login('bruno');
  const isOpen = async () => (await server.ask('user/info', { method: 'GET', token })).type === 'ok';
  expect(await isOpen()).toBe(true);
  const { ctx } = server.server;
  const elsewhere = { ...ctx, bus: createBus(() => undefined) };
  const [ended = ''] = identityRelayedTopics;
  await ctx.db.transact(async (tx) => {
    const { id, userId } = await tx.one<{ id: number; userId: number }>(sql`
      delete from identity_sessions where token_hash = ${tokenHash(token)} returning id, user_id as "userId"`);
    await emitToOthers(elsewhere, tx, sharedTopics().topic<{ userId: number; ids: string }>(ended), {
      userId,
      ids: String(id),
    });
  });
  await expect.poll(isOpen).toBe(false);
});
