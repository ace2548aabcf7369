import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { hashKeyId } from '@karat/platform/crypto';
import { sql } from '@karat/platform/db';
import { listOutbox } from '@karat/platform/delivery';
import { bundleProgram, createTestDatabase, programEnvironment } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';
import { askSigned } from './testing/program.ts';
import type { ProgramKey } from './testing/program.ts';

const OLD = '1a'.repeat(32);
const NEW = '3c'.repeat(32);
const SIGNING = '2b'.repeat(32);
const oldId = hashKeyId(Buffer.from(OLD, 'hex'));
const newId = hashKeyId(Buffer.from(NEW, 'hex'));
const BRUNO = { user_string: 'bruno@demo.karat.example', password: 'karat-bruno' };
const PAY = { pay_password: '274951' };
const ADDRESS = '0xde709f2102306220921060314715629080e2fb77';

let database: TestDatabase;
let dataDir: string;
let server: TestServer;
let alice: string;
let bruno: string;
let chloe: string;
let key: ProgramKey;
let authenticator: string;
let backupCodes: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'karat-rotation-'));
});
afterAll(async () => {
  await server?.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (current: string, accepted = ''): Promise<void> => {
  server = await startTestServer(database, {
    KARAT_HASH_KEY: current,
    KARAT_ACCEPTED_HASH_KEYS: accepted,
  });
};

/** Runs a program of the server with the keys to its end. */
async function run(program: string, keys: { current: string; accepted?: string }, ...args: string[]) {
  const child = spawn(
    process.execPath,
    [await bundleProgram(join(import.meta.dirname, '..', program)), ...args],
    {
      env: programEnvironment({
        ...{ DATABASE_URL: database.url, KARAT_DATA: dataDir, PORT: '0', KARAT_LOG: 'silent' },
        KARAT_SIGNING_KEY: SIGNING,
        KARAT_HASH_KEY: keys.current,
        KARAT_ACCEPTED_HASH_KEYS: keys.accepted ?? '',
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const [out, err, ended] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code: (ended as [number | null])[0] };
}
const both = { current: NEW, accepted: OLD };

const codeSentTo = async (receiver: string): Promise<string> => {
  const { rows } = await listOutbox(database.db, { page: 1, limit: 1_000 });
  return /\d{6}/.exec(rows.find((row) => row.receiver === receiver)?.body ?? '')?.[0] ?? 'none';
};
/** A code of bruno's authenticator, as if none was used before. */
async function totp(): Promise<string> {
  await database.db.run(sql`update credentials_accounts set totp_step = 0`);
  return new TOTP({ secret: Secret.fromBase32(authenticator) }).generate();
}
const isOpen = async (token: string): Promise<boolean> =>
  (await server.ask('user/info', { method: 'GET', token })).type === 'ok';
const signed = async (): Promise<string> =>
  (await askSigned(server.url, key, 'wallet/detail', { body: { currency: '3', type: 'change' } })).type;
const logIn = async (code: string) => server.ask('user/login', { body: { ...BRUNO, totp: code } });

/** What people and programs do every day. */
async function useAll(): Promise<void> {
  expect(await isOpen(alice)).toBe(true);
  expect(await isOpen(bruno)).toBe(true);
  expect(await signed()).toBe('ok');
  expect((await logIn(await totp())).type).toBe('ok');
  const code = backupCodes.pop() ?? '';
  expect((await logIn(code)).type).toBe('ok');
  // Each is valid once, under whichever key.
  expect((await logIn(code)).error).toBe('code_wrong');
}

test('before: credentials are made under the first key', async () => {
  await start(OLD);
  alice = await server.login('alice');
  chloe = await server.login('chloe');
  bruno = await server.login('bruno');
  const { message } = await server.ask('api_keys/create', {
    token: alice,
    body: { label: 'bot', trade: '1', withdraw: '0', ...PAY },
  });
  key = message as ProgramKey;
  await server.reply('user/wallet/save', {
    token: alice,
    body: { currency: '3', network: 'ethereum', name: 'Cold', address: ADDRESS },
  });
  await server.reply('safe/send_code', { token: bruno, body: { purpose: 'security' } });
  const proof = { password: BRUNO.password, old_code: await codeSentTo(BRUNO.user_string) };
  authenticator = (await server.reply('safe/totp/setup', { token: bruno, body: proof })).secret;
  const confirmed = await server.reply('safe/totp/confirm', { token: bruno, body: { code: await totp() } });
  backupCodes = confirmed.backup_codes;
  await useAll();
  // A code that is checked by another process, under another current key.
  await server.reply('safe/send_code', { token: chloe, body: { purpose: 'password' } });
  await server.close();
});

test('the new key is accepted first, and a key of nobody is refused', async () => {
  const wrong = await run('main.ts', { current: '4d'.repeat(32) });
  expect(wrong.err).toMatch(/^karat: KARAT_HASH_KEY is not the key that belongs to this database: [^\n]+\n$/);
  await start(OLD, NEW);
  await useAll();
  const { err } = await run('keys.ts', both, 'reseal');
  expect(err).toMatch(/^karat: no server has started with this KARAT_HASH_KEY yet: [^\n]+\n$/);
  await server.close();
});

test('the new key is the current one: all that was made before works, and so does what is made now', async () => {
  await start(NEW, OLD);
  await useAll();
  const password = 'a new password 77';
  const code = await codeSentTo('chloe@demo.karat.example');
  await server.reply('safe/update_password', {
    token: chloe,
    body: { password, re_password: password, code },
  });
  const { out } = await run('keys.ts', both, 'list');
  expect(out).toMatch(new RegExp(`${oldId} +hash key, in use`));
  expect(out).toMatch(new RegExp(`${newId} +hash key, current`));
  expect(out).toMatch(/ 1 API keys\n/);
  const { err } = await run('main.ts', { current: NEW });
  expect(err).toMatch(
    new RegExp(
      `^karat: KARAT_ACCEPTED_HASH_KEYS lacks the hash key ${oldId}, which \\d+ rows need: [^\\n]+\\n$`,
    ),
  );
  expect((await run('keys.ts', both, 'end', oldId)).err).toMatch(
    /depend on [0-9a-f]{8}: run "npm run keys -- reseal" first/,
  );
});

test('resealing under a running server, twice at once, and everything works', async () => {
  const runs = await Promise.all([1, 2].map(() => run('keys.ts', both, 'reseal')));
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(runs.map(({ out }) => out).join('')).toMatch(/^API keys: 1 resealed$/m);
  await useAll();
  const again = await run('keys.ts', both, 'reseal');
  expect(again.out).toBe(`0 rows are under the hash key ${newId} now.\n`);
  // What only its owners have the secret of still needs the old key.
  const { err } = await run('main.ts', { current: NEW });
  expect(err).toContain(`lacks the hash key ${oldId}`);
});

test('the current key cannot be ended; ending the old one ends old sessions and codes only', async () => {
  expect((await run('keys.ts', both, 'end', newId)).err).toContain('is the current hash key');
  expect((await run('keys.ts', both, 'end', '00000000')).err).toContain('is not a hash key of this database');
  const fresh = await server.reply('user/login', { body: { ...BRUNO, totp: await totp() } });
  const { out, code } = await run('keys.ts', both, 'end', oldId);
  expect([out, code]).toEqual([expect.stringMatching(/backup codes: \d ended/), 0]);
  await server.close();
  await start(NEW);
  expect(await isOpen(fresh)).toBe(true);
  expect(await isOpen(alice)).toBe(false);
  expect(await signed()).toBe('ok');
  expect((await logIn(await totp())).type).toBe('ok');
  expect((await logIn(backupCodes[0] ?? '')).error).toBe('code_wrong');
  // Due work of the server that runs now notifies who lost codes, once.
  await expect
    .poll(() =>
      database.db.rows(sql`
        select u.email from messages_notices n join identity_users u on u.id = n.user_id
        where n.kind = 'credentials:backup_codes_ended'`),
    )
    .toEqual([{ email: BRUNO.user_string }]);
  const entries = await database.db.rows<{ action: string }>(sql`
    select action from platform_audit where subject in (${`key:${oldId}`}, ${`key:${newId}`}) order by id`);
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['reseal', 'end hash key', 'retire hash key']),
  );
  await server.close();
});

test('the retired key is refused as the current one', async () => {
  const { err } = await run('main.ts', { current: OLD, accepted: NEW });
  expect(err).toMatch(/^karat: KARAT_HASH_KEY is a hash key that was retired: [^\n]+\n$/);
});
