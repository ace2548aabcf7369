import type { NetworkId, UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import { addressesAfter } from './address-store.ts';

/** Whose address it is: a user's, or the house's own. */
export type Holder = { readonly user: UserId } | 'house';

/** The addresses of a network in memory, rebuilt from rows at any start. */
export interface Watched {
  has(address: string): boolean;
  holder(address: string): Holder | undefined;
  /** Takes in addresses made since; to be called after a block is known and before its transfers are read. */
  refresh(queries: Queries): Promise<void>;
}

export function createWatched(network: NetworkId): Watched {
  const holders = new Map<string, Holder>();
  let last = 0;
  return {
    has: (address) => holders.has(address),
    holder: (address) => holders.get(address),
    async refresh(queries) {
      for (;;) {
        const rows = await addressesAfter(queries, network, last);
        for (const { id, address, userId } of rows) {
          holders.set(address, userId === null ? 'house' : { user: userId });
          last = Math.max(last, id);
        }
        if (rows.length === 0) return;
      }
    },
  };
}
