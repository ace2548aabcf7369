import { resolve } from 'node:path';
import { SOURCES_MIN } from '@karat/domains/market';
import type { PasskeyPolicy } from '@karat/domains/operators';
import type { Lang } from '@karat/i18n';
import { isLocalHost } from '@karat/platform/push';
import { MICRO, readSmsPrices, smsPrices } from '@karat/platform/sms';
import type { SmsOptions } from '@karat/platform/sms';
import type { TracingOptions } from '@karat/platform/tracing';
import { HOUR_MS } from '@karat/rules';
import { archiveFault, backupConfig } from './backup/config.ts';
import type { BackupConfig } from './backup/config.ts';
import { chainSettings } from './chain-settings.ts';
import type { ChainSettings } from './chain-settings.ts';
import { productSettings } from './product-settings.ts';
import type { ProductSettings } from './product-settings.ts';
import { environment, isSecretSetting, unknownSetting } from './settings.ts';
import type { Environment, Role } from './settings.ts';
import { tracingFault, tracingSettings } from './tracing-settings.ts';

/** An unusable setting; the message is one line with its name and the remedy. */
export class ConfigError extends Error {}

/** Configuration from the environment. */
export interface Config extends ProductSettings {
  readonly demo: boolean;
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Undefined: the embedded database under `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly databaseConnections: number;
  readonly roles: ReadonlySet<Role>;
  readonly dataDir: string;
  /** Served host names besides those of this machine; undefined: all. */
  readonly hosts: readonly string[] | undefined;
  /** Origins of other sites whose pages may use the API and the sockets. */
  readonly origins: readonly string[];
  /** Origins whose pages may use passkeys; a demonstration uses its own host. */
  readonly passkeyOrigins: readonly string[];
  /** Further origins under which the app may reach this service. */
  readonly lines: readonly string[];
  /** Hosts of other sites that the app may offer to open. */
  readonly webHosts: readonly string[];
  /** Language of callers who name none. */
  readonly defaultLang: Lang;
  /** True if every operator needs a passkey. */
  readonly operatorPasskeys: 'required' | 'optional';
  /** Origin of the app, for links in mails and short messages. */
  readonly appOrigin: string;
  /** Time during which a newly linked contact cannot recover the account. */
  readonly contactWaitMs: number;
  /** Own proxies in front of the server. */
  readonly proxies: number;
  readonly prices: 'simulated' | 'live';
  /** Exchanges for live prices; undefined: all known ones. */
  readonly exchanges: readonly string[] | undefined;
  /** Web Push: contact for push services, and those that are allowed. */
  readonly push: { readonly contact: string; readonly hosts: readonly string[] };
  /** Maximum deviation and minimum number of price sources before an index is suspended. */
  readonly breaker: { readonly spreadBasisPoints: number; readonly sourcesMin: number };
  /** A larger jump of the clock halts settlement, ms; 0 disables the guard. */
  readonly clockJumpMs: number;
  /** Account for live stock prices; without one, stocks are halted with live prices. */
  readonly alpaca: { readonly key: string; readonly secret: string } | undefined;
  /** Market makers and takers of the house account. */
  readonly bots: boolean;
  /** Candles of each period that are generated before the first simulated trade. */
  readonly historyCandles: number;
  /** Requests without findings of the automatic check pass without a review. */
  readonly autoVerification: boolean;
  readonly secrets: {
    readonly signing: string | undefined;
    readonly hash: string | undefined;
    /** Further hash keys, which open and verify only. */
    readonly acceptedHash: readonly string[];
    /** Private VAPID key; without one production pushes nothing. */
    readonly push: string | undefined;
    /** Shared secret of server and signer; without it nothing is signed. */
    readonly signerMac: string | undefined;
  };
  readonly backup: BackupConfig;
  readonly metricsToken: string | undefined;
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: string | undefined };
  readonly sms: SmsOptions;
  /** Source of fiat rates; undefined keeps the stored ones. */
  readonly fiatRatesUrl: string | undefined;
  /** Currencies for fiat purchases and their bank accounts (JSON); undefined offers none, except in a demonstration. */
  readonly fiatFile: string | undefined;
  /** Connection to Stripe; undefined without its keys. */
  readonly stripe: { readonly url: string; readonly key: string; readonly webhookSecret: string } | undefined;
  /** Chains for deposits and withdrawals. */
  readonly chains: ChainSettings;
  /** Runs private chains beside the server, for demonstrations. */
  readonly testChains: boolean;
  /** Multiplies every rate limit, for load tests. */
  readonly rateFactor: number;
  readonly socketsPerAddress: number;
  readonly checkReplies: boolean;
  /** Whether plain requests of order calls skip Node's HTTP parser. */
  readonly fastPath: boolean;
  readonly log: string;
  /** `text`: banner and single lines for people besides the log. `json`: nothing but lines of JSON. */
  readonly logFormat: 'text' | 'json';
  /** One of this many successful requests is logged. */
  readonly logSample: number;
  /** How long a start waits for the engine of another server on the same database to end. */
  readonly standbyMs: number;
  /** Export of traces; undefined: off. */
  readonly tracing: TracingOptions | undefined;
}

/** Passkey requirements of operators. */
export const operatorPasskeysOf = ({ demo, operatorPasskeys, passkeyOrigins }: Config): PasskeyPolicy => ({
  origins: demo ? 'own' : passkeyOrigins,
  isRequired: operatorPasskeys === 'required',
});

/** Access to Alpaca; undefined unless both parts are set. */
const alpacaOf = (key: string | undefined, secret: string | undefined): Config['alpaca'] =>
  key === undefined || secret === undefined ? undefined : { key, secret };

/** Both keys belong together: a payment whose webhook cannot be read would wait for its look-up. */
function stripeOf(env: Environment): Config['stripe'] {
  const [key, webhookSecret] = [env.KARAT_STRIPE_SECRET_KEY, env.KARAT_STRIPE_WEBHOOK_SECRET];
  return key === undefined || webhookSecret === undefined
    ? undefined
    : { url: env.KARAT_STRIPE_URL, key, webhookSecret };
}

/** Parses the environment. Throws ConfigError for the first unusable setting. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const unknown = unknownSetting(Object.keys(given));
  if (unknown !== undefined) throw new ConfigError(unknown);
  const read = environment.safeParse(given);
  if (!read.success) {
    const issue = read.error.issues[0];
    const name = String(issue?.path[0]);
    const value = isSecretSetting(name) ? '' : `: it is "${given[name] ?? ''}"`;
    throw new ConfigError(`${name} ${issue?.message ?? 'cannot be used'}${value}.`);
  }
  const config = fromEnvironment(read.data);
  const half =
    halfOfPair(given) ??
    archiveFault(config.backup, config.databaseUrl) ??
    indexFault(config) ??
    tracingFault(config.tracing, config.proxies);
  if (half !== undefined) throw new ConfigError(half);
  if ((config.roles.has('api') || config.roles.has('ws')) && !config.roles.has('engine')) {
    throw new ConfigError(
      'ROLES: api and ws need engine in the same process, which holds the books; add it.',
    );
  }
  const unsafe = config.demo ? undefined : unsafeSetting(read.data, config);
  if (unsafe !== undefined) throw new ConfigError(`production refuses to start: ${unsafe}`);
  return config;
}

/** Settings without effect unless another is set: each line names the missing one. */
const NEEDS: readonly (readonly [given: string, needed: string, why: string])[] = [
  ['KARAT_SMTP_URL', 'KARAT_MAIL_FROM', 'set the sender of mail'],
  ['KARAT_SMS_TOKEN', 'KARAT_SMS_URL', 'set where short messages are sent to'],
  ['KARAT_ALPACA_KEY', 'KARAT_ALPACA_SECRET', 'set both or none'],
  ['KARAT_STRIPE_SECRET_KEY', 'KARAT_STRIPE_WEBHOOK_SECRET', 'set both or none'],
  ['KARAT_STRIPE_WEBHOOK_SECRET', 'KARAT_STRIPE_SECRET_KEY', 'set both or none'],
  ['KARAT_ALPACA_SECRET', 'KARAT_ALPACA_KEY', 'set both or none'],
];

function halfOfPair(given: Readonly<Record<string, string | undefined>>): string | undefined {
  const half = NEEDS.find(([name, needed]) => given[name] !== undefined && given[needed] === undefined);
  return half && `${half[0]} needs ${half[1]}: ${half[2]}.`;
}

function indexFault({ prices, exchanges, breaker }: Config): string | undefined {
  if (prices === 'simulated')
    return breaker.sourcesMin > SOURCES_MIN.simulated
      ? 'KARAT_INDEX_SOURCES must be 1 with simulated prices, which have one source.'
      : undefined;
  const named = exchanges && new Set(exchanges).size;
  return named !== undefined && named < breaker.sourcesMin
    ? `KARAT_EXCHANGES names ${named} price source${named === 1 ? '' : 's'} and KARAT_INDEX_SOURCES asks for ${breaker.sourcesMin}: name more.`
    : undefined;
}

const isDemo = (env: Environment): boolean =>
  (env.KARAT_MODE ?? (env.NODE_ENV === 'production' ? 'production' : 'demo')) === 'demo';

function fromEnvironment(env: Environment): Config {
  const demo = isDemo(env);
  const prices = env.KARAT_PRICES ?? (demo ? 'simulated' : 'live');
  return {
    demo,
    host: env.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    port: env.PORT,
    databaseUrl: env.DATABASE_URL,
    databaseConnections: env.KARAT_DB_CONNECTIONS,
    roles: new Set(env.ROLES),
    dataDir: resolve(env.KARAT_DATA),
    hosts: hostsOf(env, demo),
    origins: env.KARAT_ORIGINS,
    lines: env.KARAT_LINES,
    webHosts: env.KARAT_WEB_HOSTS,
    defaultLang: env.KARAT_DEFAULT_LANG,
    passkeyOrigins: env.KARAT_PASSKEY_ORIGINS,
    operatorPasskeys: env.KARAT_OPERATOR_PASSKEYS ?? (demo ? 'optional' : 'required'),
    appOrigin: env.KARAT_APP_ORIGIN ?? env.KARAT_PASSKEY_ORIGINS[0] ?? `http://localhost:${env.PORT}`,
    contactWaitMs: env.KARAT_CONTACT_WAIT_HOURS * HOUR_MS,
    proxies: env.KARAT_PROXIES,
    prices,
    exchanges: env.KARAT_EXCHANGES,
    ...productSettings(env, demo),
    push: { contact: env.KARAT_PUSH_CONTACT ?? pushContact(env), hosts: env.KARAT_PUSH_HOSTS },
    breaker: {
      spreadBasisPoints: env.KARAT_INDEX_SPREAD,
      sourcesMin: env.KARAT_INDEX_SOURCES ?? SOURCES_MIN[prices],
    },
    clockJumpMs: env.KARAT_CLOCK_JUMP_MS,
    alpaca: alpacaOf(env.KARAT_ALPACA_KEY, env.KARAT_ALPACA_SECRET),
    bots: env.KARAT_BOTS ?? demo,
    historyCandles: env.KARAT_HISTORY_CANDLES,
    autoVerification: env.KARAT_VERIFICATION === 'auto',
    secrets: {
      signing: env.KARAT_SIGNING_KEY,
      hash: env.KARAT_HASH_KEY,
      acceptedHash: env.KARAT_ACCEPTED_HASH_KEYS,
      push: env.KARAT_PUSH_KEY,
      signerMac: env.KARAT_SIGNER_LINE_KEY,
    },
    backup: backupConfig(env),
    metricsToken: env.KARAT_METRICS_TOKEN,
    mail: { smtpUrl: env.KARAT_SMTP_URL, from: env.KARAT_MAIL_FROM },
    sms: smsOptions(env),
    fiatRatesUrl: env.KARAT_FIAT_RATES_URL === 'off' ? undefined : env.KARAT_FIAT_RATES_URL,
    fiatFile: env.KARAT_FIAT_FILE,
    stripe: stripeOf(env),
    chains: chainSettings(env, demo),
    testChains: env.KARAT_TEST_CHAINS,
    rateFactor: env.KARAT_RATE_FACTOR,
    socketsPerAddress: env.KARAT_SOCKETS_PER_ADDRESS,
    checkReplies: env.KARAT_CHECK_REPLIES,
    fastPath: env.KARAT_FAST_PATH,
    log: env.KARAT_LOG,
    logFormat: env.KARAT_LOG_FORMAT ?? (demo ? 'text' : 'json'),
    logSample: env.KARAT_LOG_SAMPLE,
    standbyMs: env.KARAT_STANDBY_SECONDS * 1_000,
    tracing: tracingSettings(env),
  };
}

