import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { refuse, sessionId } from '@karat/contract';
import type { ApiRight } from '@karat/contract';
import { sameText } from '@karat/platform/crypto';
import type { Caller, ProgramAuthentication, SignedRequest } from '@karat/platform/http';
import { createApiKeyCache } from './api-key-cache.ts';
import type { ActiveKey, ApiKeyCache } from './api-key-cache.ts';
import * as store from './api-key-store.ts';
import type { ApiKeyRow } from './api-key-store.ts';
import { keyAssociatedData } from './api-keys.ts';
import { createLiveKeyLookup } from './live-keys.ts';
import { isWithin } from './networks.ts';
import type { ResolvedDeps } from './deps.ts';
import { apiKeysEnded } from './topics.ts';
import { createUsedSignatures } from './used-signatures.ts';

const WINDOW_MS = 5_000;
const WINDOW_MS_MAX = 60_000;
/** How far the clock of a client may be ahead. */
const AHEAD_MS = 1_000;
/** Minimum interval between writes of the last use. */
const TOUCH_MS = 60_000;
const KEY = /^[A-Za-z0-9_-]{32}$/;

/** HMAC-SHA-256 over the signed text, in hex. */
export const signatureOf = (secret: string | KeyObject, payload: string | Uint8Array): string =>
  createHmac('sha256', secret).update(payload).digest('hex');

/** Returns true if a request is within its window: at most a second in the future, and not older than the window. */
export const isTimely = (timestamp: number, now: number, windowMs: number): boolean =>
  Number.isSafeInteger(timestamp) && timestamp - now < AHEAD_MS && now - timestamp <= windowMs;

/** Authentication of API key requests: each signature is accepted once if the request writes. */
export function createProgramAuthentication(deps: ResolvedDeps): ProgramAuthentication {
  const { ctx } = deps;
  const cache = createApiKeyCache();
  const takeSignature = createUsedSignatures(ctx);
  ctx.bus.subscribe(apiKeysEnded, ({ userId }) => cache.drop(userId));
  const isLive = createLiveKeyLookup(ctx.db);
  /** Whether no process has ended the key before the call. */
  const hasNotEnded = async ({ row }: ActiveKey): Promise<boolean> => {
    if (await isLive(row.id)) return true;
    cache.drop(row.userId);
    return false;
  };
  return {
    async authenticate(signed, right, isWrite) {
      const now = ctx.clock.now();
      const active = KEY.test(signed.key) ? await activeKey(deps, cache, signed.key) : undefined;
      if (!active) return refuse('signature_wrong');
      checkSignature(active, signed, now);
      if (isWrite && !(await hasNotEnded(active))) return refuse('signature_wrong');
      return admit(deps, active, signed.address, right);
    },
    async recheck(key, address, right, isWrite) {
      const active = await activeKey(deps, cache, key);
      if (!active || !isWithin(active.row.networks, address)) return refuse('unauthenticated');
      if (isWrite && !(await hasNotEnded(active))) return refuse('unauthenticated');
      return admit(deps, active, address, right);
    },
    takeOnce: ({ signature }) => takeSignature(signature),
  };
}

/** Refuses `signature_wrong` for a disallowed address and a wrong signature alike, and `timestamp_outside`. */
function checkSignature({ row, secret }: ActiveKey, signed: SignedRequest, now: number): void {
  const isGenuine = sameText(signatureOf(secret, signed.payload), signed.signature);
  if (!isGenuine || !isWithin(row.networks, signed.address)) refuse('signature_wrong');
  const windowMs = Math.min(signed.windowMs ?? WINDOW_MS, WINDOW_MS_MAX);
  if (!isTimely(signed.timestamp, now, windowMs)) refuse('timestamp_outside');
}

/** Returns the caller of a key with a right, and records the use. Refuses `right_missing`. */
async function admit(
  { ctx }: ResolvedDeps,
  active: ActiveKey,
  address: string,
  right: ApiRight,
): Promise<Caller> {
  if (!has(active.row, right)) refuse('right_missing');
  const now = ctx.clock.now();
  if (now - active.used.atMs >= TOUCH_MS || active.used.from !== address) {
    active.used = { atMs: now, from: address };
    await store.noteApiKeyUse(ctx.db, active.row.id, address, now);
  }
  return active.caller;
}

/** Returns true if a key has a right. Withdrawals need a list of addresses. */
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

/** Returns an active key by its name or number, from the cache if possible. Refuses `account_frozen`. */
async function activeKey(
  deps: ResolvedDeps,
  cache: ApiKeyCache,
  key: string | number,
): Promise<ActiveKey | undefined> {
  const { db, clock } = deps.ctx;
  const cached = cache.get(key, clock.now());
  if (cached) return cached;
  const version = cache.version();
  const row = await (typeof key === 'string' ? store.apiKeyByName(db, key) : store.apiKeyById(db, key));
  if (!row) return undefined;
  const used = { atMs: row.usedMs ?? 0, from: row.usedFrom };
  const secret = createSecretKey(deps.seal.open(row.secretSealed, keyAssociatedData(row.key)), 'utf8');
  const active = { row, secret, caller: await callerOf(deps, row), used };
  cache.put(active, clock.now(), version);
  return active;
}

const VERIFIED = 2;

async function callerOf(deps: ResolvedDeps, { id, label, userId, createdMs }: ApiKeyRow): Promise<Caller> {
  const [user] = await deps.identity.users(deps.ctx.db, [userId]);
  if (!user || user.status !== 'active') return refuse('account_frozen');
  // No user session has this id, so ending sessions does not affect keys.
  return {
    userId,
    sessionId: sessionId(0),
    verified: user.realState === VERIFIED,
    lang: user.lang,
    program: { key: id, label, since: createdMs },
  };
}
