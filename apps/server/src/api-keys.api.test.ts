import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { contract, rightOf } from '@karat/contract';
import type { Call } from '@karat/contract';
import { auditLedger } from '@karat/domains/ledger';
import { sql } from '@karat/platform/db';
import type { PreparedDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase, startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { askSigned } from './testing/program.ts';
import type { ProgramKey, SignedEnvelope, SignedSent } from './testing/program.ts';

const EXAMPLE = resolve(import.meta.dirname, '../../../docs/examples/withdraw.mjs');
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const PAY = { pay_password: '274951' };
const run = promisify(execFile);

let database: PreparedDatabase;
let server: TestServer;
let alice: string;
const keys: Record<string, ProgramKey> = {};

beforeAll(async () => {
  database = await createDemoDatabase();
  server = await startTestServer(database);
  alice = await server.login('alice');
  const make = async (name: string, more: Record<string, string>): Promise<void> => {
    const body = { label: name, trade: '0', withdraw: '0', ...PAY, ...more };
    const { message } = await server.ask('api_keys/create', { token: alice, body });
    keys[name] = message as ProgramKey;
  };
  await make('reads', {});
  await make('trades', { trade: '1' });
  await make('pays', { withdraw: '1', networks: '127.0.0.1' });
  await make('young', { withdraw: '1', networks: '127.0.0.1' });
  await make('elsewhere', { withdraw: '1', networks: '198.51.100.0/24' });
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const ask = (name: string, path: string, sent?: SignedSent): Promise<SignedEnvelope> =>
  askSigned(server.url, keys[name] ?? { id: 0, key: '', secret: '' }, path, sent);

const request = { type: '0', address: ADDRESS, number: '50', network: 'ethereum', currency: '3' };
const held = async (): Promise<string> => {
  const { message } = await server.ask('wallet/detail', {
    token: alice,
    body: { currency: 3, type: 'change' },
  });
  return (message as { lock_balance: string }).lock_balance;
};

test('a key may make exactly the calls of its rights, and no key any other', async () => {
  const all = Object.values(contract).flatMap((group): [string, Call][] => Object.entries(group));
  for (const [path, call] of all) {
    const right = rightOf(call);
    const may = { reads: right === 'read', trades: right === 'read' || right === 'trade' };
    for (const [name, allowed] of Object.entries(may)) {
      const { error } = await ask(name, path);
      const expected = right === undefined ? 'forbidden' : 'right_missing';
      if (allowed) expect(['forbidden', 'right_missing', 'signature_wrong'], path).not.toContain(error);
      else expect(error, `${name} ${path}`).toBe(expected);
    }
  }
  const writing = all
    .filter(([, call]) => rightOf(call) === 'withdraw' && call.effect !== 'read')
    .map(([path]) => path);
  expect(writing).toEqual(['wallet/out', 'withdrawal/cancel']);
});

test('key, address book and network must be right before a program withdraws', async () => {
  expect(await ask('young', 'wallet/out', { body: request })).toMatchObject({ error: 'withdrawal_held' });
  expect(await ask('elsewhere', 'wallet/out', { body: request })).toMatchObject({ error: 'signature_wrong' });
  await database.db.run(sql`update credentials_api_keys set created_at = created_at - interval '1 day'`);
  expect(await ask('pays', 'wallet/out', { body: request })).toMatchObject({ error: 'payee_not_allowed' });
  const kept = { currency: '3', network: 'ethereum', name: 'Cold', address: ADDRESS };
  await server.ask('user/wallet/save', { token: alice, body: kept });
  expect(await ask('pays', 'wallet/out', { body: request })).toMatchObject({ error: 'payee_cooling' });
  await database.db.run(sql`update payees_addresses set usable_at = now()`);
  expect(await held()).toBe('0');
});

test('the same request a hundred times, and another with its key, hold the money once', async () => {
  const at = Date.now();
  const all = await Promise.all(
    Array.from({ length: 100 }, () => ask('pays', 'wallet/out', { body: request, at })),
  );
  expect(new Set(all.map((answer) => JSON.stringify(answer.message))).size).toBe(1);
  expect(all[0]?.type).toBe('ok');
  expect(await held()).toBe('50');
  const keyed = () => ask('pays', 'wallet/out', { body: request, once: 'withdrawal-1' });
  expect(await keyed()).toEqual(await keyed());
  expect(await held()).toBe('100');
  // An observer of a request can neither replace nor remove its key.
  const change = { once: 'withdrawal-2', signedOnce: 'withdrawal-1' };
  expect(await ask('pays', 'wallet/out', { body: request, ...change })).toMatchObject({
    error: 'signature_wrong',
  });
  for (const answer of [all[0], await keyed()]) {
    const { id } = (answer?.message ?? {}) as { id?: number };
    expect(await ask('pays', 'withdrawal/cancel', { body: { id: String(id) } })).toMatchObject({
      type: 'ok',
    });
  }
  expect(await held()).toBe('0');
});

test('the example of the documentation signs a request that is accepted once', async () => {
  const { key = '', secret = '' } = keys['pays'] ?? {};
  const env = { KARAT_URL: server.url, KARAT_KEY: key, KARAT_SECRET: secret };
  const example = async (): Promise<SignedEnvelope> => {
    const { stdout } = await run(process.execPath, [EXAMPLE, ADDRESS, '50', 'ethereum', '3', 'example-1'], {
      env,
    });
    return JSON.parse(stdout) as SignedEnvelope;
  };
  const first = await example();
  expect(first).toMatchObject({ type: 'ok', message: { status: 1, receive: '46' } });
  expect(await example()).toEqual(first);
  expect(await held()).toBe('50');
});

test('balances agree with every posting', async () => {
  expect((await auditLedger(database.db)).differences).toEqual([]);
});
