/** The NFT marketplace: artists, artworks, sales, auctions and blind boxes. */
import type { Contract } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Handlers } from '@karat/platform/http';
import type { Channels } from '@karat/platform/ws';
import { seedDemoGallery } from './demo.ts';
import type { HouseUserOf } from './demo.ts';
import { BidQueue } from './bid-queue.ts';
import { registerNftChannel } from './channel.ts';
import type { NftDeps } from './deps.ts';
import { readHandlers } from './http.ts';
import { consoleHandlers } from './operator.ts';
import { orderHandlers } from './order-http.ts';
import { DEFAULT_POLICY } from './rules.ts';
import type { NftPolicy } from './rules.ts';
import { nftApprovals } from './series.ts';
import { studioHandlers } from './studio-http.ts';
import { createNftWorker } from './worker.ts';
import type { NftWorker } from './worker.ts';

export { unpaidAuctionsOf } from './credit-history.ts';
export { createSeedSeal, seedKeyedRows } from './boxes.ts';
export { nftMessages } from './messages.ts';
export { nftNotices } from './notices.ts';
export type { NftDeps } from './deps.ts';
export type { NftPolicy } from './rules.ts';

export interface Nft {
  readonly handlers: Handlers<Contract['nft']>;
  /** What two operators decide: series of boxes with their odds. */
  readonly approvals: ApprovalKinds;
  /** Ends sales and settles by the clock; runs where due work runs. */
  readonly worker: NftWorker;
  /** Publishes changed sales on the channel `nft`; returns a function that stops it. */
  channel(channels: Channels): () => void;
  /**
   * Starts making the demonstration's artists and works in the background, because drawing them takes a while. Returns the stop
   * function. Demonstrations only.
   */
  startDemoGallery(houseUserOf: HouseUserOf): () => Promise<void>;
}

export type NftOptions = Omit<NftDeps, 'policy'> & { readonly policy?: Partial<NftPolicy> };

export function createNft(options: NftOptions): Nft {
  const deps: NftDeps = { ...options, policy: { ...DEFAULT_POLICY, ...options.policy } };
  const queue = new BidQueue(deps);
  return {
    handlers: {
      ...readHandlers(deps),
      ...orderHandlers(deps, queue),
      ...studioHandlers(deps),
      ...consoleHandlers(deps),
    },
    approvals: nftApprovals(deps),
    worker: createNftWorker(deps),
    channel: (channels) => registerNftChannel(deps, channels),
    startDemoGallery(houseUserOf) {
      let isStopped = false;
      const running = seedDemoGallery(deps, houseUserOf, () => isStopped).catch((error: unknown) =>
        deps.ctx.log.error({ error: String(error) }, 'demo gallery failed'),
      );
      return async () => {
        isStopped = true;
        await running;
      };
    },
  };
}
