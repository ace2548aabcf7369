import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from '@karat/platform/db';
import { bundleProgram, createTestDatabase, programEnvironment } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer } from './testing/boot.ts';

const programs = join(import.meta.dirname, '..');
let database: TestDatabase;
let directory: string;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'karat-start-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Runs a program to its end with only the path of the environment. */
async function run(program: string, settings: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [await bundleProgram(join(programs, program)), ...args], {
    env: programEnvironment({ KARAT_DATA: directory, PORT: '0', KARAT_LOG: 'silent', ...settings }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [printed, ended] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { printed, code: (ended as [number | null])[0] };
}

const withPassword = (password: string): string => {
  const url = new URL(database.url);
  url.password = password;
  return url.href;
};
const withName = (name: string): string => {
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return url.href;
};

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'a database that does not run',
    () => ({ DATABASE_URL: 'postgresql://127.0.0.1:1/none' }),
    /the database at 127\.0\.0\.1:1 cannot be used .*: check DATABASE_URL/,
  ],
  [
    'a database that does not exist',
    () => ({ DATABASE_URL: withName('nowhere') }),
    /cannot be used \(database "nowhere" does not exist\)/,
  ],
  [
    'a wrong password',
    () => ({ DATABASE_URL: withPassword('wrong') }),
    /cannot be used \(password authentication failed/,
  ],
  [
    'an address that cannot be read',
    () => ({ DATABASE_URL: 'postgresql://karat:half%99price@127.0.0.1/karat' }),
    /DATABASE_URL cannot be read/,
  ],
  [
    'a folder that is a file',
    () => ({ DATABASE_URL: database.url, KARAT_DATA: join(directory, 'file', 'data') }),
    /cannot be made a folder: choose another with KARAT_DATA/,
  ],
  [
    'an unknown name',
    () => ({ KARAT_HASHKEY: 'x' }),
    /KARAT_HASHKEY is not a setting: did you mean KARAT_HASH_KEY\?/,
  ],
])('%s is one line that says what to do, without a trace', async (_, settings, line) => {
  writeFileSync(join(directory, 'file'), '');
  const { printed, code } = await run('main.ts', settings());
  expect(printed).toMatch(/^karat: [^\n]+\n$/);
  expect(printed).toMatch(line);
  expect(printed).not.toMatch(/half%99price|wrong@/);
  expect(code).toBe(1);
});

test('a taken port is refused before a database is created', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { printed } = await run('main.ts', { PORT: String(port) });
  expect(printed).toBe(
    `karat: port ${port} is taken: stop the other program, or choose another with PORT=${port + 1}.\n`,
  );
  expect(readdirSync(directory)).toEqual([]);
  taken.close();
  await once(taken, 'close');
});

test.each(['operator.ts', 'audit.ts', 'keys.ts'])(
  '%s reports a missing database in one line',
  async (program) => {
    const away = await run(program, { DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, 'list');
    expect(away.printed).toMatch(/^karat: the database at 127\.0\.0\.1:1 cannot be used [^\n]+\n$/);
    const none = await run(program, {}, 'list');
    expect(none.printed).toMatch(/^karat: [^\n]+ holds no database: nothing has been started there yet\.\n$/);
    expect([away.code, none.code]).toEqual([2, 2]);
    expect(existsSync(join(directory, 'database'))).toBe(false);
  },
);

test.each([
  ['KARAT_HASH_KEY', { KARAT_HASH_KEY: '99'.repeat(32) }],
  ['KARAT_SIGNING_KEY', { KARAT_SIGNING_KEY: '99'.repeat(32) }],
])(
  'a database made with another %s is refused by that name, and nothing in it changes',
  async (name, wrong) => {
    const own = await createTestDatabase();
    const first = await startTestServer(own);
    await first.close();
    const state = () =>
      own.db.one(sql`
      select (select count(*) from platform_signing_keys) as keys, (select count(*) from platform_work) as work,
        (select md5(string_agg(canary::text, ',' order by name)) from platform_key_canaries) as canaries`);
    const before = await state();
    const right = { KARAT_HASH_KEY: '1a'.repeat(32), KARAT_SIGNING_KEY: '2b'.repeat(32) };
    const { printed, code } = await run('main.ts', { DATABASE_URL: own.url, ...right, ...wrong });
    expect(printed).toMatch(
      new RegExp(`^karat: ${name} is not the key that belongs to this database: [^\\n]+\\n$`),
    );
    expect(code).toBe(1);
    expect(await state()).toEqual(before);
    await own.drop();
  },
);
