import { refuse } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import { format, isMultipleOf, rate, smallestUnit, amount } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import { auctionMargin } from '@karat/rules';
import type { Tx } from '@karat/platform/db';
import { collectionName, findArtist } from './artist-store.ts';
import { findArtwork } from './artwork-store.ts';
import { feeTermsOf } from './deps.ts';
import type { NftDeps } from './deps.ts';
import { lockItem } from './item-store.ts';
import { closeListing, insertListing, lockListing, newestListing } from './listing-store.ts';
import { areTimesValid, searchText } from './rules.ts';
import { publishSales } from './topics.ts';
import type { Item, Listing } from './types.ts';

export interface SaleRequest {
  readonly user: UserId;
  readonly code: string;
  readonly price: Amount;
  readonly currency: CurrencyId | undefined;
  /** Unix ms; undefined: now. */
  readonly startMs: number | undefined;
  readonly endMs: number;
  /** An auction with this increment; undefined: a fixed price. */
  readonly increment: Amount | undefined;
}

/** Returns the royalty of a sale by the present owner; zero for the artist. */
export const royaltyRateOf = ({ owner, artist, royaltyRate }: Item): Rate =>
  owner === artist ? rate(0n) : royaltyRate;

/** Refuses while times cannot be relied on. */
export function checkClock({ ctx }: Pick<NftDeps, 'ctx'>): void {
  if (!ctx.clock.isTrusted()) refuse('clock_untrusted');
}

async function checkTerms({ ledger, policy, ctx }: NftDeps, tx: Tx, request: SaleRequest) {
  const currency = await ledger.currency(tx, request.currency ?? USDT);
  if (!policy.currencies.includes(currency.id) || !currency.enabled) refuse('nft_currency');
  const unit = smallestUnit(currency.decimals);
  const now = ctx.clock.now();
  const startMs = Math.max(now, request.startMs ?? now);
  if (!areTimesValid(startMs, request.endMs, now, policy.maxDays))
    refuse('nft_time_invalid', { days: policy.maxDays });
  const amounts = [request.price, ...(request.increment === undefined ? [] : [request.increment])];
  if (amounts.some((each) => each <= 0n))
    refuse('nft_price_invalid', { min: format(amount(unit)), currency: currency.code });
  if (amounts.some((each) => !isMultipleOf(each, unit)))
    refuse('amount_too_precise', { decimals: currency.decimals });
  return { currency, startMs, now };
}

const isActive = (listing: Listing | undefined): boolean =>
  listing !== undefined && (listing.state === 'open' || listing.state === 'due');

/**
 * Locks an item that its owner can list: not for sale, not in a series, not hidden. Locks its listing first, as purchases do; one
 * that was added meanwhile is found after the lock of the item.
 */
async function lockListable(tx: Tx, code: string, user: UserId): Promise<Item> {
  const earlier = await lockListing(tx, code);
  const item = (await lockItem(tx, { code })) ?? refuse('nft_unknown');
  if (item.owner !== user) refuse('nft_not_owner');
  if (item.isHidden) refuse('nft_hidden');
  const isTaken = item.seriesId !== undefined || isActive(earlier) || isActive(await newestListing(tx, code));
  if (isTaken) refuse('nft_listed');
  return item;
}

/**
 * Lists an own work at a fixed price or as an auction, with the rates of this moment. Locks the item, so that one sale runs at a
 * time. Refuses what the contract lists for `resellNFT`.
 */
export async function listItem(deps: NftDeps, tx: Tx, request: SaleRequest): Promise<Listing> {
  const { policy } = deps;
  checkClock(deps);
  const item = await lockListable(tx, request.code, request.user);
  const { currency, startMs, now } = await checkTerms(deps, tx, request);
  const artwork = (await findArtwork(tx, item.artworkId)) ?? refuse('nft_unknown');
  const artist = await findArtist(tx, item.artist);
  if (item.owner === item.artist && artist?.state !== 'approved') refuse('nft_hidden');
  const isAuction = request.increment !== undefined;
  publishSales(deps, tx, [item.code]);
  return insertListing(
    tx,
    {
      itemId: item.id,
      seriesId: undefined,
      code: item.code,
      payType: isAuction ? 2 : 1,
      seller: request.user,
      artist: item.artist,
      isResale: item.owner !== item.artist,
      currency: currency.id,
      decimals: currency.decimals,
      price: request.price,
      increment: request.increment,
      margin: isAuction ? auctionMargin(request.price, policy.marginRate, currency.decimals) : undefined,
      ...feeTermsOf(deps, request.user),
      royaltyRate: royaltyRateOf(item),
      startMs,
      endMs: request.endMs,
      artworkId: item.artworkId,
      type: artwork.type,
      rarity: artwork.rarity,
      collectionId: artwork.collectionId,
      search: searchText(artwork.name, artist?.name, await collectionName(tx, artwork.collectionId)),
      likes: item.likes,
    },
    now,
  );
}

/** Takes a first sale back while nobody has bid. Refuses what the contract lists for `cancelNFT`. */
export async function cancelSale(deps: NftDeps, tx: Tx, user: UserId, code: string): Promise<Listing> {
  const listing = (await lockListing(tx, code)) ?? refuse('nft_unknown');
  if (listing.seller !== user) refuse('nft_not_owner');
  const now = deps.ctx.clock.now();
  if (listing.state !== 'open' || listing.endMs <= now || listing.seriesId !== undefined)
    refuse('nft_not_on_sale');
  if (listing.isResale) refuse('nft_resale_final');
  if (listing.bids > 0) refuse('nft_has_bids');
  await closeListing(tx, listing.id, 'cancelled', now, listing.payType === 2);
  publishSales(deps, tx, [code]);
  return { ...listing, state: 'cancelled' };
}
