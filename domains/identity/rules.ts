import { refuse } from '@karat/contract';
import { isCommonPassword } from './common-passwords.ts';

/** Longer than six characters. */
export const PASSWORD_MIN = 7;
export const PASSWORD_MAX = 128;

const lengthOf = (text: string): number => Array.from(text).length;

/**
 * Refuses a new password that was not repeated alike (`passwords_differ`), has fewer than 7 or more than 128 characters, is
 * on the list of common ones, or is the account's own address or number (`password_common`).
 */
export function checkNewPassword(password: string, repeated: string, receiver: string): void {
  if (password !== repeated) refuse('passwords_differ');
  const length = lengthOf(password);
  if (length < PASSWORD_MIN) refuse('password_too_short', { min: PASSWORD_MIN });
  if (length > PASSWORD_MAX) refuse('password_too_long', { max: PASSWORD_MAX });
  const plain = password.toLowerCase();
  const own = [receiver, receiver.split('@')[0], receiver.replace('+', '')];
  if (isCommonPassword(plain) || own.includes(plain)) refuse('password_common');
}

const NAME = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]*$/u;
/** Letters that show nothing, joiners, and signs that only change the look of another character. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** More marks on one letter than any script stacks. */
const STACKED = /\p{M}{4}/u;
const NAME_MIN = 2;
const NAME_MAX = 10;
const SIGNATURE_MIN = 2;
const SIGNATURE_MAX = 30;

/** A nickname of 2 to 10 letters and digits of any script, vowel signs and accents not counted; else `nickname_invalid`. */
export function readNickname(typed: string): string {
  const name = typed.trim().normalize('NFC');
  const letters = lengthOf(name.replace(/\p{M}/gu, ''));
  const right = NAME.test(name) && !INVISIBLE.test(name) && !STACKED.test(name);
  return right && letters >= NAME_MIN && letters <= NAME_MAX ? name : refuse('nickname_invalid');
}

const SIGNATURE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\u200d]+$/u;

/** A signature of 2 to 30 visible characters on one line; else `signature_invalid`. */
export function readSignature(typed: string): string {
  const signature = typed.trim().normalize('NFC');
  const length = lengthOf(signature);
  const right = SIGNATURE.test(signature) && !STACKED.test(signature) && signature.isWellFormed();
  return right && length >= SIGNATURE_MIN && length <= SIGNATURE_MAX
    ? signature
    : refuse('signature_invalid');
}

/** What somebody may try before waiting, and how the wait grows: `first`, twice that, ... up to `max`. */
export interface Allowance {
  readonly free: number;
  readonly firstMs: number;
  readonly maxMs: number;
  /** After so long without a try everything is forgotten. */
  readonly forgetMs: number;
}

export interface Tried {
  readonly count: number;
  /** Unix ms. */
  readonly lastAt: number;
  readonly blockedUntil: number;
}

/** Wait after the `count`-th try: none below `free`, then doubling. */
export const waitAfter = (count: number, allowance: Allowance): number =>
  count < allowance.free
    ? 0
    : Math.min(allowance.maxMs, allowance.firstMs * 2 ** Math.min(count - allowance.free, 40));

/**
 * One more try at a moment: what to remember when it is allowed, or how long to wait. A try counts when it begins, so that
 * many at once cannot slip through before the first has failed.
 */
export function tryOnce(
  before: Tried | undefined,
  now: number,
  allowance: Allowance,
): Tried | { readonly waitMs: number } {
  if (before && before.blockedUntil > now) return { waitMs: before.blockedUntil - now };
  const fresh = !before || now - before.lastAt >= allowance.forgetMs;
  const count = fresh ? 1 : before.count + 1;
  return { count, lastAt: now, blockedUntil: now + waitAfter(count, allowance) };
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How often a login may fail, by what failures are counted by. */
export interface LoginLimits {
  readonly device: Allowance;
  readonly accountAtNetwork: Allowance;
  readonly network: Allowance;
  /** Failures of strangers on one account, from anywhere, after which strangers need a proof beside the password. */
  readonly account: {
    readonly free: number;
    /** After so long without a counted failure the count begins anew. */
    readonly forgetMs: number;
    /** Passwords of strangers that are hashed for one account in a minute. */
    readonly verificationsPerMinute: number;
  };
}

/** What the domain allows; configuration may replace any of it. */
export interface IdentityLimits {
  readonly login: LoginLimits;
  /** Of the password that an open session is asked for again. */
  readonly password: Allowance;
  /** Codes to one receiver, for a session or for visitors of one network, */
  readonly codeToReceiver: Allowance;
  /** and for all visitors together. */
  readonly codesOfVisitors: Allowance;
  readonly codeFromAddress: Allowance;
  readonly codeLifeMs: number;
  readonly codeTries: number;
  /** How long a contact that was linked later recovers nothing: no new password, no code, no way out of a freeze. */
  readonly contactWaitMs: number;
  /** How long a contact of before may report a change by its link. */
  readonly reportLinkMs: number;
  /** A session ends when it was not used for so long, */
  readonly sessionIdleMs: number;
  /** and so long after login in any case. */
  readonly sessionLifeMs: number;
  /** Known devices of an account; a further one takes the place of the one unused longest. */
  readonly devices: number;
  /** Open sessions of an account; a further login ends the one unused longest. */
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
  codeToReceiver: { free: 3, firstMs: MINUTE, maxMs: 6 * HOUR, forgetMs: DAY },
  // About forty codes a day with five tries each, 200 guesses among a million codes: one hit in 5,000 days.
  codesOfVisitors: { free: 10, firstMs: MINUTE, maxMs: HOUR, forgetMs: DAY },
  codeFromAddress: { free: 100, firstMs: MINUTE, maxMs: HOUR, forgetMs: DAY },
  codeLifeMs: 10 * MINUTE,
  codeTries: 5,
  contactWaitMs: 72 * HOUR,
  reportLinkMs: 7 * DAY,
  sessionIdleMs: 30 * DAY,
  sessionLifeMs: 180 * DAY,
  devices: 20,
  sessions: 20,
};

/** Letters and digits that are not mistaken for each other. */
const INVITE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const INVITE_LENGTH = 8;

/** An invite code from a source of whole numbers below a limit. */
export const newInviteCode = (below: (limit: number) => number): string =>
  Array.from({ length: INVITE_LENGTH }, () => INVITE_ALPHABET[below(INVITE_ALPHABET.length)]).join('');

/** An invite code as typed, in the form that is kept. */
export const readInviteCode = (typed: string): string => typed.trim().toUpperCase();
