import { refuse } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { networkOf } from '@karat/platform/http';
import { lockAttempts, saveAttempts } from './attempt-store.ts';
import { readContact } from './contact.ts';
import { countAttempt } from './rules.ts';
import type { Allowance } from './rules.ts';

/** A rate limited action: its key and its limits. */
export interface Attempt {
  readonly key: string;
  readonly allowance: Allowance;
}

const MS_PER_S = 1_000;

/** Key of the attempts of an account or contact. It is the same whether or not an account exists. */
export const personKey = (what: string, contact: string): string => `${what}:${contact}`;
/** Key of the attempts of a network. All addresses of an IPv6 subscriber share one key. */
export const addressKey = (what: string, address: string): string => `${what}@${networkOf(address)}`;

/** Last digits of a number, which are the same with and without the dialling code in every country. */
const NUMBER_END = 6;

/**
 * Key under which logins of a typed contact are counted. It depends on the text alone and is the same for every
 * notation of a number, so that no notation reveals whether an account exists.
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
 * Counts one attempt of each kind. If one of them must wait, counts nothing and returns the wait. Locks keys in order
 * to avoid deadlocks.
 */
export async function countAttempts(tx: Tx, attempts: readonly Attempt[], now: number): Promise<number> {
  const ordered = attempts.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const next = [];
  for (const attempt of ordered) {
    const count = countAttempt(await lockAttempts(tx, attempt.key), now, attempt.allowance);
    if ('waitMs' in count) return count.waitMs;
    next.push({ key: attempt.key, count });
  }
  for (const { key, count } of next) await saveAttempts(tx, key, count);
  return 0;
}

/** Returns the longest wait of these in ms, with their rows locked. */
export async function lockedWait(tx: Tx, attempts: readonly Attempt[], now: number): Promise<number> {
  let wait = 0;
  for (const { key } of attempts.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const count = await lockAttempts(tx, key);
    if (count) wait = Math.max(wait, count.blockedUntil - now);
  }
  return wait;
}
