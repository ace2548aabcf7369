import type { UserId } from '@karat/contract';
import type { Caller, RequestInfo } from '@karat/platform/http';
import { MINUTE_MS } from '@karat/rules';
import * as store from './device-store.ts';
import { noteSharedDevice } from './invitations.ts';
import { isTrustedDevice } from './login-policy.ts';
import type { ResolvedDeps } from './deps.ts';

/** Maximum age of a login whose session may request a device token. */
const LOGIN_FRESH_MS = 10 * MINUTE_MS;

/** Returns the device of a request's token if the token is valid for the account. */
export async function knownDevice(
  deps: ResolvedDeps,
  user: UserId | undefined,
  request: RequestInfo,
): Promise<number | undefined> {
  const { ctx, devices } = deps;
  const claim = request.device === undefined ? undefined : devices.read(request.device);
  if (claim === undefined || user === undefined || claim.account !== user) return undefined;
  const device = await store.deviceStore.deviceById(ctx.db, claim.device);
  return isTrustedDevice(claim, user, device, ctx.clock.now()) ? claim.device : undefined;
}

/**
 * Marks the device of a fresh login as known and returns its next token; null if the session is older, so that a
 * stolen session gets none. Reuses the device of the request's token if it is still valid.
 */
export async function issueDeviceToken(
  deps: ResolvedDeps,
  caller: Caller,
  request: RequestInfo,
): Promise<string | null> {
  const { ctx, limits, devices } = deps;
  const known = await knownDevice(deps, caller.userId, request);
  return ctx.db.transact(async (tx) => {
    const now = ctx.clock.now();
    const { userId, sessionId } = caller;
    const session = await store.lockSession(tx, userId, sessionId);
    if (!session || now - session.createdMs > LOGIN_FRESH_MS) return null;
    const id = session.deviceId ?? known;
    const renewed =
      id === undefined ? undefined : await store.deviceStore.renewDevice(tx, userId, id, devices.mark, now);
    const device = renewed ?? (await store.deviceStore.insertDevice(tx, userId, devices.mark, now));
    await store.linkDevice(tx, userId, sessionId, device.id);
    const before = request.device === undefined ? undefined : devices.read(request.device);
    if (before && before.account !== userId) await noteSharedDevice(tx, userId, before.account, now);
    await store.deviceStore.deleteDevicesBeyond(tx, userId, limits.devices);
    return devices.sign({ account: userId, device: device.id, serial: device.serial, issuedMs: now });
  });
}
