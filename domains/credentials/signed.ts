import { createHmac } from 'node:crypto';
import { refuse, sessionId } from '@karat/contract';
import type { ApiRight } from '@karat/contract';
import { sameText } from '@karat/platform/crypto';
import type { Caller, SignedRequest } from '@karat/platform/http';
import * as store from './api-key-store.ts';
import type { ApiKeyRow } from './api-key-store.ts';
import { keyBinding } from './api-keys.ts';
import { isWithin } from './networks.ts';
import type { Parts } from './parts.ts';

const WINDOW_MS = 5_000;
const WINDOW_MS_MAX = 60_000;
/** How far the clock of a program may be ahead. */
const AHEAD_MS = 1_000;
/** Last use is written at most this often. */
const TOUCH_MS = 60_000;
const KEY = /^[A-Za-z0-9_-]{32}$/;

/** HMAC-SHA-256 over what was signed, in hex. */
export const signatureOf = (secret: string, payload: string | Uint8Array): string =>
  createHmac('sha256', secret).update(payload).digest('hex');

/** Whether a request was made within its window: at most a second in the future, and not longer ago than the window. */
export const isTimely = (timestamp: number, now: number, windowMs: number): boolean =>
  Number.isSafeInteger(timestamp) && timestamp - now < AHEAD_MS && now - timestamp <= windowMs;

/**
 * Whose program signed a request, if its key has the right. Refuses `signature_wrong` for unknown keys, foreign addresses
 * and wrong signatures alike, `timestamp_outside` beyond the window (5 s unless asked for, at most 60 s), `right_missing`,
 * and `account_frozen`.
 */
export async function authenticateSigned(
  parts: Parts,
  signed: SignedRequest,
  right: ApiRight,
): Promise<Caller> {
  const { ctx } = parts;
  const now = ctx.clock.now();
  const row = KEY.test(signed.key) ? await store.apiKeyByName(ctx.db, signed.key) : undefined;
  if (!row) return refuse('signature_wrong');
  const secret = parts.seal.open(row.secretSealed, keyBinding(row.key));
  const genuine = sameText(signatureOf(secret, signed.payload), signed.signature.toLowerCase());
  if (!genuine || !isWithin(row.networks, signed.address)) return refuse('signature_wrong');
  const windowMs = Math.min(signed.windowMs ?? WINDOW_MS, WINDOW_MS_MAX);
  if (!isTimely(signed.timestamp, now, windowMs)) refuse('timestamp_outside');
  if (!has(row, right)) refuse('right_missing');
  if (now - (row.usedMs ?? 0) >= TOUCH_MS || row.usedFrom !== signed.address) {
    await store.noteApiKeyUse(ctx.db, row.id, signed.address, now);
  }
  return callerOf(parts, row);
}

/** Whether a key has a right. Money goes out only from a place that its owner named. */
function has(key: ApiKeyRow, right: ApiRight): boolean {
  switch (right) {
    case 'read':
      return true;
    case 'trade':
      return key.trade;
    case 'withdraw':
      return key.withdraw && key.networks.length > 0;
  }
}

const VERIFIED = 2;

async function callerOf(parts: Parts, { id, label, userId, createdMs }: ApiKeyRow): Promise<Caller> {
  const [user] = await parts.identity.users(parts.ctx.db, [userId]);
  if (!user || user.status !== 'active') return refuse('account_frozen');
  // No session of people has this number: what ends sessions does not concern keys.
  return {
    userId,
    sessionId: sessionId(0),
    verified: user.realState === VERIFIED,
    program: { key: id, label, since: createdMs },
  };
}
