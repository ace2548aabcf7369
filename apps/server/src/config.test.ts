import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const HEX = 'a'.repeat(64);
const production = { KARAT_MODE: 'production', KARAT_SIGNING_KEY: HEX, KARAT_HASH_KEY: 'b'.repeat(64) };

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

test('NODE_ENV=production means production unless the mode says otherwise', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('production refuses to start');
  expect(readConfig({ NODE_ENV: 'production', KARAT_MODE: 'demo' }).demo).toBe(true);
});

test.each([
  [{ PORT: 'http' }, 'PORT must be a whole number: it is "http".'],
  [{ PORT: '70000' }, 'PORT must be from 0 to 65535: it is "70000".'],
  [
    { DATABASE_URL: 'mysql://x' },
    'DATABASE_URL must be a URL with postgres: or postgresql:: it is "mysql://x".',
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
])('%o is told in one line', (env, line) => {
  expect(() => readConfig(env)).toThrow(new ConfigError(line));
});

test.each([
  [{ KARAT_SIGNING_KEY: '' }, 'KARAT_SIGNING_KEY is not set'],
  [{ KARAT_HASH_KEY: HEX }, 'are the same'],
  [{ KARAT_PRICES: 'simulated' }, 'prices are simulated'],
  [{ KARAT_RATE_FACTOR: '100' }, 'KARAT_RATE_FACTOR'],
  [{ KARAT_SMTP_URL: 'smtp://mail.example' }, 'KARAT_MAIL_FROM'],
])('production refuses %o', (env, reason) => {
  expect(() => readConfig({ ...production, ...env })).toThrow(reason);
});

test('production starts with live prices, or simulated ones if that is said', () => {
  expect(readConfig(production)).toMatchObject({ demo: false, prices: 'live', bots: false, host: '0.0.0.0' });
  expect(
    readConfig({ ...production, KARAT_PRICES: 'simulated', KARAT_ALLOW_SIMULATED_PRICES: '1' }).prices,
  ).toBe('simulated');
});
