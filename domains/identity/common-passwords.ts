import { readFileSync } from 'node:fs';

/**
 * Passwords that attackers try first: words, names, keyboard rows, number runs and songs of many languages with the endings
 * that people add, all of at least seven characters and in lower case. One a line.
 */
const common: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
);

/** Whether a password in lower case is one of them. */
export const isCommonPassword = (password: string): boolean => common.has(password.normalize('NFC'));
