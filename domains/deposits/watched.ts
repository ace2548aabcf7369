import type { NetworkId, UserId } from '@karat/contract';
import type { Queries } from '@karat/platform/db';
import { addressesAfter } from './address-store.ts';

/** Owner of an address: a user, or the exchange. */
export type Holder = { readonly user: UserId } | 'house';

/** In-memory addresses of a network, read from rows at start. */
export interface Watched {
  has(address: string): boolean;
  holder(address: string): Holder | undefined;
  /** Adds new addresses; call it after a block is known and before its transfers are read. */
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
