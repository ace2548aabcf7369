/** What the forms of the account check before they are sent; the server decides. */

/** A password has more than six characters. */
export const PASSWORD_MIN = 7;

export type Problem = 'error_email' | 'error_phone' | 'error_code' | 'error_length' | 'error_match';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^[0-9]{5,15}$/;
const CODE = /^[0-9]{6}$/;

export type By = 'email' | 'mobile';

/** Phone numbers are typed with spaces and dashes; the wire wants digits. */
export const tidyReceiver = (by: By, text: string): string =>
  by === 'email' ? text.trim() : text.replace(/[\s()-]/g, '');

export function receiverProblem(by: By, text: string): Problem | null {
  const tidy = tidyReceiver(by, text);
  if (by === 'email') return EMAIL.test(tidy) ? null : 'error_email';
  return PHONE.test(tidy) ? null : 'error_phone';
}

export const codeProblem = (code: string): Problem | null => (CODE.test(code) ? null : 'error_code');

/** Length is counted in characters as people see them, not in units of UTF-16. */
export const longEnough = (password: string): boolean => Array.from(password).length >= PASSWORD_MIN;

export const passwordProblem = (password: string): Problem | null =>
  longEnough(password) ? null : 'error_length';

export const repeatProblem = (password: string, repeat: string): Problem | null =>
  password === repeat ? null : 'error_match';
