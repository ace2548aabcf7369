import type { UserId } from '@karat/contract';
import { refuse } from '@karat/contract';
import type { Messages } from '@karat/domains/messages';
import { rate } from '@karat/money';
import type { Rate } from '@karat/money';
import type { Context } from '@karat/platform/context';
import { createDeviceTokens, createSessionTokens } from '@karat/platform/crypto';
import type { DeviceTokens, KeyRing, Passwords, SessionTokens } from '@karat/platform/crypto';
import type { Queries, Tx } from '@karat/platform/db';
import type { Files } from '@karat/platform/files';
import type { RequestInfo } from '@karat/platform/http';
import type { Mail } from '@karat/platform/mail';
import type { Sms } from '@karat/platform/sms';
import { createLoginThrottle } from './login-throttle.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { DEFAULT_LIMITS } from './rules.ts';
import type { IdentityLimits } from './rules.ts';
import type { SessionLife } from './session-store.ts';

/**
 * Second factors of an account: one-time codes of an authenticator, and passkeys. The credentials domain implements
 * it.
 */
export interface SecondStep {
  isSet(db: Queries, user: UserId): Promise<boolean>;
  /** Consumes a code, once, in the transaction of the action; the caller counts the attempts. */
  take(tx: Tx, user: UserId, code: string): Promise<boolean>;
  /** Takes a code in a transaction of its own. Refuses `totp_wrong`, which counts, and `too_many_attempts`. */
  prove(user: UserId, code: string): Promise<void>;
  /** Whether the account has a passkey. */
  hasPasskey(db: Queries, user: UserId): Promise<boolean>;
  /**
   * Verifies what one of the account's passkeys signed: a challenge that the account's session asked for (`owner`), or one of a login
   * (`visitor`). Refuses `passkey_refused` and `passkey_origin`.
   */
  provePasskey(
    user: UserId,
    credential: string,
    request: RequestInfo,
    asker: 'owner' | 'visitor',
  ): Promise<void>;
}

/** What the domain is built from. */
export interface IdentityDeps {
  readonly ctx: Context;
  readonly mail: Mail;
  readonly sms: Sms;
  readonly files: Files;
  readonly passwords: Passwords;
  readonly messages: Pick<Messages, 'notify'>;
  /** None: no account has an authenticator or a passkey. */
  readonly secondStep?: SecondStep;
  /** Keys of the hashes of codes, since six digits alone are guessed from any plain hash, and of the tags of tokens. */
  readonly keys: KeyRing;
  /** What else becomes true when an account opens, in the same transaction (demo funds). */
  readonly onRegistered?: (tx: Tx, userId: UserId) => Promise<void>;
  /** What else a reset of the login password does, in the same transaction (API keys end). */
  readonly onPasswordReset?: (tx: Tx, userId: UserId) => Promise<void>;
  /** Discount on the user's fees; 0.1 is 10 % off. Default: none. */
  readonly feeDiscount?: (user: UserId) => Rate;
  /** The user's credit score; without it 0. */
  readonly creditScoreOf?: (db: Queries, user: UserId) => Promise<number>;
  readonly limits?: Partial<IdentityLimits>;
  /** Dialling code of a number typed without one. */
  readonly defaultAreaCode?: string;
  /** Supported fiat currencies; the first is the default. */
  readonly fiats?: readonly string[];
  /** Site name in emails and messages. */
  readonly siteName?: string;
  /** Origin of the app, for links in emails and messages: `https://app.example`. */
  readonly appUrl: string;
}

/** The dependencies with every default filled in. */
export type ResolvedDeps = Required<Omit<IdentityDeps, 'limits'>> & {
  readonly limits: IdentityLimits;
  readonly tokens: SessionTokens;
  readonly devices: DeviceTokens;
  readonly throttle: LoginThrottle;
};

/** Default dialling code of the registration form. */
const DEFAULT_AREA_CODE = '86';

const NO_SECOND_STEP: SecondStep = {
  isSet: async () => false,
  take: async () => false,
  prove: async () => refuse('totp_wrong'),
  hasPasskey: async () => false,
  provePasskey: async () => refuse('passkey_refused'),
};

const NO_DISCOUNT = rate(0n);

export function resolveDeps(deps: IdentityDeps, fiats: readonly string[]): ResolvedDeps {
  const limits = { ...DEFAULT_LIMITS, ...deps.limits };
  return {
    onRegistered: async () => undefined,
    onPasswordReset: async () => undefined,
    secondStep: NO_SECOND_STEP,
    feeDiscount: () => NO_DISCOUNT,
    creditScoreOf: async () => 0,
    defaultAreaCode: DEFAULT_AREA_CODE,
    siteName: 'Karat',
    ...deps,
    fiats: deps.fiats ?? fiats,
    limits,
    tokens: createSessionTokens(deps.keys, deps.ctx.random),
    devices: createDeviceTokens(deps.keys, 'users'),
    throttle: createLoginThrottle(deps.ctx.clock, limits.login),
  };
}

export const sessionLife = (resolved: ResolvedDeps): SessionLife => ({
  idleMs: resolved.limits.sessionIdleMs,
  lifeMs: resolved.limits.sessionLifeMs,
});
