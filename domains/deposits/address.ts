import { refuse } from '@karat/contract';
import type { NetworkId, UserId } from '@karat/contract';
import { addressOfUser, insertAddress, nextNumber } from './address-store.ts';
import type { ResolvedDeps } from './deps.ts';

/**
 * The user's address on a network: made from the account's public key at the first asking, the same ever after, nobody
 * else's. Refuses `deposit_unavailable` where the network has no key here.
 */
export async function ownAddress(deps: ResolvedDeps, network: NetworkId, user: UserId): Promise<string> {
  const { ctx, open } = deps;
  const deriver = open.get(network)?.deriver ?? refuse('deposit_unavailable');
  const known = await addressOfUser(ctx.db, network, user);
  if (known !== undefined) return known;
  return ctx.db.transact(async (tx) => {
    const number = await nextNumber(tx);
    await insertAddress(tx, {
      network,
      user,
      number,
      address: deriver.receiving(number),
      at: ctx.clock.now(),
    });
    // Asked twice at once, one of the two has kept its own; both answer that.
    return (await addressOfUser(tx, network, user)) ?? refuse('internal_error');
  });
}

/** Keeps the house's own addresses, so that what comes to them credits nobody. */
export async function keepHouseAddresses({ ctx, networks }: ResolvedDeps): Promise<void> {
  await ctx.db.transact(async (tx) => {
    for (const { network, houseAddresses = [] } of networks) {
      for (const [number, address] of houseAddresses.entries()) {
        await insertAddress(tx, { network: network.id, user: null, number, address, at: ctx.clock.now() });
      }
    }
  });
}
