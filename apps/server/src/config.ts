import { join, resolve } from 'node:path';
import type { NetworkId } from '@karat/contract';
import * as z from 'zod';

/** A setting that cannot be used; the message is one line that says which and what to do. */
export class ConfigError extends Error {}

const ROLES = ['api', 'ws', 'work', 'engine'] as const;
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
const origin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

/** Answers rates against the US dollar without a key, refreshed once a day: as often as they are asked for. */
const FIAT_RATES_URL = 'https://open.er-api.com/v6/latest/USD';

/** The environment as it is written; an empty variable counts as absent. */
const environment = z.object({
  NODE_ENV: z.string().optional(),
  KARAT_MODE: z.enum(['demo', 'production'], 'must be demo or production').optional(),
  HOST: z.string().optional(),
  PORT: whole(0, 65_535).default(3000),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  ROLES: list.pipe(z.array(z.enum(ROLES, `must be of ${ROLES.join(', ')}`)).min(1)).default([...ROLES]),
  KARAT_DATA: z.string().default(join(root, '.karat')),
  KARAT_DB_CONNECTIONS: whole(2, 500).default(16),
  KARAT_ORIGINS: list
    .pipe(z.array(z.string().refine(origin, 'must be origins such as https://app.example')))
    .default([]),
  KARAT_PASSKEY_ORIGINS: list
    .pipe(z.array(z.string().refine(origin, 'must be origins such as https://app.example')))
    .default([]),
  KARAT_PROXIES: whole(0, 10).default(0),
  KARAT_PRICES: z.enum(['simulated', 'live'], 'must be simulated or live').optional(),
  KARAT_EXCHANGES: list.optional(),
  KARAT_INDEX_SPREAD: whole(1, 5_000).default(200),
  KARAT_INDEX_SOURCES: whole(1, 10).default(1),
  KARAT_ALPACA_KEY: z.string().optional(),
  KARAT_ALPACA_SECRET: z.string().optional(),
  KARAT_ALLOW_SIMULATED_PRICES: yes.default(false),
  KARAT_BOTS: yes.optional(),
  KARAT_VERIFICATION: z.enum(['people', 'auto'], 'must be people or auto').default('people'),
  KARAT_SIGNING_KEY: z.string().optional(),
  KARAT_HASH_KEY: z.string().optional(),
  KARAT_SIGNER_LINE_KEY: z.string().optional(),
  KARAT_TEST_CHAINS: yes.default(false),
  KARAT_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  KARAT_SMTP_URL: url('smtp:', 'smtps:').optional(),
  KARAT_MAIL_FROM: z.string().optional(),
  KARAT_SMS_URL: url('http:', 'https:').optional(),
  KARAT_SMS_TOKEN: z.string().optional(),
  KARAT_FIAT_RATES_URL: z
    .union([z.literal('off'), url('http:', 'https:')], 'must be off or a URL with http: or https:')
    .default(FIAT_RATES_URL),
  KARAT_FIAT_FILE: z.string().optional(),
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
  KARAT_LOG: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('warn'),
});
type Environment = z.output<typeof environment>;

/** Nodes, contracts and public keys of accounts. Private keys are the signer's alone. */
export interface ChainSettings {
  readonly bitcoin: { readonly url: string | undefined; readonly variant: 'main' | 'test' | 'regtest' };
  readonly ethereum: {
    readonly url: string | undefined;
    readonly chainId: number;
    readonly tokens: Readonly<Record<'USDT' | 'USDC', string | undefined>>;
    readonly decimals: number;
  };
  readonly tron: {
    readonly url: string | undefined;
    readonly key: string | undefined;
    readonly usdt: string;
  };
  readonly accountKeys: Readonly<Record<NetworkId, AccountKeys>>;
}
/** Extended public keys: the account that users pay in to, and the house's own. */
export interface AccountKeys {
  readonly deposits: string | undefined;
  readonly house: string | undefined;
}

/** The dollar tokens on the real chains, by their issuers' own pages. */
const REAL_TOKENS = {
  USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
} as const;
const REAL_TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const PRIVATE_CHAIN_ID = 31_337;