/** Push services accept an encrypted origin or a mail address. */
const pushContact = ({ KARAT_APP_ORIGIN, KARAT_PASSKEY_ORIGINS }: Environment): string =>
  [KARAT_APP_ORIGIN, ...KARAT_PASSKEY_ORIGINS].find((origin) => origin?.startsWith('https:') === true) ??
  'mailto:push@localhost';

/** Addresses that bind all interfaces. */
const WILDCARDS = new Set(['0.0.0.0', '::', '*']);

/**
 * A demonstration prints its logins, so it serves only its own names; production serves any, unless some are
 * configured.
 */
const hostsOf = ({ HOST, KARAT_HOSTS }: Environment, demo: boolean): readonly string[] | undefined =>
  demo ? [...(KARAT_HOSTS ?? []), ...(HOST === undefined || WILDCARDS.has(HOST) ? [] : [HOST])] : KARAT_HOSTS;

const smsOptions = (env: Environment): SmsOptions => ({
  webhookUrl: env.KARAT_SMS_URL,
  webhookToken: env.KARAT_SMS_TOKEN,
  prices: smsPrices(readSmsPrices(env.KARAT_SMS_PRICES ?? '')),
  caps: { day: env.KARAT_SMS_DAY_CAP * MICRO, country: env.KARAT_SMS_COUNTRY_CAP * MICRO },
});

