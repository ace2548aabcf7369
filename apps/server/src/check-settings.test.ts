import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSettings } from './check-settings.ts';
import { readConfig } from './config.ts';
import { realHostEnvironment } from './host-environment.ts';
import { operatorMessageOf } from './operator-errors.ts';
import { createServer } from './server.ts';
import { PRODUCTION } from './testing/production.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'karat-settings-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

const production = { ...PRODUCTION, KARAT_LOG: 'silent', PORT: '0' };
const PRIVATE =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';

test.each([
  [{ KARAT_SIGNING_KEY: 'short' }, 'KARAT_SIGNING_KEY must be 32 bytes'],
  [{ KARAT_HASH_KEY: 'short' }, 'KARAT_HASH_KEY must be 32 bytes'],
  [{ KARAT_SIGNER_LINE_KEY: 'short' }, 'KARAT_SIGNER_LINE_KEY must be 32 bytes'],
  [{ KARAT_PUSH_KEY: 'short' }, 'KARAT_PUSH_KEY must be 32 bytes'],
  [{ KARAT_ACCEPTED_HASH_KEYS: `${'c'.repeat(64)},short` }, 'KARAT_ACCEPTED_HASH_KEYS must be 32 bytes'],
  [{ KARAT_EXCHANGES: 'kraken,nowhere' }, 'KARAT_EXCHANGES: unknown price source nowhere'],
  [{ KARAT_XPUB_BITCOIN: 'xx' }, 'KARAT_XPUB_BITCOIN: the account key of bitcoin is not an extended key'],
  [
    { KARAT_XPUB_TRON_HOUSE: PRIVATE },
    'KARAT_XPUB_TRON_HOUSE: the account key of tron must be an extended public key',
  ],
  [{ KARAT_FIAT_FILE: '/nowhere.json' }, 'KARAT_FIAT_FILE /nowhere.json cannot be used'],
  [{ KARAT_FIAT_FILE: import.meta.filename }, 'check-settings.test.ts cannot be used'],
  [
    { KARAT_USDT_CONTRACT: '0x12' },
    'KARAT_USDT_CONTRACT is no address of ethereum (malformed): it is "0x12".',
  ],
  [
    { KARAT_USDC_CONTRACT: '0xdac17F958D2ee523a2206206994597C13D831ec7' },
    'KARAT_USDC_CONTRACT is no address of ethereum (checksum)',
  ],
  [
    { KARAT_TRON_USDT_CONTRACT: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
    'KARAT_TRON_USDT_CONTRACT is no address of tron (wrong_network)',
  ],
  [{ KARAT_SMS_URL: 'http://sms.example/send' }, 'KARAT_SMS_URL must be https'],
  [{ KARAT_MAIL_FROM: '' }, 'KARAT_SMTP_URL needs KARAT_MAIL_FROM'],
])('%o is refused in one line before anything is started', async (env, line) => {
  const dataDir = join(directory, 'data');
  const start = async (): Promise<unknown> =>
    createServer(readConfig({ ...production, ...env, KARAT_DATA: dataDir }));
  const failure = await start().catch((refused: unknown) => refused);
  expect(operatorMessageOf(failure)).toContain(line);
  expect(existsSync(dataDir)).toBe(false);
});

test('usable settings are not refused', async () => {
  const config = readConfig({
    ...production,
    KARAT_SMS_URL: 'http://localhost:8025/',
    KARAT_EXCHANGES: 'kraken,binance',
  });
  await checkSettings(config, realHostEnvironment(config));
  const demo = readConfig({ KARAT_DATA: join(directory, 'data'), KARAT_LOG: 'silent' });
  await checkSettings(demo, realHostEnvironment(demo));
  expect(existsSync(join(directory, 'data'))).toBe(false);
});