function chainSettings(env: Environment, demo: boolean): ChainSettings {
  const chainId = env.KARAT_ETHEREUM_CHAIN_ID ?? (demo ? PRIVATE_CHAIN_ID : 1);
  const real: Readonly<Record<'USDT' | 'USDC', string | undefined>> =
    chainId === 1 ? REAL_TOKENS : { USDT: undefined, USDC: undefined };
  return {
    bitcoin: { url: env.KARAT_BITCOIN_URL, variant: env.KARAT_BITCOIN_CHAIN ?? (demo ? 'regtest' : 'main') },
    ethereum: {
      url: env.KARAT_ETHEREUM_URL,
      chainId,
      decimals: env.KARAT_TOKEN_DECIMALS,
      tokens: { USDT: env.KARAT_USDT_CONTRACT ?? real.USDT, USDC: env.KARAT_USDC_CONTRACT ?? real.USDC },
    },
    tron: {
      url: env.KARAT_TRON_URL,
      key: env.KARAT_TRON_KEY,
      usdt: env.KARAT_TRON_USDT_CONTRACT ?? REAL_TRON_USDT,
    },
    accountKeys: {
      bitcoin: { deposits: env.KARAT_XPUB_BITCOIN, house: env.KARAT_XPUB_BITCOIN_HOUSE },
      ethereum: { deposits: env.KARAT_XPUB_ETHEREUM, house: env.KARAT_XPUB_ETHEREUM_HOUSE },
      tron: { deposits: env.KARAT_XPUB_TRON, house: env.KARAT_XPUB_TRON_HOUSE },
    },
  };
}

