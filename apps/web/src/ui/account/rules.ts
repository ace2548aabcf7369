/** Client-side checks of account forms; the server decides. */

/** A password has more than six characters. */
export const PASSWORD_MIN = 7;

export type Problem = 'error_email' | 'error_phone' | 'error_code' | 'error_length' | 'error_match';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^[0-9]{5,15}$/;
const CODE = /^[0-9]{6}$/;

export type By = 'email' | 'mobile';

/** Removes spaces and dashes; the wire takes digits. */
export const tidyReceiver = (by: By, text: string): string =>
  by === 'email' ? text.trim() : text.replace(/[\s()-]/g, '');

export function receiverProblem(by: By, text: string): Problem | null {
  const tidy = tidyReceiver(by, text);
  if (by === 'email') return EMAIL.test(tidy) ? null : 'error_email';
  return PHONE.test(tidy) ? null : 'error_phone';
}

export const codeProblem = (code: string): Problem | null => (CODE.test(code) ? null : 'error_code');

/** Counts characters as users see them, not UTF-16 units. */
export const longEnough = (password: string): boolean => Array.from(password).length >= PASSWORD_MIN;

export const passwordProblem = (password: string): Problem | null =>
  longEnough(password) ? null : 'error_length';

export const repeatProblem = (password: string, repeat: string): Problem | null =>
  password === repeat ? null : 'error_match';
