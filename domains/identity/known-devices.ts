import type { UserId } from '@karat/contract';
import type { Caller, RequestInfo } from '@karat/platform/http';
import * as store from './device-store.ts';
import { isTrustedDevice } from './login-policy.ts';
import type { ResolvedDeps } from './deps.ts';

/** A session asks for the token of its device within so long of its login. */
const LOGIN_FRESH_MS = 10 * 60_000;

/** The device that a request shows a valid token of, if it is one of the account. */
export async function knownDevice(
  deps: ResolvedDeps,
  user: UserId | undefined,
  request: RequestInfo,
): Promise<number | undefined> {
  const { ctx, devices } = deps;
  const claim = request.device === undefined ? undefined : devices.read(request.device);
  if (claim === undefined || user === undefined || claim.account !== user) return undefined;
  const device = await store.deviceById(ctx.db, claim.device);
  return isTrustedDevice(claim, user, device, ctx.clock.now()) ? claim.device : undefined;
}

/**
 * Makes the device of a fresh login a known one and answers its next token; null where the session is older, so that a stolen
 * session gets none. The device is that of the token in the request, if it is still good.
 */
export async function issueDeviceToken(
  deps: ResolvedDeps,
  caller: Caller,
  request: RequestInfo,
): Promise<string | null> {
  const { ctx, limits, devices } = deps;
  const shown = await knownDevice(deps, caller.userId, request);
  return ctx.db.transact(async (tx) => {
    const now = ctx.clock.now();
    const { userId, sessionId } = caller;
    const session = await store.lockSession(tx, userId, sessionId);
    if (!session || now - session.createdMs > LOGIN_FRESH_MS) return null;
    const id = session.deviceId ?? shown;
    const renewed = id === undefined ? undefined : await store.renewDevice(tx, userId, id, now);
    const device = renewed ?? (await store.insertDevice(tx, userId, now));
    await store.linkDevice(tx, userId, sessionId, device.id);
    await store.dropDevicesBeyond(tx, userId, limits.devices);
    return devices.sign({ account: userId, device: device.id, serial: device.serial, issuedMs: now });
  });
}
