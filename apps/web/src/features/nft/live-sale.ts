import { FLAG, NFT_PAY_TYPE, NFT_STATUS } from '@karat/contract';
import type { NftSaleChange } from '@karat/contract';
import { amount, format } from '@karat/money';
import { minimumBid } from '@karat/rules';
import type { Detail, Listing } from './tile.ts';

const MS_PER_S = 1_000;
/** States in the order in which a sale passes them. */
const RANKS = { open: 0, due: 1, sold: 2, expired: 2, cancelled: 2 } as const;

/** The minimum of the next bid after a pushed one; null unless the auction runs. */
function minBidAfter(listing: Listing, { state, now_price }: NftSaleChange): string | null {
  if (state !== 'open' || listing.status !== NFT_STATUS.started || listing.per_increase === null) return null;
  const prices = {
    startPrice: amount(listing.price),
    increment: amount(listing.per_increase),
    current: now_price === null ? undefined : amount(now_price),
  };
  return format(minimumBid(prices));
}

/**
 * The listing with a pushed change, unless it was read after that: bids are never taken back, and states have an order. Each price is bid once, so a user leads whose highest bid is the highest of all.
 */
function withListingChange(listing: Listing, change: NftSaleChange): Listing {
  const isNewer = change.bids > listing.bids || RANKS[change.state] > RANKS[listing.state];
  if (change.id !== listing.id || !isNewer) return listing;
  const { state, now_price, bids, bidders, extensions, end_ms } = change;
  const isAuction = listing.pay_type === NFT_PAY_TYPE.auction;
  return {
    ...listing,
    ...{ state, now_price, bids, bidders, extensions, end_ms },
    status: state === 'open' ? listing.status : NFT_STATUS.ended,
    end_time: Math.floor(end_ms / MS_PER_S),
    leader: bids > listing.bids ? null : listing.leader,
    is_leader: isAuction && now_price !== null && now_price === listing.own_price ? FLAG.yes : FLAG.no,
    min_bid: isAuction ? minBidAfter(listing, change) : null,
  };
}

/** The detail with a pushed change of its sale. */
export const withSaleChange = (detail: Detail, change: NftSaleChange | undefined): Detail =>
  detail.listing === null || change === undefined
    ? detail
    : { ...detail, listing: withListingChange(detail.listing, change) };
