import { DAY_MS } from '@karat/rules';
import { createHash } from 'node:crypto';

/** Payload values of an approval request. */
export type Payload = Readonly<Record<string, string | number | boolean>>;

/** Lifetime of an open request. */
export const APPROVAL_MS = DAY_MS;
/** A session ends when it is unused for this time. */
export const SESSION_IDLE_MS = 30 * 60 * 1000;
/** A session ends after a working day in any case. */
export const SESSION_MS = 12 * 60 * 60 * 1000;

/** SHA-256 over kind, subject and payload with sorted keys: it identifies the content that the approver reviewed. */
export function digestOf(kind: string, subject: string, payload: Payload): string {
  const sorted = Object.entries(payload).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return createHash('sha256')
    .update(JSON.stringify([kind, subject, sorted]))
    .digest('hex');
}

export type SessionState = { readonly created_ms: number; readonly seen_ms: number; readonly ended: boolean };

export const isAlive = (session: SessionState, now: number): boolean =>
  !session.ended && now - session.seen_ms < SESSION_IDLE_MS && now - session.created_ms < SESSION_MS;
