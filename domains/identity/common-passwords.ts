import { readFileSync } from 'node:fs';

/**
 * Passwords that attackers try first: words, names, keyboard rows, number runs and song titles of many languages with
 * common suffixes, each of at least seven characters and in lower case. One per line.
 */
const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
);

export const isCommonPassword = (password: string): boolean => common.has(password.normalize('NFC'));
