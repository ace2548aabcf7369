import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeLock } from '@karat/platform/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'karat-start-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const scripts = JSON.stringify(join(import.meta.dirname, 'one-start.mjs'));
const start = (script: string, env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, ['--input-type=module', '-e', `const m = await import(${scripts});${script}`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });

test('a second npm start is refused before it installs, builds or starts anything', () => {
  const database = join(directory, 'database');
  mkdirSync(database, { recursive: true });
  mkdirSync(join(directory, 'signer'));
  writeFileSync(join(directory, 'signer', 'signer.sock'), 'of the first');
  const lock = takeLock(database);
  const before = readdirSync(directory, { recursive: true });
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'start.mjs')], {
    env: { ...process.env, KARAT_DATA: directory, DATABASE_URL: '' },
    encoding: 'utf8',
  });
  expect(stderr).toBe(
    `karat: Another Karat server (process ${process.pid}) is using ${database}: stop it first, or give this one its own directory.\n`,
  );
  expect(status).toBe(1);
  expect(readdirSync(directory, { recursive: true })).toEqual(before);
  lock.release();
});

test('a lock whose holder has ended refuses nobody', async () => {
  writeFileSync(join(directory, 'server.lock'), '1 another beginning\n');
  const asking = start(`process.exit(m.holderOf(${JSON.stringify(join(directory, 'server.lock'))}) ?? 0)`);
  expect(await once(asking, 'exit')).toEqual([0, null]);
});

test('two starts install and build in sequence, and a killed one leaves no effective lock', async () => {
  const place = JSON.stringify(directory);
  const first = start(
    `await m.oneAtATime(${place}, () => { process.send('in'); return new Promise((done) => process.on('message', done)); }); process.exit(3)`,
  );
  await once(first, 'message');
  const second = start(`await m.oneAtATime(${place}, () => process.send('in')); process.exit(4)`);
  let entered = false;
  second.on('message', () => (entered = true));
  const [said] = (await once(second.stdout ?? second, 'data')) as [Buffer];
  expect(said.toString()).toContain(`another start (process ${first.pid})`);
  expect(entered).toBe(false);
  const gone = once(first, 'exit');
  first.kill('SIGKILL');
  await gone;
  expect(await once(second, 'exit')).toEqual([4, null]);
  expect(entered).toBe(true);
  expect(existsSync(join(directory, '.karat-start.lock'))).toBe(false);
});
