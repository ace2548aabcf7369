import { currencyId, userId } from '@karat/contract';
import type { NftListingState, NftRarity } from '@karat/contract';
import { amount, format, rate } from '@karat/money';
import { join, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Listing, MediaType, PayType } from './types.ts';

export interface ListingRow {
  id: number;
  item_id: number | null;
  series_id: number | null;
  code: string;
  pay_type: PayType;
  seller_id: number;
  artist_id: number;
  resell: boolean;
  currency_id: number;
  decimals: number;
  price: string;
  increment: string | null;
  margin: string | null;
  fee_rate: string;
  full_fee_rate: string;
  fee_discount: string;
  royalty_rate: string;
  start_at: number;
  end_at: number;
  state: NftListingState;
  bid: string | null;
  leader_id: number | null;
  leader_bid_id: number | null;
  bids: number;
  bidders: number;
  extensions: number;
}

const amountOf = (text: string | null) => (text === null ? undefined : amount(text));

export const listingOf = (row: ListingRow): Listing => ({
  id: row.id,
  itemId: row.item_id ?? undefined,
  seriesId: row.series_id ?? undefined,
  code: row.code,
  payType: row.pay_type,
  seller: userId(row.seller_id),
  artist: userId(row.artist_id),
  isResale: row.resell,
  currency: currencyId(row.currency_id),
  decimals: row.decimals,
  price: amount(row.price),
  increment: amountOf(row.increment),
  margin: amountOf(row.margin),
  feeRate: rate(row.fee_rate),
  fullFeeRate: rate(row.full_fee_rate),
  feeDiscount: rate(row.fee_discount),
  royaltyRate: rate(row.royalty_rate),
  startMs: row.start_at,
  endMs: row.end_at,
  state: row.state,
  bid: amountOf(row.bid),
  leader: row.leader_id === null ? undefined : userId(row.leader_id),
  leaderBid: row.leader_bid_id ?? undefined,
  bids: row.bids,
  bidders: row.bidders,
  extensions: row.extensions,
});

/** The newest listing of a work or series. */
export async function newestListing(db: Queries, code: string): Promise<Listing | undefined> {
  const row = await db.maybe<ListingRow>(sql`select * from nft_listings where code = ${code} and newest`);
  return row && listingOf(row);
}

export async function findListing(db: Queries, id: number): Promise<Listing | undefined> {
  const row = await db.maybe<ListingRow>(sql`select * from nft_listings where id = ${id}`);
  return row && listingOf(row);
}

/** The newest listing of a work or series, locked until the transaction ends. */
export async function lockListing(tx: Tx, code: string): Promise<Listing | undefined> {
  const row = await tx.maybe<ListingRow>(
    sql`select * from nft_listings where code = ${code} and newest for update`,
  );
  return row && listingOf(row);
}

/** The newest listings of works, locked in the order of their numbers. */
export async function lockListings(tx: Tx, codes: readonly string[]): Promise<Listing[]> {
  const rows = await tx.rows<ListingRow>(
    sql`select * from nft_listings where code = any(${[...codes]}::text[]) and newest order by id for update`,
  );
  return rows.map(listingOf);
}

/** Claims running sales whose end has come. */
export async function claimEnded(tx: Tx, now: number, limit: number): Promise<Listing[]> {
  const rows = await tx.rows<ListingRow>(sql`
    select * from nft_listings where state = 'open' and end_at <= to_timestamp(${now} / 1000.0)
    order by end_at limit ${limit} for update skip locked`);
  return rows.map(listingOf);
}

export interface NewListing extends Omit<
  Listing,
  'id' | 'state' | 'bid' | 'leader' | 'leaderBid' | 'bids' | 'bidders' | 'extensions'
> {
  readonly artworkId: number | undefined;
  readonly type: MediaType | undefined;
  readonly rarity: NftRarity | undefined;
  readonly collectionId: number | undefined;
  readonly search: string;
  readonly likes: number;
}

const decimal = (value: bigint | undefined): string | null =>
  value === undefined ? null : format(amount(value));

/** Adds a listing in place of an earlier one of the same work. */
export async function insertListing(tx: Tx, listing: NewListing, now: number): Promise<Listing> {
  await tx.run(sql`update nft_listings set newest = false where code = ${listing.code} and newest`);
  const row = await tx.one<ListingRow>(sql`
    insert into nft_listings (item_id, series_id, code, pay_type, seller_id, artist_id, resell, currency_id, decimals, price,
      increment, margin, fee_rate, full_fee_rate, fee_discount, royalty_rate, start_at, end_at, created_at, artwork_id, type, rarity, collection_id, search, likes)
    values (${listing.itemId ?? null}, ${listing.seriesId ?? null}, ${listing.code}, ${listing.payType}, ${listing.seller},
      ${listing.artist}, ${listing.isResale}, ${listing.currency}, ${listing.decimals}, ${format(listing.price)},
      ${decimal(listing.increment)}, ${decimal(listing.margin)}, ${format(listing.feeRate)}, ${format(listing.fullFeeRate)},
      ${format(listing.feeDiscount)}, ${format(listing.royaltyRate)},
      to_timestamp(${listing.startMs} / 1000.0), to_timestamp(${listing.endMs} / 1000.0), to_timestamp(${now} / 1000.0),
      ${listing.artworkId ?? null}, ${listing.type ?? null}, ${listing.rarity ?? null}, ${listing.collectionId ?? null},
      ${listing.search}, ${listing.likes})
    returning *`);
  return listingOf(row);
}

/** Writes the state of a locked listing; `settling` where margins are to be returned. */
export const closeListing = (
  tx: Tx,
  id: number,
  state: Exclude<NftListingState, 'open'>,
  now: number,
  settling = false,
): Promise<number> =>
  tx.run(sql`
    update nft_listings set state = ${state}, settling = settling or ${settling},
      closed_at = ${state === 'due' ? null : sql`to_timestamp(${now} / 1000.0)`}
    where id = ${id} and state in ('open', 'due')`);

/** Writes the highest bids and ends of locked auctions. */
export async function writeAuctions(tx: Tx, auctions: readonly Listing[]): Promise<void> {
  if (auctions.length === 0) return;
  const values = auctions.map(
    (
      listing,
    ) => sql`(${listing.id}::bigint, ${decimal(listing.bid)}::numeric, ${listing.leader ?? null}::bigint,
      ${listing.leaderBid ?? null}::bigint, ${listing.bids}::int, ${listing.bidders}::int, ${listing.extensions}::smallint,
      to_timestamp(${listing.endMs} / 1000.0))`,
  );
  await tx.run(sql`
    update nft_listings l set bid = v.bid, leader_id = v.leader, leader_bid_id = v.leader_bid, bids = v.bids,
      bidders = v.bidders, extensions = v.extensions, end_at = v.end_at
    from (values ${join(values)}) as v (id, bid, leader, leader_bid, bids, bidders, extensions, end_at) where l.id = v.id`);
}

/** Running sales of an artwork at a fixed price, locked. */
export async function lockFixedSales(tx: Tx, artwork: number): Promise<Listing[]> {
  const rows = await tx.rows<ListingRow>(sql`
    select * from nft_listings where artwork_id = ${artwork} and state = 'open' and pay_type = 1 order by id for update`);
  return rows.map(listingOf);
}

/** Shows or hides the listings of an artwork in lists. */
export const hideListings = (tx: Tx, artwork: number, isHidden: boolean): Promise<number> =>
  tx.run(sql`update nft_listings set hidden = ${isHidden} where artwork_id = ${artwork}`);
