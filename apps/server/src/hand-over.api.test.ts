import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { createLog } from '@karat/platform/log';
import { bundleProgram, createTestDatabase, programEnvironment } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

const PAUSE_MS_MAX = 10_000;
const lines: string[] = [];
const waiting = Promise.withResolvers<void>();
/** The real log at level info, in memory. */
const log = createLog('info', {
  write(line) {
    lines.push(line);
    if (line.includes('waiting for the engine of another server to end')) waiting.resolve();
  },
});
let database: TestDatabase;
let first: TestServer;
let second: TestServer | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  first = await startTestServer(database, { KARAT_LOG: 'info' }, { log });
});
afterAll(async () => {
  await second?.close();
  await database.drop();
});

test('a waiting server ends at the first signal', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'karat-standby-'));
  const child = spawn(process.execPath, [await bundleProgram(join(import.meta.dirname, '../main.ts'))], {
    env: programEnvironment({
      DATABASE_URL: database.url,
      KARAT_DATA: dataDir,
      KARAT_HASH_KEY: '1a'.repeat(32),
      KARAT_SIGNING_KEY: '2b'.repeat(32),
      KARAT_STANDBY_SECONDS: '120',
      KARAT_LOG: 'info',
      PORT: '0',
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout))
    if (line.includes('waiting for the engine of another server to end')) child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  await rm(dataDir, { recursive: true, force: true });
});

test('a waiting server takes over within ten seconds, and nothing acknowledged is lost', async () => {
  const token = await first.login('alice');
  const { price } = await first.reply('market/index', { body: { match_id: 1 } });
  const placed = await first.reply('coin/trade', {
    token,
    body: {
      currency_id: 1,
      legal_id: 3,
      type: 1,
      amount: '0.001',
      target_price: String(Math.round(Number(price) / 10) * 10 - 5_000),
    },
  });
  const starting = startTestServer(database, { KARAT_STANDBY_SECONDS: '120' }, { log });
  await waiting.promise;
  const stoppedAt = performance.now();
  await first.close();
  second = await starting;
  const pause = performance.now() - stoppedAt;
  const orders = await second.ask('coin/list?currency_id=1&legal_id=3', { method: 'GET', token });
  expect(JSON.stringify(orders.message)).toContain(`"id":${placed.id},`);
  expect(pause).toBeLessThan(PAUSE_MS_MAX);
});

test('every request is a line of JSON with call, caller, outcome and duration, and without personal data', () => {
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const requests = logged.filter(({ msg }) => msg === 'request handled');
  const trade = requests.find(({ call }) => call === 'coin/trade') ?? {};
  expect(trade).toMatchObject({ network: '127.0.0.0/24', status: 200, outcome: 'ok' });
  expect([typeof trade['user'], typeof trade['ms'], typeof trade['request']]).toEqual([
    'number',
    'number',
    'string',
  ]);
  const login = requests.find(({ call }) => call === 'user/login') ?? {};
  expect(login).toMatchObject({ outcome: 'ok' });
  expect(lines.filter((line) => line.includes('request handled')).join('\n')).not.toMatch(
    /alice|@|127\.0\.0\.1|password|token/,
  );
});

test('a production prints JSON alone, a refused start included', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: programEnvironment({ KARAT_MODE: 'production', DATABASE_URL: database.url }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  const printed = `${out}${errors}`.trim().split('\n');
  const [line, ...rest] = printed.map((each) => JSON.parse(each) as Record<string, unknown>);
  expect([line?.['msg'], rest]).toEqual(['server failed', []]);
  expect(line?.['reason']).toContain('production refuses to start');
});
