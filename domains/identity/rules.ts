import { refuse } from '@karat/contract';
import { isCommonPassword } from './common-passwords.ts';

/** Longer than six characters. */
export const PASSWORD_MIN = 7;
export const PASSWORD_MAX = 128;

const lengthOf = (text: string): number => Array.from(text).length;

/**
 * Refuses a new password that differs from its repetition (`passwords_differ`), has fewer than 7 or more than 128
 * characters, is on the list of common ones, one character repeated, or the account's own address or number (`password_common`).
 */
export function checkNewPassword(password: string, repeated: string, contact: string): void {
  if (password !== repeated) refuse('passwords_differ');
  const length = lengthOf(password);
  if (length < PASSWORD_MIN) refuse('password_too_short', { min: PASSWORD_MIN });
  if (length > PASSWORD_MAX) refuse('password_too_long', { max: PASSWORD_MAX });
  // Full-width letters and spaces around it make a common password no better.
  const plain = password.normalize('NFKC').toLowerCase().trim();
  const own = [contact, contact.split('@')[0], contact.replace('+', '')];
  const isOneCharacter = new Set(plain).size <= 1;
  if (isOneCharacter || isCommonPassword(plain) || own.includes(plain)) refuse('password_common');
}

const NAME = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*$/u;
/** Invisible letters, joiners, and variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** More marks on one letter than any script uses. */
const STACKED = /\p{M}{4}/u;
const NAME_MIN = 2;
const NAME_MAX = 10;
const SIGNATURE_MIN = 2;
const SIGNATURE_MAX = 30;

/**
 * Returns a nickname of 2 to 10 letters and digits of any script; vowel signs and accents do not count. Refuses
 * `nickname_invalid`.
 */
export function readNickname(typed: string): string {
  const name = typed.trim().normalize('NFC');
  const length = lengthOf(name.replace(/\p{M}/gu, ''));
  const right = NAME.test(name) && !INVISIBLE.test(name) && !STACKED.test(name);
  return right && length >= NAME_MIN && length <= NAME_MAX ? name : refuse('nickname_invalid');
}

const SIGNATURE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\u200d]+$/u;

/** Returns a signature of 2 to 30 visible characters on one line. Refuses `signature_invalid`. */
export function readSignature(typed: string): string {
  const signature = typed.trim().normalize('NFC');
  const length = lengthOf(signature);
  const right = SIGNATURE.test(signature) && !STACKED.test(signature) && signature.isWellFormed();
  return right && length >= SIGNATURE_MIN && length <= SIGNATURE_MAX
    ? signature
    : refuse('signature_invalid');
}

/** Attempts before a wait, and the growth of the wait: `first`, twice that, ... up to `max`. */
export interface Allowance {
  readonly free: number;
  readonly firstMs: number;
  readonly maxMs: number;
  /** The counter resets after this time without an attempt. */
  readonly forgetMs: number;
}

export interface AttemptCount {
  readonly count: number;
  /** Unix ms. */
  readonly lastAt: number;
  /** Unix ms; 0 after a free attempt. */
  readonly blockedUntil: number;
}

/** Returns the wait in ms after the `count`-th attempt: 0 up to `free`, then doubling. */
export const waitAfter = (count: number, allowance: Allowance): number =>
  count < allowance.free
    ? 0
    : Math.min(allowance.maxMs, allowance.firstMs * 2 ** Math.min(count - allowance.free, 40));

/**
 * Counts one attempt at a moment: returns the new counter, or the wait. An attempt counts when it begins, so that
 * concurrent attempts cannot pass before the first has failed.
 */
export function countAttempt(
  before: AttemptCount | undefined,
  now: number,
  allowance: Allowance,
): AttemptCount | { readonly waitMs: number } {
  if (before && before.blockedUntil > now) return { waitMs: before.blockedUntil - now };
  const fresh = !before || now - before.lastAt >= allowance.forgetMs;
  const count = fresh ? 1 : before.count + 1;
  const waitMs = waitAfter(count, allowance);
  // A free attempt blocks nothing: one that read the clock earlier and got the lock later would have to wait.
  return { count, lastAt: now, blockedUntil: waitMs === 0 ? 0 : now + waitMs };
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Limits of failed logins, by counter. */
export interface LoginLimits {
  readonly device: Allowance;
  readonly accountAtNetwork: Allowance;
  readonly network: Allowance;
  /** Failures of strangers on one account, from anywhere, after which strangers need a proof beside the password. */
  readonly account: {
    readonly free: number;
    /** The counter resets after this time without a counted failure. */
    readonly forgetMs: number;
    /** Passwords of strangers that are hashed per account and minute. */
    readonly verificationsPerMinute: number;
  };
}

/** Limits of the domain; configuration may replace each. */
export interface IdentityLimits {
  readonly login: LoginLimits;
  /** Of password confirmations in an open session. */
  readonly password: Allowance;
  /** Of codes to one contact, for a session or for visitors of one network, */
  readonly codeToContact: Allowance;
  /** and for all visitors together. */
  readonly codesOfVisitors: Allowance;
  readonly codeFromAddress: Allowance;
  readonly codeLifeMs: number;
  readonly codeAttempts: number;
  /** How long a newly linked contact cannot recover the account: no password reset, no code, no unfreeze. */
  readonly contactWaitMs: number;
  /** How long an earlier contact may report a change by its link. */
  readonly reportLinkMs: number;
  /** A session ends when it is unused for this time, */
  readonly sessionIdleMs: number;
  /** and at this age in any case. */
  readonly sessionLifeMs: number;
  /** Known devices per account; a new one replaces the one unused longest. */
  readonly devices: number;
  /** Open sessions per account; a new login ends the one unused longest. */
  readonly sessions: number;
}

export const DEFAULT_LIMITS: IdentityLimits = {
  login: {
    device: { free: 5, firstMs: 30 * SECOND, maxMs: 15 * MINUTE, forgetMs: DAY },
    accountAtNetwork: { free: 5, firstMs: 30 * SECOND, maxMs: 15 * MINUTE, forgetMs: DAY },
    network: { free: 30, firstMs: 30 * SECOND, maxMs: 15 * MINUTE, forgetMs: DAY },
    account: { free: 10, forgetMs: DAY, verificationsPerMinute: 60 },
  },
  password: { free: 5, firstMs: 30 * SECOND, maxMs: HOUR, forgetMs: DAY },
  codeToContact: { free: 3, firstMs: MINUTE, maxMs: 6 * HOUR, forgetMs: DAY },
  // About forty codes a day with five attempts each, 200 guesses among a million codes: one hit in 5,000 days.
  codesOfVisitors: { free: 10, firstMs: MINUTE, maxMs: HOUR, forgetMs: DAY },
  codeFromAddress: { free: 100, firstMs: MINUTE, maxMs: HOUR, forgetMs: DAY },
  codeLifeMs: 10 * MINUTE,
  codeAttempts: 5,
  contactWaitMs: 72 * HOUR,
  reportLinkMs: 7 * DAY,
  sessionIdleMs: 30 * DAY,
  sessionLifeMs: 180 * DAY,
  devices: 20,
  sessions: 20,
};

/** Letters and digits that do not look alike. */
const INVITE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const INVITE_LENGTH = 8;

/** Returns a random invite code. */
export const newInviteCode = (below: (limit: number) => number): string =>
  Array.from({ length: INVITE_LENGTH }, () => INVITE_ALPHABET[below(INVITE_ALPHABET.length)]).join('');

/** Returns the canonical form of a typed invite code. */
export const readInviteCode = (typed: string): string => typed.trim().toUpperCase();
