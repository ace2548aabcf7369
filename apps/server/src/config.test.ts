import { expect, test } from 'vitest';
import { ConfigError, operatorPasskeysOf, readConfig } from './config.ts';
import { PRODUCTION } from './testing/production.ts';

const HEX = 'a'.repeat(64);
const STRIPE = { KARAT_STRIPE_SECRET_KEY: 'sk_live_1', KARAT_STRIPE_WEBHOOK_SECRET: 'whsec_2' };

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
  [{ ROLES: 'ws,work' }, 'ROLES: api and ws need engine in the same process, which holds the books; add it.'],
  [
    { KARAT_STRIPE_SECRET_KEY: 'sk_test_1' },
    'KARAT_STRIPE_SECRET_KEY needs KARAT_STRIPE_WEBHOOK_SECRET: set both or none.',
  ],
  [
    { KARAT_STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    'KARAT_STRIPE_WEBHOOK_SECRET needs KARAT_STRIPE_SECRET_KEY: set both or none.',
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
  [{ KARAT_ACCEPTED_HASH_KEYS: `${'c'.repeat(64)},${HEX}` }, 'KARAT_SIGNING_KEY is one of'],
  [{ ...STRIPE, KARAT_STRIPE_URL: 'http://stripe.example' }, 'KARAT_STRIPE_URL is not encrypted'],
  [{ KARAT_VERIFICATION: 'auto' }, 'KARAT_VERIFICATION=auto'],
  [{ KARAT_PUSH_HOSTS: 'push.example,localhost' }, 'KARAT_PUSH_HOSTS names this machine'],
  [{ KARAT_TEST_CHAINS: '1' }, 'test chains are for demonstrations'],
  [{ KARAT_CLOCK_JUMP_MS: '0' }, 'KARAT_CLOCK_JUMP_MS=0 lets a wrong clock settle'],
])('production refuses %o', (env, reason) => {
  expect(() => readConfig({ ...PRODUCTION, ...env })).toThrow(reason);
});

test('production starts with live prices, or with simulated ones if configured', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ demo: false, prices: 'live', bots: false, host: '0.0.0.0' });
  expect(
    readConfig({ ...PRODUCTION, KARAT_PRICES: 'simulated', KARAT_ALLOW_SIMULATED_PRICES: '1' }).prices,
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

test('the smallest and the largest value of a setting are accepted', () => {
  expect([readConfig({ PORT: '0' }).port, readConfig({ PORT: '65535' }).port]).toEqual([0, 65_535]);
});

test('times are milliseconds, and costs are millionths of a dollar', () => {
  const config = readConfig({
    KARAT_CONTACT_WAIT_HOURS: '2',
    KARAT_STANDBY_SECONDS: '30',
    KARAT_SMS_DAY_CAP: '70',
    KARAT_SMS_COUNTRY_CAP: '7',
  });
  expect(config).toMatchObject({ contactWaitMs: 7_200_000, standbyMs: 30_000 });
  expect(config.sms.caps).toEqual({ day: 70_000_000, country: 7_000_000 });
});

test('a list has no empty part, and `off` reads no rates', () => {
  const config = readConfig({ KARAT_HOSTS: 'a.example, ,b.example,', KARAT_FIAT_RATES_URL: 'off' });
  expect(config.hosts).toEqual(['a.example', 'b.example']);
  expect(config.fiatRatesUrl).toBeUndefined();
  expect(readConfig({}).fiatRatesUrl).toMatch(/^https:/);
});

test.each([
  [{}, []],
  [{ HOST: '0.0.0.0' }, []],
  [{ HOST: '::', KARAT_HOSTS: 'demo.example' }, ['demo.example']],
  [{ HOST: '192.168.1.7', KARAT_HOSTS: 'demo.example' }, ['demo.example', '192.168.1.7']],
  [PRODUCTION, undefined],
  [{ ...PRODUCTION, HOST: '10.0.0.1', KARAT_HOSTS: 'karat.example' }, ['karat.example']],
])('a demonstration serves its own names only, production those that are set: %o', (env, hosts) => {
  expect(readConfig(env).hosts).toEqual(hosts);
});

test('links lead to the origin of the app, else to that of the passkeys, else to this machine', () => {
  const app = { KARAT_APP_ORIGIN: 'http://app.example', KARAT_PASSKEY_ORIGINS: 'https://console.example' };
  const config = readConfig(app);
  expect([config.appOrigin, config.push.contact]).toEqual(['http://app.example', 'https://console.example']);
  expect(readConfig({ KARAT_PASSKEY_ORIGINS: 'https://console.example' }).appOrigin).toBe(
    'https://console.example',
  );
  const { appOrigin, push } = readConfig({ PORT: '3456' });
  expect([appOrigin, push.contact]).toEqual(['http://localhost:3456', 'mailto:push@localhost']);
});

test('passkeys of operators: required on the origins of production, optional on the host of a demonstration', () => {
  const policy = (env: Readonly<Record<string, string>>) => operatorPasskeysOf(readConfig(env));
  expect(policy(PRODUCTION)).toEqual({ origins: ['https://karat.example'], isRequired: true });
  expect(policy({ ...PRODUCTION, KARAT_OPERATOR_PASSKEYS: 'optional' }).isRequired).toBe(false);
  expect(policy({ KARAT_PASSKEY_ORIGINS: 'https://karat.example' })).toEqual({
    origins: 'own',
    isRequired: false,
  });
  expect(policy({ KARAT_OPERATOR_PASSKEYS: 'required' }).isRequired).toBe(true);
});

test('only the simulator of verification passes people, and Stripe has both of its keys', () => {
  expect(readConfig({}).autoVerification).toBe(false);
  expect(readConfig({ KARAT_VERIFICATION: 'auto' }).autoVerification).toBe(true);
  expect(readConfig({}).stripe).toBeUndefined();
  expect(readConfig({ ...PRODUCTION, ...STRIPE }).stripe).toEqual({
    url: 'https://api.stripe.com',
    key: 'sk_live_1',
    webhookSecret: 'whsec_2',
  });
});

test('products have the terms of their own settings', () => {
  const config = readConfig({
    KARAT_NFT_EXTENSION_MINUTES: '3',
    KARAT_NFT_EXTENSIONS: '11',
    KARAT_WITHDRAWAL_ALONE_OPERATOR_USDT: '31',
    KARAT_WITHDRAWAL_ALONE_USER_USDT: '32',
    KARAT_WITHDRAWAL_ALONE_DAY_USDT: '33',
    KARAT_RECURRING_MINUTES: '41',
    KARAT_RECURRING_SLIPPAGE: '42',
    KARAT_SWEEP_FROM_USDT: '51',
    KARAT_SWEEP_FEE_FACTOR: '52',
  });
  expect(config).toMatchObject({
    nft: { extensionMinutes: 3, extensionsMax: 11 },
    withdrawalAlone: { operator: 31, user: 32, day: 33 },
    recurring: { windowMinutes: 41, slippageBasisPoints: 42 },
    sweep: { fromUsdt: 51, feeFactor: 52 },
  });
});

test('production has office hours and no example of a sanction list unless they are set', () => {
  const days = (env: Readonly<Record<string, string>>) => readConfig(env).supportHours.openings.length;
  expect([
    days({}),
    days(PRODUCTION),
    days({ ...PRODUCTION, KARAT_SUPPORT_HOURS: 'Sat 10:00-16:00' }),
  ]).toEqual([7, 5, 1]);
  expect(readConfig({}).screening.path).toMatch(/example/);
  expect(readConfig(PRODUCTION).screening.path).toBeUndefined();
});
