import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleProgram, programEnvironment } from '@karat/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const main = resolve(import.meta.dirname, '../main.ts');
let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'karat-signer-'));
});
afterEach(() => rm(data, { recursive: true }));

const KEY = 'ab'.repeat(32);

test.each([
  [{}, 'KARAT_SIGNER_PASSPHRASE is not set'],
  [{ KARAT_SIGNER_PASSPHRASE: 'sixteen letters!' }, 'KARAT_SIGNER_LINE_KEY is not set'],
  [{ KARAT_SIGNER_PASSPHRASE: 'short', KARAT_SIGNER_LINE_KEY: KEY }, 'at least 16 characters'],
  [
    { KARAT_SIGNER_PASSPHRASE: 'sixteen letters!', KARAT_SIGNER_LINE_KEY: KEY },
    'KARAT_SIGNER_APPROVAL_KEY is not set',
  ],
])('in production the signer reports in one line what is missing: %j', async (settings, fault) => {
  const signer = spawn(process.execPath, [await bundleProgram(main)], {
    env: programEnvironment({ KARAT_MODE: 'production', KARAT_DATA: data, ...settings }),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stderr = signer.stderr ?? expect.fail('no stderr');
  const [said, ended] = await Promise.all([text(stderr), once(signer, 'exit')]);
  expect(said).toMatch(/^signer: [^\n]+\n$/);
  expect(said).toContain(fault);
  expect(ended).toEqual([78, null]);
});

test('without a name of the chain production is on the main one, and a demonstration on a private one', async () => {
  const env = { KARAT_DATA: data, KARAT_SIGNER_PASSPHRASE: 'sixteen letters!', KARAT_SIGNER_LINE_KEY: KEY };
  const chainOf = async (more: Record<string, string>) => (await readSettings({ ...env, ...more })).bitcoin;
  expect(await chainOf({ KARAT_MODE: 'production' })).toBe('main');
  expect(await chainOf({ NODE_ENV: 'production' })).toBe('main');
  expect(await chainOf({})).toBe('regtest');
  expect(await chainOf({ KARAT_MODE: 'production', KARAT_BITCOIN_CHAIN: 'test' })).toBe('test');
  expect(await chainOf({ KARAT_MODE: 'production', KARAT_BITCOIN_CHAIN: 'mainnet' })).toBe('main');
});
