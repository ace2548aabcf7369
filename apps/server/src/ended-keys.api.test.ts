import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { askSigned } from './testing/program.ts';
import type { ProgramKey, SignedSent } from './testing/program.ts';

const PAY = { pay_password: '274951' };
const ORDER = { currency_id: '1', legal_id: '3', type: '1', amount: '0.001', target_price: '1000' };

let database: TestDatabase;
/** Runs everything. */
let engine: TestServer;
/** Answers calls on the same database. */
let neighbour: TestServer;
let alice: string;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startTestServer(database.url);
  neighbour = await startTestServer(database.url, { ROLES: 'api,ws' });
  alice = await engine.login('alice');
});
afterAll(async () => {
  await neighbour?.close();
  await engine?.close();
  await database.drop();
});

async function makeKey(): Promise<ProgramKey> {
  const body = { label: 'bot', trade: '1', withdraw: '1', networks: '127.0.0.1', ...PAY };
  const { message } = await engine.ask('api_keys/create', { token: alice, body });
  return message as ProgramKey;
}
const errorOf = async (key: ProgramKey, path: string, sent?: SignedSent): Promise<string | undefined> =>
  (await askSigned(engine.url, key, path, sent)).error;

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
  const { type } = await neighbour.ask('api_keys/remove', { token: alice, body: { id: key.id } });
  expect(type).toBe('ok');
  expect(new Set(await Promise.all(writes()))).toEqual(new Set(['signature_wrong']));
});

test('a session that one process has ended is closed in the other without waiting for its cache', async () => {
  const token = await engine.login('bruno');
  const isOpen = async () => (await engine.ask('user/info', { method: 'GET', token })).type === 'ok';
  expect(await isOpen()).toBe(true);
  await neighbour.reply('user/logout', { token });
  await expect.poll(isOpen).toBe(false);
});
