import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const HEX = 'a'.repeat(64);
const production = {
  KARAT_MODE: 'production',
  KARAT_SIGNING_KEY: HEX,
  KARAT_HASH_KEY: 'b'.repeat(64),
  KARAT_SMTP_URL: 'smtp://mail.example',
  KARAT_MAIL_FROM: 'Karat <no-reply@karat.example>',
  KARAT_SMS_URL: 'https://sms.example/send',
  KARAT_PASSKEY_ORIGINS: 'https://karat.example',
};

test('without any setting it is a demonstration on this machine alone', () => {
  expect(readConfig({})).toMatchObject({
    demo: true,
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    prices: 'simulated',
    bots: true,
  });
});

test('NODE_ENV=production means production unless the mode is set', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('production refuses to start');
  expect(readConfig({ NODE_ENV: 'production', KARAT_MODE: 'demo' }).demo).toBe(true);
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number: it is "http".'],
  [{ PORT: '70000' }, 'PORT must be from 0 to 65535: it is "70000".'],
  [{ DATABASE_URL: 'mysql://x:secret@y' }, 'DATABASE_URL must be a URL with postgres: or postgresql:.'],
  [
    { KARAT_INDEX_SOURCE: '3' },
    'KARAT_INDEX_SOURCE is not a setting: did you mean KARAT_INDEX_SOURCES? See docs/operation.md.',
  ],
  [
    { KARAT_SMPT_URL: 'smtp://mail.example' },
    'KARAT_SMPT_URL is not a setting: did you mean KARAT_SMTP_URL? See docs/operation.md.',
  ],
  [
    { KARAT_QUITE_UNLIKE_ANYTHING: '1' },
    'KARAT_QUITE_UNLIKE_ANYTHING is not a setting. See docs/operation.md.',
  ],
  [{ KARAT_ALPACA_KEY: 'PK1' }, 'KARAT_ALPACA_KEY needs KARAT_ALPACA_SECRET: set both or none.'],
  [{ KARAT_SMS_TOKEN: 't' }, 'KARAT_SMS_TOKEN needs KARAT_SMS_URL: set where short messages are sent to.'],
  [
    { KARAT_INDEX_SOURCES: '2' },
    'KARAT_INDEX_SOURCES must be 1 with simulated prices, which have one source.',
  ],
  [
    { KARAT_PRICES: 'live', KARAT_EXCHANGES: 'binance,binance' },
    'KARAT_EXCHANGES names 1 price source and KARAT_INDEX_SOURCES asks for 2: name more.',
  ],
  [{ ROLES: 'api,cook' }, 'ROLES must be of api, ws, work, engine: it is "api,cook".'],
  [
    { ROLES: 'api,work' },
    'ROLES: api and ws need engine in the same process, which holds the books; add it.',
  ],
  [{ KARAT_MODE: 'test' }, 'KARAT_MODE must be demo or production: it is "test".'],
  [
    { KARAT_ORIGINS: 'https://a.example/path' },
    'KARAT_ORIGINS must be origins such as https://app.example: it is "https://a.example/path".',
  ],
  [
    { KARAT_WAL_ARCHIVE: '/archive' },
    'KARAT_WAL_ARCHIVE needs KARAT_BACKUP_RECIPIENT: the archive is encrypted for its public key.',
  ],
  [
    { KARAT_WAL_ARCHIVE: '/archive', DATABASE_URL: 'postgresql://karat@db/karat' },
    'KARAT_WAL_ARCHIVE is for the embedded database; set archive_command on the server of DATABASE_URL instead.',
  ],
])('%o is refused in one line', (env, line) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(line));
});

test.each([
  [{ KARAT_SIGNING_KEY: '' }, 'KARAT_SIGNING_KEY is not set'],
  [{ KARAT_HASH_KEY: HEX }, 'are the same'],
  [{ KARAT_PRICES: 'simulated' }, 'prices are simulated'],
  [{ KARAT_RATE_FACTOR: '100' }, 'KARAT_RATE_FACTOR'],
  [{ KARAT_MAIL_FROM: '' }, 'KARAT_MAIL_FROM'],
  [{ KARAT_SMTP_URL: '' }, 'KARAT_SMTP_URL is not set, so that no mail can be sent'],
  [{ KARAT_SMS_URL: '' }, 'KARAT_SMS_URL is not set, so that no short message can be sent'],
  [{ KARAT_INDEX_SOURCES: '1' }, 'KARAT_INDEX_SOURCES=1 lets one price source settle'],
  [{ KARAT_PASSKEY_ORIGINS: '' }, 'operators need passkeys and KARAT_PASSKEY_ORIGINS is not set'],
  [{ KARAT_PASSKEY_ORIGINS: '', KARAT_OPERATOR_PASSKEYS: 'optional' }, 'KARAT_APP_ORIGIN is not set'],
])('production refuses %o', (env, reason) => {
  expect(() => readConfig({ ...production, ...env })).toThrow(reason);
});

test('production starts with live prices, or with simulated ones if configured', () => {
  expect(readConfig(production)).toMatchObject({ demo: false, prices: 'live', bots: false, host: '0.0.0.0' });
  expect(
    readConfig({ ...production, KARAT_PRICES: 'simulated', KARAT_ALLOW_SIMULATED_PRICES: '1' }).prices,
  ).toBe('simulated');
});

test.each([
  [{}, 1],
  [{ KARAT_PRICES: 'live' }, 2],
  [{ KARAT_PRICES: 'live', KARAT_INDEX_SOURCES: '1' }, 1],
  [{ KARAT_PRICES: 'live', KARAT_INDEX_SOURCES: '3' }, 3],
])('price sources that an index needs with %o: %i', (env, sourcesMin) => {
  expect(readConfig(env).breaker.sourcesMin).toBe(sourcesMin);
});
