import type { NftSaleChange } from '@karat/contract';
import { format } from '@karat/money';
import { createSerialConsumer } from '@karat/platform/bus';
import type { Channels } from '@karat/platform/ws';
import type { NftDeps } from './deps.ts';
import { newestListings } from './tile-store.ts';
import { salesChanged } from './topics.ts';
import type { Listing } from './types.ts';

const changeOf = (listing: Listing): NftSaleChange => ({
  id: listing.id,
  code: listing.code,
  state: listing.state,
  now_price: listing.bid === undefined ? null : format(listing.bid),
  bids: listing.bids,
  bidders: listing.bidders,
  extensions: listing.extensions,
  end_ms: listing.endMs,
});

/** The newer state of each sale, in the order in which they first changed. */
const mergeChanges = (
  older: readonly NftSaleChange[],
  newer: readonly NftSaleChange[],
): readonly NftSaleChange[] => [
  ...new Map([...older, ...newer].map((change) => [change.code, change])).values(),
];

/** Publishes sales after each change; returns a function that stops it. */
export function registerNftChannel({ ctx }: Pick<NftDeps, 'ctx'>, channels: Channels): () => void {
  const feed = channels.register({
    pattern: 'nft',
    known: () => true,
    conflate: { merge: mergeChanges },
  });
  const sales = createSerialConsumer<string>(
    async (codes) => {
      const listings = await newestListings(ctx.db, codes);
      feed.publish([], [...listings.values()].map(changeOf));
    },
    (error, codes) => ctx.log.error({ err: error, codes }, 'publish of NFT sales failed'),
  );
  return ctx.bus.subscribe(salesChanged, (codes) => {
    if (feed.hasReaders([])) sales.add(codes);
  });
}
