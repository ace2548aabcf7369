import { refuse } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { networkOf } from '@karat/platform/http';
import { lockTries, writeTries } from './attempt-store.ts';
import { readContact } from './contact.ts';
import { tryOnce } from './rules.ts';
import type { Allowance } from './rules.ts';

/** Something that is tried, by whom, and how often it may be. */
export interface Attempt {
  readonly key: string;
  readonly allowance: Allowance;
}

const MS_PER_S = 1_000;

/** Key of an account's or receiver's tries; the same whether or not an account exists. */
export const personKey = (what: string, receiver: string): string => `${what}:${receiver}`;
/** Key of a network's tries; one IPv6 subscriber is one. */
export const addressKey = (what: string, address: string): string => `${what}@${networkOf(address)}`;

/** Digits of a number that are the same with and without its dialling code, in every country. */
const NUMBER_END = 6;

/**
 * Name under which logins with what was typed are counted. It comes from the text alone and is the same for every way to
 * write one number, so that no other way to write it tells whether there is an account.
 */
export function loginName(typed: string): string {
  const text = typed.trim().toLowerCase();
  if (text.includes('@')) return readContact(text, '')?.value ?? text;
  const digits = text.replace(/[^0-9]/g, '');
  return digits.length >= NUMBER_END ? `..${digits.slice(-NUMBER_END)}` : text;
}

export const refuseForNow = (waitMs: number): never =>
  refuse('too_many_attempts', { seconds: Math.max(1, Math.ceil(waitMs / MS_PER_S)) });

/**
 * Counts one more try of each kind, or answers how long to wait when any of them must: then nothing was counted. Keys are
 * locked in order, so that two requests never wait for each other.
 */
export async function countAttempts(tx: Tx, attempts: readonly Attempt[], now: number): Promise<number> {
  const ordered = attempts.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const next = [];
  for (const attempt of ordered) {
    const tried = tryOnce(await lockTries(tx, attempt.key), now, attempt.allowance);
    if ('waitMs' in tried) return tried.waitMs;
    next.push({ key: attempt.key, tried });
  }
  for (const { key, tried } of next) await writeTries(tx, key, tried);
  return 0;
}

/** How long the longest wait of these lasts, with their rows locked. */
export async function lockedWait(tx: Tx, attempts: readonly Attempt[], now: number): Promise<number> {
  let wait = 0;
  for (const { key } of attempts.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const tried = await lockTries(tx, key);
    if (tried) wait = Math.max(wait, tried.blockedUntil - now);
  }
  return wait;
}
