import { refuse } from '@karat/contract';
import type { NetworkId, UserId } from '@karat/contract';
import { addressOfUser, insertAddress, nextNumber } from './address-store.ts';
import type { ResolvedDeps } from './deps.ts';

/**
 * Returns the user's address on a network, derived from the account's public key at the first request and stable
 * after. Refuses `deposit_unavailable` if the network has no key.
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
    // Of two concurrent requests one stored its address; both return that one.
    return (await addressOfUser(tx, network, user)) ?? refuse('internal_error');
  });
}

/** Stores the addresses of the exchange itself, so that transfers to them credit nobody. */
export async function storeHouseAddresses({ ctx, networks }: ResolvedDeps): Promise<void> {
  await ctx.db.transact(async (tx) => {
    for (const { network, houseAddresses = [] } of networks) {
      for (const [number, address] of houseAddresses.entries()) {
        await insertAddress(tx, { network: network.id, user: null, number, address, at: ctx.clock.now() });
      }
    }
  });
}
