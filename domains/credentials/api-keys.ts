import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import { emitToOthers } from '@karat/platform/outbox';
import { opaqueToken } from '@karat/platform/random';
import * as store from './api-key-store.ts';
import type { ApiKeyRow } from './api-key-store.ts';
import { notifyChange } from './change.ts';
import { confirm } from './confirm.ts';
import { checkNarrow, readNetworks } from './networks.ts';
import type { ResolvedDeps } from './deps.ts';
import { lockAccount } from './store.ts';
import { apiKeysEnded } from './topics.ts';

/** Associated data that binds a sealed secret to its key. */
export const keyAssociatedData = (key: string): string => `api key:${key}`;
const KEY_BYTES = 24;

export interface NewApiKey {
  readonly label: string;
  readonly trade: boolean;
  readonly withdraw: boolean;
  readonly networks?: string | undefined;
  readonly pay_password: string;
  readonly code?: string | undefined;
}

/**
 * Creates an API key, with pay password and code. Returns its secret, once. A key with withdrawal right needs a list
 * of addresses (`network_needed`) without wide networks (`network_wide`).
 */
export async function createApiKey(
  deps: ResolvedDeps,
  user: UserId,
  input: NewApiKey,
): Promise<ApiKeyRow & { readonly secret: string }> {
  const { ctx, limits } = deps;
  const networks = readNetworks(input.networks ?? '');
  if (input.withdraw && networks.length === 0) refuse('network_needed');
  if (input.withdraw) checkNarrow(networks);
  const key = Buffer.from(ctx.random.bytes(KEY_BYTES)).toString('base64url');
  const secret = opaqueToken(ctx.random);
  const row = await ctx.db.transact(async (tx) => {
    await lockAccount(tx, user);
    if ((await store.apiKeysOf(tx, user)).length >= limits.apiKeys)
      refuse('api_keys_full', { max: limits.apiKeys });
    await confirm(deps, tx, user, { payPassword: input.pay_password, code: input.code });
    const { label, trade, withdraw } = input;
    await notifyChange(deps, tx, user, 'credentials:api_key_made', { label });
    return store.insertApiKey(tx, {
      userId: user,
      key,
      label,
      trade,
      withdraw,
      networks,
      secretSealed: deps.seal.seal(secret, keyAssociatedData(key)),
      createdMs: ctx.clock.now(),
    });
  });
  return { ...row, secret };
}

/** Reasons to end all API keys of an account. */
export type KeysEndedBy = 'password' | 'pay_password' | 'authenticator' | 'passkey' | 'contact';

/**
 * Ends every API key of an account in the transaction of a credential reset: an owner who lost the credential may have
 * lost the keys too. Notifies the owner if there were any.
 */
export async function endApiKeys(deps: ResolvedDeps, tx: Tx, user: UserId, by: KeysEndedBy): Promise<void> {
  const count = await store.removeApiKeys(tx, user, deps.ctx.clock.now());
  if (count === 0) return;
  await publishEnded(deps, tx, user);
  await notifyChange(deps, tx, user, 'credentials:api_keys_ended', { count, by });
}

/** Publishes to caches and sockets of all processes, after commit, that keys of the account have ended. */
export async function publishEnded({ ctx }: ResolvedDeps, tx: Tx, user: UserId): Promise<void> {
  await emitToOthers(ctx, tx, apiKeysEnded, { userId: user });
  tx.afterCommit(() => ctx.bus.publish(apiKeysEnded, { userId: user }));
}

/** Ends a key at once. Refuses `not_found` for another user's key. */
export const removeApiKey = (deps: ResolvedDeps, user: UserId, id: number): Promise<void> =>
  deps.ctx.db.transact(async (tx) => {
    const label = (await store.removeApiKey(tx, user, id, deps.ctx.clock.now())) ?? refuse('not_found');
    await publishEnded(deps, tx, user);
    await notifyChange(deps, tx, user, 'credentials:api_key_removed', { label });
  });
