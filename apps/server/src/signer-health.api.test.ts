import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundleProgram, createTestDatabase, programEnvironment } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer } from './testing/boot.ts';
import type { TestServer } from './testing/boot.ts';

const KEYS = { KARAT_SIGNER_LINE_KEY: 'ab'.repeat(32) };
const SIGNER = resolve(import.meta.dirname, '../../signer/main.ts');
const WAIT = { timeout: 60_000, interval: 50 };
let dataDir: string;
let database: TestDatabase;
let server: TestServer;
let risk: string;
const lines: string[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'karat-signer-health-'));
  database = await createTestDatabase();
  const note = (fields: object, message: string): void =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  const log = { debug: () => undefined, info: () => undefined, warn: note, error: note };
  server = await startTestServer(database, { KARAT_DATA: dataDir, ...KEYS }, { log });
  risk = await server.loginOperator('risk');
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true });
  await database.drop();
});

async function startSigner(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [await bundleProgram(SIGNER)], {
    env: programEnvironment({ KARAT_DATA: dataDir, DATABASE_URL: database.url, ...KEYS }),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  return child;
}
const state = async (): Promise<string | undefined> =>
  (await server.reply('console/health', { token: risk })).checks.find(({ name }) => name === 'signer')?.state;
const readiness = async () => (await (await fetch(`${server.url}/readyz`)).json()) as object;

test('an outage of the signer is visible in the console, in readiness and in the log, and so is its recovery', async () => {
  expect(await state()).toBe('down');
  for (const round of [1, 2]) {
    const signer = await startSigner();
    await vi.waitFor(async () => expect(await state()).toBe('ok'), WAIT);
    expect(await readiness()).toMatchObject({ ok: true, degraded: [] });
    const gone = once(signer, 'exit');
    signer.kill(round === 1 ? 'SIGKILL' : 'SIGTERM');
    await gone;
    await vi.waitFor(async () => expect(await state()).toBe('down'), WAIT);
    expect(await readiness()).toMatchObject({ ok: true, degraded: ['signer'] });
  }
  const said = lines.filter((line) => line.includes('"check":"signer"')).map((line) => line.split(' {')[0]);
  const rounds = ['health check recovered', 'health check failed'];
  expect(said).toEqual(['health check failed', ...rounds, ...rounds]);
});
