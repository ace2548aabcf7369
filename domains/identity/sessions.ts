import { refuse, sessionId as toSessionId } from '@karat/contract';
import type { SessionId, UserId } from '@karat/contract';
import { tokenHash } from '@karat/platform/crypto';
import type { Queries, Tx } from '@karat/platform/db';
import type { Caller, RequestInfo } from '@karat/platform/http';
import { revokeDeviceOf, revokeDevices } from './device-store.ts';
import { deviceText } from './device.ts';
import { noteLogin } from './history.ts';
import type { LoginMethod } from './history-store.ts';
import { sessionLife } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import { createEndedTokens, createSessionCache } from './session-cache.ts';
import * as store from './session-store.ts';
import { callersChanged, publishSessions, receiveSessions, sessionsEnded } from './topics.ts';

const CACHED_MAX = 50_000;
const ENDED_MAX = 50_000;
/** A cached session is read again after this time, should the message of the process that ended it be late. */
const CACHED_MS = 30_000;
/** Minimum interval between writes of the last use. */
const TOUCH_MS = 600_000;
const VERIFIED = 2;
const TOKEN_LENGTH_MAX = 256;

/**
 * Returns the session of a token, synchronously if it is cached, else from the database. The database is read only for
 * tokens that this server issued, and once for an ended session.
 */
export type Authenticate = (
  token: string,
  address?: string,
) => Caller | undefined | Promise<Caller | undefined>;

export function createAuthenticate(deps: ResolvedDeps): Authenticate {
  const { ctx } = deps;
  const cache = createSessionCache(CACHED_MAX);
  const ended = createEndedTokens(ENDED_MAX);
  ctx.bus.subscribe(sessionsEnded, ({ sessionIds }) => cache.drop(sessionIds));
  ctx.bus.subscribe(callersChanged, ({ sessionIds }) => cache.drop(sessionIds));
  receiveSessions(ctx);

  const touch = (session: store.FoundSession, address: string | undefined, now: number): void => {
    if (now - session.seenMs < TOUCH_MS) return;
    store.touchSession(ctx.db, session.id, address, now).catch((error: unknown) => {
      ctx.log.warn({ session: session.id, error: String(error) }, 'session last use update failed');
    });
  };

  const readView = async (hash: string, address: string | undefined): Promise<Caller | undefined> => {
    const now = ctx.clock.now();
    const drops = cache.drops();
    const found = await store.sessionByHash(ctx.db, hash, now, sessionLife(deps), ctx.demo);
    if (!found) {
      ended.add(hash);
      return undefined;
    }
    touch(found, address, now);
    const caller: Caller = {
      userId: found.userId,
      sessionId: found.id,
      verified: found.realState === VERIFIED && found.bound,
      lang: found.lang,
    };
    // The session may have ended during the read; it is then not cached.
    if (cache.drops() === drops) cache.put(hash, caller, now + CACHED_MS);
    return caller;
  };

  return (token, address) => {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    const hash = tokenHash(token);
    const cached = cache.get(hash, ctx.clock.now());
    if (cached) return cached;
    return ended.has(hash) || !deps.tokens.isIssued(token) ? undefined : readView(hash, address);
  };
}

/** Publishes ended sessions after commit. */
const publishEnded = (
  deps: ResolvedDeps,
  tx: Tx,
  userId: UserId,
  sessionIds: readonly SessionId[],
): Promise<void> => publishSessions(deps.ctx, tx, sessionsEnded, { userId, sessionIds });

/** Opens a session and returns its token, which is stored only as a hash. */
export async function openSession(
  deps: ResolvedDeps,
  tx: Tx,
  userId: UserId,
  request: RequestInfo,
  way: LoginMethod = 'password',
): Promise<string> {
  const token = deps.tokens.issue();
  await noteLogin(deps, tx, userId, 'ok', way, request);
  await store.insertSession(tx, {
    userId,
    tokenHash: tokenHash(token),
    hashKey: deps.tokens.mark,
    device: deviceText(request.userAgent),
    address: request.address,
    now: deps.ctx.clock.now(),
  });
  await publishEnded(deps, tx, userId, await store.endBeyond(tx, userId, deps.limits.sessions));
  return token;
}

/** Ends every session of an account, except one if given, and revokes their devices. */
export async function endSessions(
  deps: ResolvedDeps,
  tx: Tx,
  userId: UserId,
  except: SessionId | null,
): Promise<void> {
  await revokeDevices(tx, userId, except);
  await publishEnded(deps, tx, userId, await store.endSessions(tx, userId, except));
}

/** Ends the caller's session. */
export const logout = (deps: ResolvedDeps, caller: Caller): Promise<void> =>
  deps.ctx.db.transact(async (tx) => {
    await publishEnded(deps, tx, caller.userId, await store.endSession(tx, caller.userId, caller.sessionId));
  });

/**
 * Ends a session of the account and revokes its device, or with 0 all others. Refuses `not_found` for another user's
 * session.
 */
export const revoke = (deps: ResolvedDeps, caller: Caller, id: number): Promise<void> =>
  deps.ctx.db.transact(async (tx) => {
    if (id === 0) return endSessions(deps, tx, caller.userId, caller.sessionId);
    await revokeDeviceOf(tx, caller.userId, toSessionId(id));
    const ended = await store.endSession(tx, caller.userId, toSessionId(id));
    if (ended.length === 0) refuse('not_found');
    await publishEnded(deps, tx, caller.userId, ended);
  });

/** Names the device of a session. Refuses `not_found` for another user's session. */
export const nameSession = async (
  deps: ResolvedDeps,
  caller: Caller,
  id: number,
  name: string,
): Promise<void> => {
  const named = await store.nameSession(deps.ctx.db, caller.userId, toSessionId(id), name);
  if (named === 0) refuse('not_found');
};

export const ownSessions = (deps: ResolvedDeps, db: Queries, userId: UserId): Promise<store.SessionRow[]> =>
  store.sessionsOf(db, userId, deps.ctx.clock.now(), sessionLife(deps));
