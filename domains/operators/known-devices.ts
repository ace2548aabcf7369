import { isTrustedDevice } from '@karat/domains/identity';
import type { Context } from '@karat/platform/context';
import type { DeviceTokens } from '@karat/platform/crypto';
import type { OperatorCaller, RequestInfo } from '@karat/platform/http';
import { MINUTE_MS } from '@karat/rules';
import * as store from './device-store.ts';

interface Deps {
  readonly ctx: Context;
  readonly devices: DeviceTokens;
}

/** Maximum age of a login whose session may request a device token. */
const LOGIN_FRESH_MS = 10 * MINUTE_MS;
const DEVICES_MAX = 5;

/** Rate limit key of a request with a valid device token. */
export function operatorDeviceKey({ devices }: Pick<Deps, 'devices'>, token: string): string | undefined {
  const claim = devices.read(token);
  return claim && `operator device ${claim.device}`;
}

/** Returns the device of a request's token if the token is valid for the operator. */
export async function knownDevice(
  { ctx, devices }: Deps,
  operator: number | undefined,
  request: RequestInfo,
): Promise<number | undefined> {
  const claim = request.device === undefined ? undefined : devices.read(request.device);
  if (claim === undefined || operator === undefined || claim.account !== operator) return undefined;
  const device = await store.deviceStore.deviceById(ctx.db, claim.device);
  return isTrustedDevice(claim, operator, device, ctx.clock.now()) ? claim.device : undefined;
}

/** Marks the device of a fresh login as known and returns its next token; null if the session is older. */
export async function issueDeviceToken(
  deps: Deps,
  { operatorId, sessionId }: OperatorCaller,
  request: RequestInfo,
): Promise<string | null> {
  const { ctx, devices } = deps;
  const known = await knownDevice(deps, operatorId, request);
  return ctx.db.transact(async (tx) => {
    const now = ctx.clock.now();
    const session = await store.lockSession(tx, operatorId, sessionId);
    if (!session || now - session.createdMs > LOGIN_FRESH_MS) return null;
    const id = session.deviceId ?? known;
    const renewed =
      id === undefined
        ? undefined
        : await store.deviceStore.renewDevice(tx, operatorId, id, devices.mark, now);
    const device = renewed ?? (await store.deviceStore.insertDevice(tx, operatorId, devices.mark, now));
    await store.linkDevice(tx, sessionId, device.id);
    await store.deviceStore.deleteDevicesBeyond(tx, operatorId, DEVICES_MAX);
    return devices.sign({ account: operatorId, device: device.id, serial: device.serial, issuedMs: now });
  });
}
