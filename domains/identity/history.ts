import type { LoginOutcome, UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { networkOf } from '@karat/platform/http';
import type { RequestInfo } from '@karat/platform/http';
import { deviceText } from './device.ts';
import * as store from './history-store.ts';
import type { LoginMethod } from './history-store.ts';
import type { ResolvedDeps } from './deps.ts';

/** Records a login attempt. Notifies the owner of a success from a new device or network, unless it is the first login. */
export async function noteLogin(
  deps: ResolvedDeps,
  tx: Tx,
  userId: UserId | null,
  outcome: LoginOutcome,
  way: LoginMethod,
  request: RequestInfo,
): Promise<void> {
  const place = {
    device: deviceText(request.userAgent),
    address: request.address,
    network: networkOf(request.address),
  };
  const isNew =
    outcome === 'ok' && userId !== null && (await isNewPlace(tx, userId, place.device, place.network));
  const now = deps.ctx.clock.now();
  const id = await store.insertLogin(tx, { userId, outcome, method: way, ...place, newDevice: isNew, now });
  if (!isNew || userId === null || id === undefined) return;
  const values = { device: place.device, address: place.address };
  await deps.messages.notify(tx, { user: userId, kind: 'identity:new_device', values, key: `login:${id}` });
}

async function isNewPlace(tx: Tx, userId: UserId, device: string, network: string): Promise<boolean> {
  const seen = await store.seenBefore(tx, userId, device, network);
  return seen.any && !seen.known;
}
