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
}

export const DEFAULT_LIMITS: CredentialsLimits = {
  // About 20 tries a day: a secret of six digits stands for a century.
  confirm: { free: 5, firstMs: MINUTE, maxMs: 6 * HOUR, forgetMs: DAY },
  holdMs: DAY,
};

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
  const steps = new Set(letters.slice(1).map((letter, at) => stepFrom(letters[at] ?? '', letter)));
  const [step] = steps;
  return steps.size === 1 && (step === 1 || step === -1);
}

const isRepeated = (letters: readonly string[], times: number): boolean =>
  letters.length % times === 0 &&
  letters.every((letter, at) => letter === letters[at % (letters.length / times)]);

/** From 9 the keyboard goes on with 0. */
function stepFrom(from: string, to: string): number {
  if (from === '9' && to === '0') return 1;
  if (from === '0' && to === '9') return -1;
  return (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0);
}
