import { refuse } from '@karat/contract';
import { isCommonPassword } from '@karat/domains/identity';
import type { Allowance } from '@karat/domains/identity';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Limits of the domain; configuration may replace each. */
export interface CredentialsLimits {
  /** Confirmation attempts, shared by every call that requires a confirmation. */
  readonly confirm: Allowance;
  /** Withdrawal hold after a change. */
  readonly holdMs: number;
  /** Lifetime of a pending authenticator secret, */
  readonly pendingMs: number;
  /** and of a passkey challenge. */
  readonly challengeMs: number;
  readonly passkeys: number;
  readonly apiKeys: number;
}

export const DEFAULT_LIMITS: CredentialsLimits = {
  // About 20 attempts a day: guessing a code of six digits takes a century.
  confirm: { free: 5, firstMs: MINUTE, maxMs: 6 * HOUR, forgetMs: DAY },
  holdMs: DAY,
  pendingMs: 15 * MINUTE,
  challengeMs: 5 * MINUTE,
  passkeys: 10,
  apiKeys: 20,
};

/**
 * Returns true if a first lock (pay password, authenticator) holds withdrawals: not in the account's first `holdMs`,
 * when there is nothing to take over yet.
 */
export const holdsAfterFirst = (openedMs: number, now: number, holdMs: number): boolean =>
  now - openedMs >= holdMs;

/** Protections of an account with their shares of the score of 100; the login password adds the rest. */
const SCORE = { payPassword: 25, totp: 25, passkey: 10, bothReceivers: 10, antiPhishing: 10 } as const;
const SCORE_ALONE = 20;

export type Protection = Readonly<Record<keyof typeof SCORE, boolean>>;

/** Returns the security score, 20 to 100. */
export const scoreOf = (has: Protection): number =>
  SCORE_ALONE +
  (has.payPassword ? SCORE.payPassword : 0) +
  (has.totp ? SCORE.totp : 0) +
  (has.passkey ? SCORE.passkey : 0) +
  (has.bothReceivers ? SCORE.bothReceivers : 0) +
  (has.antiPhishing ? SCORE.antiPhishing : 0);

/** Letters and digits that do not look alike; 5 bits each. */
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 10;
export const BACKUP_CODES = 10;

/** A backup code of 50 bits, as displayed: `7KQ2M-XR4TD`. */
export function newBackupCode(below: (limit: number) => number): string {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[below(CODE_ALPHABET.length)]).join('');
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** Users expect six digits; more, and any characters, are allowed. */
export const PAY_PASSWORD_MIN = 6;
export const PAY_PASSWORD_MAX = 64;

/**
 * Refuses a new pay password that differs from its repetition (`passwords_differ`), has fewer than 6 or more than 64
 * characters, or is one of the first guesses (`password_common`).
 */
export function checkPayPassword(password: string, repeated: string): void {
  if (password !== repeated) refuse('passwords_differ');
  const length = Array.from(password).length;
  if (length < PAY_PASSWORD_MIN) refuse('password_too_short', { min: PAY_PASSWORD_MIN });
  if (length > PAY_PASSWORD_MAX) refuse('password_too_long', { max: PAY_PASSWORD_MAX });
  if (isFirstGuess(password) || isCommonPassword(password.toLowerCase())) refuse('password_common');
}

/**
 * Returns true for a text that is tried first: two alternating characters, a repeated half or third, or a run up or
 * down.
 */
export function isFirstGuess(password: string): boolean {
  const messages = Array.from(password);
  if (new Set(messages).size <= 2) return true;
  if (isRepeated(messages, 2) || isRepeated(messages, 3)) return true;
  const steps = new Set(messages.slice(1).map((email, at) => stepFrom(messages[at] ?? '', email)));
  const [step] = steps;
  return steps.size === 1 && (step === 1 || step === -1);
}

const isRepeated = (messages: readonly string[], times: number): boolean =>
  messages.length % times === 0 &&
  messages.every((email, at) => email === messages[at % (messages.length / times)]);

/** On the keyboard 0 follows 9. */
function stepFrom(from: string, to: string): number {
  if (from === '9' && to === '0') return 1;
  if (from === '0' && to === '9') return -1;
  return (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0);
}