/** Unsafe settings for production; the settings of the database are checked after the connection. */
function unsafeSetting(env: Environment, config: Config): string | undefined {
  if (config.secrets.signing === undefined)
    return 'KARAT_SIGNING_KEY is not set; make a value with: openssl rand -hex 32';
  if (config.secrets.hash === undefined)
    return 'KARAT_HASH_KEY is not set; make a value with: openssl rand -hex 32';
  if (config.secrets.acceptedHash.includes(config.secrets.signing))
    return 'KARAT_SIGNING_KEY is one of KARAT_ACCEPTED_HASH_KEYS; make two values';
  if (config.secrets.signing === config.secrets.hash)
    return 'KARAT_SIGNING_KEY and KARAT_HASH_KEY are the same; make two values';
  if (config.prices === 'simulated' && !env.KARAT_ALLOW_SIMULATED_PRICES) {
    return 'prices are simulated; set KARAT_PRICES=live, or KARAT_ALLOW_SIMULATED_PRICES=1 if that is meant';
  }
  if (config.prices === 'live' && config.breaker.sourcesMin < SOURCES_MIN.live)
    return 'KARAT_INDEX_SOURCES=1 lets one price source settle; set it to 2 or more, or remove it';
  if (config.mail.smtpUrl === undefined)
    return 'KARAT_SMTP_URL is not set, so that no mail can be sent; set it with KARAT_MAIL_FROM';
  if (config.sms.webhookUrl === undefined)
    return 'KARAT_SMS_URL is not set, so that no short message can be sent';
  if (config.stripe !== undefined && !config.stripe.url.startsWith('https:'))
    return 'KARAT_STRIPE_URL is not encrypted; remove it, or set one with https:';
  if (config.operatorPasskeys === 'required' && config.passkeyOrigins.length === 0)
    return 'operators need passkeys and KARAT_PASSKEY_ORIGINS is not set; set it to the origin of the console, or KARAT_OPERATOR_PASSKEYS=optional';
  if (env.KARAT_APP_ORIGIN === undefined && config.passkeyOrigins.length === 0)
    return 'KARAT_APP_ORIGIN is not set, so that mails cannot link to the app; set it to its origin, https://app.example';
  if (config.autoVerification)
    return 'KARAT_VERIFICATION=auto lets the local simulator pass people; remove it';
  if (config.push.hosts.some(isLocalHost))
    return 'KARAT_PUSH_HOSTS names this machine, which is for tests; remove it';
  if (config.testChains) return 'test chains are for demonstrations; start without --chains';
  if (config.clockJumpMs === 0) return 'KARAT_CLOCK_JUMP_MS=0 lets a wrong clock settle; remove it';
  if (config.rateFactor !== 1) return 'KARAT_RATE_FACTOR is for load tests; remove it';
  return undefined;
}