/** Everything that is chosen outside of the program. */
export interface Config {
  readonly demo: boolean;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** None: the embedded database under `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
  readonly roles: ReadonlySet<Role>;
  readonly dataDir: string;
  /** Origins of other sites whose pages may use the API and the sockets. */
  readonly origins: readonly string[];
  /** Origins whose pages may use passkeys; a demonstration takes its own host. */
  readonly passkeyOrigins: readonly string[];
  /** Proxies of ours in front of the server. */
  readonly proxies: number;
  readonly prices: 'simulated' | 'live';
  /** Names of the exchanges that live prices come from; undefined is all that are known. */
  readonly exchanges: readonly string[] | undefined;
  /** How far price sources may be apart, and how many there must be, before an index is suspended. */
  readonly breaker: { readonly spreadBasisPoints: number; readonly sourcesMin: number };
  /** Account for live prices of stocks; without one, stocks are halted where prices are live. */
  readonly alpaca: { readonly key: string; readonly secret: string } | undefined;
  /** The house's market makers and takers. */
  readonly bots: boolean;
  /** Requests about which the automatic check has no remark pass without a person. */
  readonly autoVerification: boolean;
  readonly secrets: {
    readonly signing: string | undefined;
    readonly hash: string | undefined;
    /** What server and signer know each other by; without it nothing is signed. */
    readonly signerMac: string | undefined;
  };
  readonly metricsToken: string | undefined;
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string | undefined };
  readonly sms: { readonly webhookUrl: string | undefined; readonly webhookToken: string | undefined };
  /** Where rates of fiat currencies come from; none keeps those that are kept. */
  readonly fiatRatesUrl: string | undefined;
  /** What is sold for fiat money and where it is paid to (JSON); none sells nothing, but in a demonstration. */
  readonly fiatFile: string | undefined;
  /** Chains on which value comes in and goes out. */
  readonly chains: ChainSettings;
  /** Runs private chains beside the server, for demonstrations. */
  readonly testChains: boolean;
  /** Multiplies every rate limit, for load tests. */
  readonly rateFactor: number;
  readonly socketsPerAddress: number;
  readonly checkReplies: boolean;
  readonly log: string;
}

/** Reads the environment. Throws ConfigError naming the first setting that cannot be used. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = environment.safeParse(given);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new ConfigError(
      `${String(issue?.path[0])} ${issue?.message ?? 'cannot be used'}: it is "${given[String(issue?.path[0])] ?? ''}".`,
    );
  }
  const config = fromEnvironment(read.data);
  if ((config.roles.has('api') || config.roles.has('ws')) && !config.roles.has('engine')) {
    throw new ConfigError(
      'ROLES: api and ws need engine in the same process, which holds the books; add it.',
    );
  }
  if (config.mail.smtpUrl !== undefined && config.mail.from === undefined)
    throw new ConfigError('KARAT_SMTP_URL needs KARAT_MAIL_FROM: set the sender of mail.');
  const unsafe = config.demo ? undefined : unsafeSetting(read.data, config);
  if (unsafe !== undefined) throw new ConfigError(`production refuses to start: ${unsafe}`);
  return config;
}

function fromEnvironment(env: Environment): Config {
  const demo = (env.KARAT_MODE ?? (env.NODE_ENV === 'production' ? 'production' : 'demo')) === 'demo';
  return {
    demo,
    host: env.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    port: env.PORT,
    databaseUrl: env.DATABASE_URL,
    databaseConnections: env.KARAT_DB_CONNECTIONS,
    roles: new Set(env.ROLES),
    dataDir: resolve(env.KARAT_DATA),
    origins: env.KARAT_ORIGINS,
    passkeyOrigins: env.KARAT_PASSKEY_ORIGINS,
    proxies: env.KARAT_PROXIES,
    prices: env.KARAT_PRICES ?? (demo ? 'simulated' : 'live'),
    exchanges: env.KARAT_EXCHANGES,
    breaker: { spreadBasisPoints: env.KARAT_INDEX_SPREAD, sourcesMin: env.KARAT_INDEX_SOURCES },
    alpaca:
      env.KARAT_ALPACA_KEY === undefined || env.KARAT_ALPACA_SECRET === undefined
        ? undefined
        : { key: env.KARAT_ALPACA_KEY, secret: env.KARAT_ALPACA_SECRET },
    bots: env.KARAT_BOTS ?? demo,
    autoVerification: env.KARAT_VERIFICATION === 'auto',
    secrets: {
      signing: env.KARAT_SIGNING_KEY,
      hash: env.KARAT_HASH_KEY,
      signerMac: env.KARAT_SIGNER_LINE_KEY,
    },
    metricsToken: env.KARAT_METRICS_TOKEN,
    mail: { smtpUrl: env.KARAT_SMTP_URL, from: env.KARAT_MAIL_FROM },
    sms: { webhookUrl: env.KARAT_SMS_URL, webhookToken: env.KARAT_SMS_TOKEN },
    fiatRatesUrl: env.KARAT_FIAT_RATES_URL === 'off' ? undefined : env.KARAT_FIAT_RATES_URL,
    fiatFile: env.KARAT_FIAT_FILE,
    chains: chainSettings(env, demo),
    testChains: env.KARAT_TEST_CHAINS,
    rateFactor: env.KARAT_RATE_FACTOR,
    socketsPerAddress: env.KARAT_SOCKETS_PER_ADDRESS,
    checkReplies: env.KARAT_CHECK_REPLIES,
    log: env.KARAT_LOG,
  };
}

/** What production must not run with; the database's own settings are looked at once it is there. */
function unsafeSetting(env: Environment, config: Config): string | undefined {
  if (config.secrets.signing === undefined)
    return 'KARAT_SIGNING_KEY is not set; make a value with: openssl rand -hex 32';
  if (config.secrets.hash === undefined)
    return 'KARAT_HASH_KEY is not set; make a value with: openssl rand -hex 32';
  if (config.secrets.signing === config.secrets.hash)
    return 'KARAT_SIGNING_KEY and KARAT_HASH_KEY are the same; make two values';
  if (config.prices === 'simulated' && !env.KARAT_ALLOW_SIMULATED_PRICES) {
    return 'prices are simulated; set KARAT_PRICES=live, or KARAT_ALLOW_SIMULATED_PRICES=1 if that is meant';
  }
  if (config.autoVerification)
    return 'KARAT_VERIFICATION=auto lets the local simulator pass people; remove it';
  if (config.testChains) return 'test chains are for demonstrations; start without --chains';
  if (config.rateFactor !== 1) return 'KARAT_RATE_FACTOR is for load tests; remove it';
  return undefined;
}
