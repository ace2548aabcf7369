import { createHash } from 'node:crypto';

/** Values of a payload that two people decide on. */
export type Payload = Readonly<Record<string, string | number | boolean>>;

/** How long a request waits for its second person. */
export const APPROVAL_MS = 24 * 60 * 60 * 1000;
/** A session that was not used for so long is over. */
export const SESSION_IDLE_MS = 30 * 60 * 1000;
/** However busy, a session ends after a working day. */
export const SESSION_MS = 12 * 60 * 60 * 1000;

/** SHA-256 over kind, subject and payload with sorted keys: whoever approves names what they saw. */
export function digestOf(kind: string, subject: string, payload: Payload): string {
  const sorted = Object.entries(payload).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return createHash('sha256')
    .update(JSON.stringify([kind, subject, sorted]))
    .digest('hex');
}

export type SessionState = { readonly created_ms: number; readonly seen_ms: number; readonly ended: boolean };

/** Whether a session may still be used. */
export const isAlive = (session: SessionState, now: number): boolean =>
  !session.ended && now - session.seen_ms < SESSION_IDLE_MS && now - session.created_ms < SESSION_MS;
