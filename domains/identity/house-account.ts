import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { newInviteCode } from './rules.ts';
import { houseUser } from './store.ts';

/** Users have ids above it, house accounts below. */
export const HOUSE_ID_MAX = 100_000;

/** Returns true for a house account, by which the operator of the exchange trades. */
export const isHouseUser = (userId: UserId): boolean => userId <= HOUSE_ID_MAX;

const HOUSE_NAME = /^[a-z][a-z0-9-]{1,39}$/;

/**
 * Finds or opens the house account of a name (a market maker, a taker bot). It has no password and nobody can log in
 * to it; the flag `house` marks it wherever it is shown.
 */
export function ensureHouseUser(deps: ResolvedDeps, tx: Tx, name: string): Promise<UserId> {
  if (!HOUSE_NAME.test(name))
    throw new RangeError(`house account ${name}: use lower-case letters, digits and dashes`);
  const { ctx, fiats } = deps;
  const inviteCode = newInviteCode((limit) => ctx.random.below(limit));
  return houseUser(tx, name, inviteCode, fiats[0] ?? 'USD', ctx.clock.now());
}
