import { refuse } from '@karat/contract';
import { isCommonPassword } from '@karat/domains/identity';
import type { Allowance } from '@karat/domains/identity';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the room allows; configuration may replace any of it. */
export interface CredentialsLimits {
  /** Tries to confirm, shared by every call that asks for a confirmation. */
  readonly confirm: Allowance;
  /** How long withdrawals wait after a change. */
  readonly holdMs: number;
  /** How long a secret of an authenticator is shown before its first code, */
  readonly pendingMs: number;
  /** and how long an authenticator may take to sign. */
  readonly challengeMs: number;
  readonly passkeys: number;
  readonly apiKeys: number;
}

export const DEFAULT_LIMITS: CredentialsLimits = {
  // About 20 tries a day: a secret of six digits stands for a century.
  confirm: { free: 5, firstMs: MINUTE, maxMs: 6 * HOUR, forgetMs: DAY },
  holdMs: DAY,
  pendingMs: 15 * MINUTE,
  challengeMs: 5 * MINUTE,
  passkeys: 10,
  apiKeys: 20,
};

/**
 * Whether withdrawals wait after a lock was put on for the first time (pay password, authenticator): not in the account's
 * first `holdMs`, when there is nothing yet that somebody else could have come upon.
 */
export const holdsAfterFirst = (openedMs: number, now: number, holdMs: number): boolean =>
  now - openedMs >= holdMs;

/** What protects an account, each with its share of the score of 100; the login password itself brings the rest. */
const SCORE = { payPassword: 25, totp: 25, passkey: 10, bothReceivers: 10, antiPhishing: 10 } as const;
const SCORE_ALONE = 20;

export type Protection = Readonly<Record<keyof typeof SCORE, boolean>>;

/** How much protects an account, 20 to 100. */
export const scoreOf = (has: Protection): number =>
  SCORE_ALONE +
  (has.payPassword ? SCORE.payPassword : 0) +
  (has.totp ? SCORE.totp : 0) +
  (has.passkey ? SCORE.passkey : 0) +
  (has.bothReceivers ? SCORE.bothReceivers : 0) +
  (has.antiPhishing ? SCORE.antiPhishing : 0);

/** Letters and digits that are not mistaken for each other; 5 bits each. */
const CODE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 10;
export const BACKUP_CODES = 10;

/** A backup code of 50 bits, as it is shown: `7KQ2M-XR4TD`. */
export function newBackupCode(below: (limit: number) => number): string {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[below(CODE_ALPHABET.length)]).join('');
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** What people expect of a pay password are six digits; more, and any characters, are welcome. */
export const PAY_PASSWORD_MIN = 6;
export const PAY_PASSWORD_MAX = 64;

/**
 * Refuses a new pay password that was not repeated alike (`passwords_differ`), has fewer than 6 or more than 64 characters,
 * or is among the first guesses (`password_common`).
 */
export function checkPayPassword(password: string, repeated: string): void {
  if (password !== repeated) refuse('passwords_differ');
  const length = Array.from(password).length;
  if (length < PAY_PASSWORD_MIN) refuse('password_too_short', { min: PAY_PASSWORD_MIN });
  if (length > PAY_PASSWORD_MAX) refuse('password_too_long', { max: PAY_PASSWORD_MAX });
  if (isFirstGuess(password) || isCommonPassword(password.toLowerCase())) refuse('password_common');
}

/** Whether a text is one that is tried first: two characters in turns, a repeated half or third, or a run up or down. */
export function isFirstGuess(password: string): boolean {
  const letters = Array.from(password);
  if (new Set(letters).size <= 2) return true;
  if (isRepeated(letters, 2) || isRepeated(letters, 3)) return true;
  const steps = new Set(letters.slice(1).map((email, at) => stepFrom(letters[at] ?? '', email)));
  const [step] = steps;
  return steps.size === 1 && (step === 1 || step === -1);
}

const isRepeated = (letters: readonly string[], times: number): boolean =>
  letters.length % times === 0 &&
  letters.every((email, at) => email === letters[at % (letters.length / times)]);

/** From 9 the keyboard goes on with 0. */
function stepFrom(from: string, to: string): number {
  if (from === '9' && to === '0') return 1;
  if (from === '0' && to === '9') return -1;
  return (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0);
}
