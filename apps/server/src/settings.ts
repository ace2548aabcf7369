import { join, resolve } from 'node:path';
import { LANGS } from '@karat/i18n';
import { readOpenings } from '@karat/domains/support';
import { isKey, isRecipient } from '@karat/platform/age';
import { PROGRAM_SOURCES } from '@karat/platform/postgres';
import { PUSH_SERVICES } from '@karat/platform/push';
import { readSmsPrices } from '@karat/platform/sms';
import { HOUR_MS, canonicalZone } from '@karat/rules';
import * as z from 'zod';
import { tracingDeclared } from './tracing-settings.ts';

export const ROLES = ['api', 'ws', 'work', 'engine'] as const;
export type Role = (typeof ROLES)[number];

const root = resolve(import.meta.dirname, '../../..');

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
const yes = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL with ${protocols.join(' or ')}`,
    );
const HOST_NAME = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/;
const hostNames = list.pipe(
  z.array(z.string().regex(HOST_NAME, 'must be host names such as app.example, without port')),
);
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const origins = list.pipe(
  z.array(z.string().refine(isOrigin, 'must be origins such as https://app.example')),
);

const openings = z.string().transform((text, context) => {
  const read = readOpenings(text);
  if (read !== undefined) return read;
  context.issues.push({
    code: 'custom',
    input: text,
    message: 'must be hours such as Mon-Fri 09:00-18:00, Sat 10:00-16:00',
  });
  return z.NEVER;
});
const zone = z
  .string()
  .refine((name) => canonicalZone(name) !== undefined, 'must be a time zone such as Asia/Hong_Kong');

const recipients = list.pipe(
  z.array(
    z.string().refine(isRecipient, 'must be public keys age1..., as npm run backup -- --new-key prints them'),
  ),
);

/** A keyless source of rates against the US dollar, refreshed once a day, as often as this server reads it. */
const FIAT_RATES_URL = 'https://open.er-api.com/v6/latest/USD';

/**
 * Every setting of the server, by the name of its environment variable. `docs/operation.md` has a table of them; a variable
 * that begins with `KARAT_` and is not declared here or in `FOREIGN_SETTINGS` is refused.
 */
const declared = {
  NODE_ENV: z.string().optional(),
  KARAT_MODE: z.enum(['demo', 'production'], 'must be demo or production').optional(),
  HOST: z.string().optional(),
  PORT: whole(0, 65_535).default(3000),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  KARAT_POSTGRES: z.enum(PROGRAM_SOURCES, `must be one of ${PROGRAM_SOURCES.join(', ')}`).optional(),
  ROLES: list.pipe(z.array(z.enum(ROLES, `must be of ${ROLES.join(', ')}`)).min(1)).default([...ROLES]),
  KARAT_DATA: z.string().default(join(root, '.karat')),
  KARAT_DB_CONNECTIONS: whole(2, 500).default(16),
  KARAT_HOSTS: hostNames.optional(),
  KARAT_ORIGINS: origins.default([]),
  KARAT_PASSKEY_ORIGINS: origins.default([]),
  KARAT_LINES: origins.default([]),
  KARAT_WEB_HOSTS: hostNames.default([]),
  KARAT_DEFAULT_LANG: z.enum(LANGS, `must be one of ${LANGS.join(', ')}`).default('zh'),
  KARAT_APP_ORIGIN: z.string().refine(isOrigin, 'must be an origin such as https://app.example').optional(),
  KARAT_OPERATOR_PASSKEYS: z.enum(['required', 'optional'], 'must be required or optional').optional(),
  KARAT_CONTACT_WAIT_HOURS: whole(1, 720).default(72),
  KARAT_PROXIES: whole(0, 10).default(0),
  KARAT_PRICES: z.enum(['simulated', 'live'], 'must be simulated or live').optional(),
  KARAT_EXCHANGES: list.optional(),
  KARAT_WITHDRAWAL_DELAY_USDT: whole(0, 999_999_999).default(50_000),
  KARAT_WITHDRAWAL_DELAY_MINUTES: whole(0, 10_080).default(60),
  KARAT_WITHDRAWAL_ALONE_OPERATOR_USDT: whole(0, 999_999_999).default(150_000),
  KARAT_WITHDRAWAL_ALONE_USER_USDT: whole(0, 999_999_999).default(50_000),
  KARAT_WITHDRAWAL_ALONE_DAY_USDT: whole(0, 999_999_999).default(500_000),
  KARAT_SWEEP_FROM_USDT: whole(0, 999_999_999).default(100),
  KARAT_SWEEP_FEE_FACTOR: whole(1, 10_000).default(20),
  KARAT_TRAVEL_RULE_USDT: whole(0, 999_999_999).default(1_000),
  KARAT_SANCTION_LIST: z.string().min(1).optional(),
  KARAT_SANCTION_THRESHOLD: whole(80, 100).default(90),
  KARAT_RECURRING_PLANS: whole(1, 1_000).default(20),
  KARAT_RECURRING_MAX: whole(1, 999_999_999).default(100_000),
  KARAT_RECURRING_SLIPPAGE: whole(1, 5_000).default(100),
  KARAT_RECURRING_MINUTES: whole(1, 720).default(60),
  KARAT_ALERTS: whole(1, 1_000).default(100),
  KARAT_SUPPORT_HOURS: openings.optional(),
  KARAT_SUPPORT_ZONE: zone.default('Asia/Hong_Kong'),
  KARAT_PUSH_KEY: z.string().optional(),
  KARAT_PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must begin with mailto: or https:')
    .optional(),
  KARAT_PUSH_HOSTS: list.default([...PUSH_SERVICES]),
  KARAT_NFT_FEE: whole(0, 2_000).default(250),
  KARAT_NFT_MARGIN: whole(1, 10_000).default(1_000),
  KARAT_NFT_ROYALTY: whole(0, 5_000).default(1_000),
  KARAT_NFT_PAY_HOURS: whole(2, 720).default(24),
  KARAT_NFT_EXTENSION_MINUTES: whole(1, 60).default(5),
  KARAT_NFT_EXTENSIONS: whole(0, 1_000).default(24),
  KARAT_GAMES_DISPUTE_HOURS: whole(1, 720).default(24),
  KARAT_GAMES_FEE_MAX: whole(0, 5_000).default(1_000),
  KARAT_DEMO_ROUND_SECONDS: whole(10, 86_400).default(600),
  KARAT_REBATE_SECONDS: whole(1, 86_400).default(3_600),
  KARAT_LOAN_TWO_PEOPLE_USDT: whole(0, 999_999_999).default(1_000_000),
  KARAT_INDEX_SPREAD: whole(1, 5_000).default(200),
  KARAT_INDEX_SOURCES: whole(1, 10).optional(),
  KARAT_CLOCK_JUMP_MS: whole(0, HOUR_MS).default(5_000),
  KARAT_ALPACA_KEY: z.string().optional(),
  KARAT_ALPACA_SECRET: z.string().optional(),
  KARAT_ALLOW_SIMULATED_PRICES: yes.default(false),
  KARAT_BOTS: yes.optional(),
  KARAT_HISTORY_CANDLES: whole(0, 1_000).default(330),
  KARAT_VERIFICATION: z.enum(['people', 'auto'], 'must be people or auto').default('people'),
  KARAT_SIGNING_KEY: z.string().optional(),
  KARAT_HASH_KEY: z.string().optional(),
  KARAT_ACCEPTED_HASH_KEYS: list.default([]),
  KARAT_BACKUP_RECIPIENT: recipients.default([]),
  KARAT_BACKUP_PASSPHRASE: z.string().min(16, 'must have at least 16 characters').optional(),
  KARAT_BACKUP_KEY: z.string().refine(isKey, 'must be a secret key AGE-SECRET-KEY-1...').optional(),
  KARAT_WAL_ARCHIVE: z.string().min(1).optional(),
  KARAT_SIGNER: z.enum(['on', 'off'], 'must be on or off').default('on'),
  KARAT_SIGNER_LINE_KEY: z.string().optional(),
  KARAT_TEST_CHAINS: yes.default(false),
  KARAT_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  KARAT_SMTP_URL: url('smtp:', 'smtps:').optional(),
  KARAT_MAIL_FROM: z.string().optional(),
  KARAT_SMS_URL: url('http:', 'https:').optional(),
  KARAT_SMS_TOKEN: z.string().optional(),
  KARAT_SMS_DAY_CAP: whole(1, 1_000_000).default(50),
  KARAT_SMS_COUNTRY_CAP: whole(1, 1_000_000).default(20),
  KARAT_SMS_PRICES: z
    .string()
    .refine((text) => readSmsPrices(text) !== undefined, 'must be prices such as HK=0.06,+882=5,*=0.3')
    .optional(),
  KARAT_FIAT_RATES_URL: z
    .union([z.literal('off'), url('http:', 'https:')], 'must be off or a URL with http: or https:')
    .default(FIAT_RATES_URL),
  KARAT_FIAT_FILE: z.string().optional(),
  KARAT_STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_[A-Za-z0-9_]{1,250}$/, 'must be a secret or restricted key: sk_... or rk_...')
    .optional(),
  KARAT_STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9_+/=]{1,250}$/, 'must be the signing secret of the endpoint: whsec_...')
    .optional(),
  KARAT_STRIPE_URL: url('http:', 'https:').default('https://api.stripe.com'),
  KARAT_BITCOIN_URL: url('http:', 'https:').optional(),
  KARAT_BITCOIN_CHAIN: z.enum(['main', 'test', 'regtest'], 'must be main, test or regtest').optional(),
  KARAT_ETHEREUM_URL: url('http:', 'https:').optional(),
  KARAT_ETHEREUM_CHAIN_ID: whole(1, 999_999_999).optional(),
  KARAT_USDT_CONTRACT: z.string().optional(),
  KARAT_USDC_CONTRACT: z.string().optional(),
  KARAT_TOKEN_DECIMALS: whole(0, 36).default(6),
  KARAT_TRON_URL: url('http:', 'https:').optional(),
  KARAT_TRON_KEY: z.string().optional(),
  KARAT_TRON_USDT_CONTRACT: z.string().optional(),
  KARAT_XPUB_BITCOIN: z.string().optional(),
  KARAT_XPUB_ETHEREUM: z.string().optional(),
  KARAT_XPUB_TRON: z.string().optional(),
  KARAT_XPUB_BITCOIN_HOUSE: z.string().optional(),
  KARAT_XPUB_ETHEREUM_HOUSE: z.string().optional(),
  KARAT_XPUB_TRON_HOUSE: z.string().optional(),
  KARAT_RATE_FACTOR: whole(1, 1_000_000).default(1),
  KARAT_SOCKETS_PER_ADDRESS: whole(1, 100_000).default(256),
  KARAT_CHECK_REPLIES: yes.default(false),
  KARAT_FAST_PATH: yes.default(true),
  KARAT_LOG_FORMAT: z.enum(['text', 'json'], 'must be text or json').optional(),
  KARAT_LOG_SAMPLE: whole(1, 1_000_000).default(1),
  ...tracingDeclared,
  KARAT_STANDBY_SECONDS: whole(10, 31_536_000).default(10),
  KARAT_LOG: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('warn'),
};

/** Variables that other programs of this repository read from the same environment. */
const FOREIGN_SETTINGS = {
  signer: ['KARAT_SIGNER_PASSPHRASE', 'KARAT_SIGNER_APPROVAL_KEY', 'KARAT_SIGNER_DATABASE_URL'],
  development: ['KARAT_SERVER'],
  examples: ['KARAT_URL', 'KARAT_KEY', 'KARAT_SECRET'],
  tests: [
    'KARAT_TEST_SHIFT',
    'KARAT_E2E_DATA',
    'KARAT_E2E_HIRE',
    'KARAT_E2E_OPERATORS',
    'KARAT_E2E_OWN_DATA',
    'KARAT_E2E_PORT',
    'KARAT_E2E_SUPPORT',
    'KARAT_E2E_TRACE',
    'KARAT_E2E_URL',
  ],
} as const;

/** Names for the administrator of a server; `docs/operation.md` explains each. */
export const SETTING_NAMES: readonly string[] = [...Object.keys(declared), ...FOREIGN_SETTINGS.signer];
/** Every accepted name that begins with `KARAT_`. */
export const KNOWN_NAMES: readonly string[] = [
  ...SETTING_NAMES.filter((name) => name.startsWith('KARAT_')),
  ...FOREIGN_SETTINGS.development,
  ...FOREIGN_SETTINGS.examples,
  ...FOREIGN_SETTINGS.tests,
];

/** The environment; an empty variable counts as absent. */
export const environment = z.object(declared);
export type Environment = z.output<typeof environment>;

/** Settings with secret values: a refusal names them without the value. */
const SECRET = /_(KEYS?|SECRET|TOKEN|PASSPHRASE|URL|ENDPOINT|HEADERS)$/;
export const isSecretSetting = (name: string): boolean => SECRET.test(name);

/** Returns the refusal of the first unknown variable; undefined if all are known. */
export function unknownSetting(names: readonly string[]): string | undefined {
  const unknown = names.find((name) => name.startsWith('KARAT_') && !KNOWN_NAMES.includes(name));
  if (unknown === undefined) return undefined;
  const [nearest] = KNOWN_NAMES.map((name) => ({ name, distance: editDistance(unknown, name) })).toSorted(
    (a, b) => a.distance - b.distance,
  );
  const suggestion =
    nearest !== undefined && nearest.distance <= unknown.length / 2 ? `: did you mean ${nearest.name}?` : '.';
  return `${unknown} is not a setting${suggestion} See docs/operation.md.`;
}

/** Returns the Levenshtein distance of two texts. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
