import { currencyId, userId } from '@karat/contract';
import type { CurrencyId, UserId } from '@karat/contract';
import { amount, format } from '@karat/money';
import type { Amount } from '@karat/money';
import { plainArray, sql, textArray } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import { listingOf } from './listing-store.ts';
import type { ListingRow } from './listing-store.ts';
import type { Found, Listing, Page } from './types.ts';

export interface Bid {
  readonly id: number;
  readonly user: UserId;
  readonly price: Amount;
  readonly at: number;
}

/** A margin that is held. */
export interface Margin {
  readonly listingId: number;
  readonly user: UserId;
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/** A bid of an earlier request with the same key. */
export interface EarlierBid {
  readonly user: UserId;
  readonly key: string;
  readonly listingId: number;
  readonly price: Amount;
}

export async function earlierBids(
  tx: Tx,
  requests: readonly { readonly user: UserId; readonly key: string | undefined }[],
): Promise<EarlierBid[]> {
  const keyed = requests.filter((request) => request.key !== undefined);
  if (keyed.length === 0) return [];
  const rows = await tx.rows<{ user_id: number; request_key: string; listing_id: number; price: string }>(sql`
    select user_id, request_key, listing_id, price from nft_bids
    where (user_id, request_key) in (select * from unnest(${plainArray(keyed.map(({ user }) => user))}::bigint[],
      ${textArray(keyed.map(({ key }) => key ?? null))}::text[]))`);
  return rows.map((row) => ({
    user: userId(row.user_id),
    key: row.request_key,
    listingId: row.listing_id,
    price: amount(row.price),
  }));
}

/** Reserves numbers for bids, in order. */
export async function nextBidIds(tx: Tx, count: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select nextval(pg_get_serial_sequence('nft_bids', 'id')) as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

export interface NewBid extends Bid {
  readonly listingId: number;
  readonly key: string | undefined;
}

export async function insertBids(tx: Tx, bids: readonly NewBid[]): Promise<void> {
  await tx.run(sql`
    insert into nft_bids (id, listing_id, user_id, price, request_key, at) overriding system value
    select v.id, v.listing, v.user_id, v.price, v.key, to_timestamp(v.at / 1000.0) from unnest(
      ${plainArray(bids.map(({ id }) => id))}::bigint[], ${plainArray(bids.map(({ listingId }) => listingId))}::bigint[],
      ${plainArray(bids.map(({ user }) => user))}::bigint[], ${plainArray(bids.map(({ price }) => format(price)))}::numeric[],
      ${textArray(bids.map(({ key }) => key ?? null))}::text[], ${plainArray(bids.map(({ at }) => at))}::bigint[])
      as v (id, listing, user_id, price, key, at)`);
}

/** The margins of users in auctions, held or not. */
export async function marginsOf(
  db: Queries,
  listings: readonly number[],
  users: readonly UserId[],
): Promise<ReadonlyMap<string, Amount | undefined>> {
  const rows = await db.rows<{ listing_id: number; user_id: number; best: string | null }>(sql`
    select listing_id, user_id, best from nft_margins where state = 'held'
      and listing_id = any(${plainArray(listings)}::bigint[]) and user_id = any(${plainArray(users)}::bigint[])`);
  return new Map(
    rows.map((row) => [
      marginKey(row.listing_id, row.user_id),
      row.best === null ? undefined : amount(row.best),
    ]),
  );
}

/** Returns true while the margin of a user for the running auction of a work is held. */
export async function hasMargin(db: Queries, user: UserId, code: string): Promise<boolean> {
  const { held } = await db.one<{ held: boolean }>(sql`
    select exists (select from nft_margins m join nft_listings l on l.id = m.listing_id
      where m.user_id = ${user} and m.state = 'held' and l.code = ${code} and l.state = 'open') as held`);
  return held;
}

export const marginKey = (listing: number, user: number): string => `${listing}/${user}`;

/** A margin with the own highest bid. */
export interface MarginChange extends Margin {
  readonly best: Amount | undefined;
}

/** Adds margins, or raises the own highest bid of those that are held. */
export async function writeMargins(tx: Tx, margins: readonly MarginChange[], now: number): Promise<void> {
  if (margins.length === 0) return;
  await tx.run(sql`
    insert into nft_margins (listing_id, user_id, currency_id, amount, best, created_at)
    select v.listing, v.user_id, v.currency, v.amount, v.best, to_timestamp(${now} / 1000.0) from unnest(
      ${plainArray(margins.map(({ listingId }) => listingId))}::bigint[], ${plainArray(margins.map(({ user }) => user))}::bigint[],
      ${plainArray(margins.map(({ currency }) => currency))}::int[],
      ${plainArray(margins.map((each) => format(each.amount)))}::numeric[],
      ${plainArray(margins.map(({ best }) => (best === undefined ? null : format(best))))}::numeric[])
      as v (listing, user_id, currency, amount, best)
    on conflict (listing_id, user_id) do update set best = greatest(nft_margins.best, excluded.best)`);
}

export const closeMargin = (
  tx: Tx,
  listing: number,
  user: UserId,
  state: 'paid' | 'forfeited',
  now: number,
): Promise<number> =>
  tx.run(sql`
    update nft_margins set state = ${state}, closed_at = to_timestamp(${now} / 1000.0)
    where listing_id = ${listing} and user_id = ${user} and state = 'held'`);

/** Marks margins as returned. */
export const markReturned = (tx: Tx, margins: readonly Margin[], now: number): Promise<number> =>
  tx.run(sql`
    update nft_margins m set state = 'returned', closed_at = to_timestamp(${now} / 1000.0)
    from unnest(${plainArray(margins.map(({ listingId }) => listingId))}::bigint[],
      ${plainArray(margins.map(({ user }) => user))}::bigint[]) as v (listing, user_id)
    where m.listing_id = v.listing and m.user_id = v.user_id and m.state = 'held'`);

/** Claims margins of ended sales that go back: all but that of a winner who still has to pay. */
export async function claimReturnable(tx: Tx, limit: number): Promise<Margin[]> {
  const rows = await tx.rows<{
    listing_id: number;
    user_id: number;
    currency_id: number;
    amount: string;
  }>(sql`
    select m.listing_id, m.user_id, m.currency_id, m.amount from nft_listings l join nft_margins m on m.listing_id = l.id
    where l.settling and m.state = 'held' and (l.state <> 'due' or m.user_id <> l.leader_id)
    order by m.listing_id, m.user_id limit ${limit} for update of m skip locked`);
  return rows.map((row) => ({
    listingId: row.listing_id,
    user: userId(row.user_id),
    currency: currencyId(row.currency_id),
    amount: amount(row.amount),
  }));
}

/** Ends the settling of sales without margins to return. Returns how many. */
export const finishSettling = (tx: Tx): Promise<number> =>
  tx.run(sql`
    update nft_listings l set settling = false where settling and not exists (
      select 1 from nft_margins m where m.listing_id = l.id and m.state = 'held' and (l.state <> 'due' or m.user_id <> l.leader_id))`);

/** A page of an auction's bids, highest first. */
export async function bidsOf(db: Queries, listing: number, page: Page): Promise<Found<Bid>> {
  const rows = await db.rows<{ id: number; user_id: number; price: string; at: number }>(sql`
    select id, user_id, price, at from nft_bids where listing_id = ${listing} order by price desc
    limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select bids as total from nft_listings where id = ${listing}`,
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      user: userId(row.user_id),
      price: amount(row.price),
      at: row.at,
    })),
  };
}

/** An auction with the user's highest bid and margin. */
export interface OwnBid {
  readonly listing: Listing;
  readonly best: Amount;
  readonly margin: Amount;
  readonly isHeld: boolean;
  readonly createdMs: number;
}

/** Auctions in which a user has bid, newest first. */
export async function ownBids(db: Queries, user: UserId, page: Page): Promise<Found<OwnBid>> {
  const rows = await db.rows<
    ListingRow & { best: string; held_amount: string; margin_state: string; margin_at: number }
  >(sql`
    select l.*, m.best, m.amount as held_amount, m.state as margin_state, m.created_at as margin_at
    from nft_margins m join nft_listings l on l.id = m.listing_id
    where m.user_id = ${user} and m.best is not null order by m.created_at desc, m.listing_id desc
    limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from nft_margins where user_id = ${user} and best is not null`,
  );
  return {
    total,
    rows: rows.map((row) => ({
      listing: listingOf(row),
      best: amount(row.best),
      margin: amount(row.held_amount),
      isHeld: row.margin_state === 'held',
      createdMs: row.margin_at,
    })),
  };
}
