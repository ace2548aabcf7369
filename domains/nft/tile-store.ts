import { userId } from '@karat/contract';
import type { NftRarity, NftSort, UserId, CurrencyId } from '@karat/contract';
import { format } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import { listingOf } from './listing-store.ts';
import type { ListingRow } from './listing-store.ts';
import { searchQuery } from './rules.ts';
import type { Found, Listing, MediaType, Page, Pictures } from './types.ts';

/** The gallery ends after this many rows. */
const GALLERY_MAX = 10_000;
/** Rows from the beginning of a page on that are counted. */
const COUNTED_AHEAD = 1_000;
/** A search with at most this many matches reads all of them; one with more follows the order of the list. */
const MATCHES_MAX = 2_000;

/** A work, series or box without its listing. */
export interface Subject {
  readonly code: string;
  readonly name: string;
  readonly type: MediaType | undefined;
  readonly rarity: NftRarity | undefined;
  readonly edition: number | undefined;
  readonly editions: number | undefined;
  readonly pictures: Pictures;
  readonly artist: UserId;
  readonly artistName: string;
  readonly collection: { readonly id: number; readonly name: string } | undefined;
  readonly likes: number;
  readonly isLiked: boolean;
  readonly left: number | undefined;
  readonly total: number | undefined;
  readonly isOpened: boolean;
}

interface SubjectRow {
  code: string;
  name: string;
  type: MediaType | null;
  rarity: NftRarity | null;
  edition: number | null;
  editions: number | null;
  pictures: Pictures;
  artist_id: number;
  artist_name: string;
  collection_id: number | null;
  collection_name: string | null;
  likes: number;
  liked: boolean;
  remaining: number | null;
  total: number | null;
  opened: boolean;
}

const subjectOf = (row: SubjectRow): Subject => ({
  code: row.code,
  name: row.name,
  type: row.type ?? undefined,
  rarity: row.rarity ?? undefined,
  edition: row.edition ?? undefined,
  editions: row.editions ?? undefined,
  pictures: row.pictures,
  artist: userId(row.artist_id),
  artistName: row.artist_name,
  collection:
    row.collection_id === null || row.collection_name === null
      ? undefined
      : { id: row.collection_id, name: row.collection_name },
  likes: row.likes,
  isLiked: row.liked,
  left: row.remaining ?? undefined,
  total: row.total ?? undefined,
  isOpened: row.opened,
});

/** Works, series and boxes by their codes; `viewer` decides which are marked as liked. */
export async function subjectsOf(
  db: Queries,
  codes: readonly string[],
  viewer: UserId | undefined,
): Promise<ReadonlyMap<string, Subject>> {
  const wanted = [...codes];
  const rows = await db.rows<SubjectRow>(sql`
    select x.*, exists (select 1 from nft_likes k where k.code = x.code and k.user_id = ${viewer ?? null}::bigint) as liked from (
      select i.code, a.name, a.type, a.rarity, i.edition, a.editions, a.pictures, a.artist_id, r.name as artist_name,
        c.id as collection_id, c.name as collection_name, i.likes, null::int as remaining, null::int as total, true as opened
      from nft_items i join nft_artworks a on a.id = i.artwork_id join nft_artists r on r.user_id = a.artist_id
        left join nft_collections c on c.id = a.collection_id and not c.hidden
      where i.code = any(${wanted}::text[])
      union all
      select s.code, s.name, null, null, null, null, s.pictures, s.artist_id, r.name, null, null, s.likes, s.total - s.sold, s.total, true
      from nft_series s join nft_artists r on r.user_id = s.artist_id where s.code = any(${wanted}::text[])
      union all
      select b.code, s.name, null, null, b.box, s.total, s.pictures, s.artist_id, r.name, null, null, 0, null, null, b.opened_at is not null
      from nft_boxes b join nft_series s on s.id = b.series_id join nft_artists r on r.user_id = s.artist_id
      where b.code = any(${wanted}::text[])) as x`);
  return new Map(rows.map((row) => [row.code, subjectOf(row)]));
}

/** The values by which a notice names a work: its name for the reader, its code for the records. */
export const workValues = (subjects: ReadonlyMap<string, Subject>, code: string) => ({
  code,
  name: subjects.get(code)?.name ?? code,
});

/** Newest listings by code. */
export async function newestListings(
  db: Queries,
  codes: readonly string[],
): Promise<ReadonlyMap<string, Listing>> {
  const rows = await db.rows<ListingRow>(
    sql`select * from nft_listings where code = any(${[...codes]}::text[]) and newest`,
  );
  return new Map(rows.map((row) => [row.code, listingOf(row)]));
}

export interface GalleryFilter {
  readonly type: number | undefined;
  readonly payType: number | undefined;
  /** 0 ended, 1 started, 2 not started; undefined: started or to start. */
  readonly status: 0 | 1 | 2 | undefined;
  readonly rarity: NftRarity | undefined;
  readonly artist: UserId | undefined;
  readonly collection: number | undefined;
  readonly currency: CurrencyId | undefined;
  readonly priceMin: Amount | undefined;
  readonly priceMax: Amount | undefined;
  readonly keyword: string | undefined;
  readonly sort: NftSort;
  readonly now: number;
}

type Condition = ReturnType<typeof sql>;

const ORDERS: Readonly<Record<NftSort, Condition>> = {
  newest: sql`id desc`,
  price_up: sql`current_price, id`,
  price_down: sql`current_price desc, id desc`,
  ending: sql`end_at, id`,
  likes: sql`likes desc, id desc`,
};

function statusOf(status: GalleryFilter['status'], now: number): Condition {
  const at = sql`to_timestamp(${now} / 1000.0)`;
  switch (status) {
    case undefined:
      return sql`state = 'open' and end_at > ${at}`;
    case 1:
      return sql`state = 'open' and end_at > ${at} and start_at <= ${at}`;
    case 2:
      return sql`state = 'open' and start_at > ${at}`;
    case 0:
      return sql`(state in ('due', 'sold', 'expired') or (state = 'open' and end_at <= ${at}))`;
  }
}

/** Adds a condition where a filter is set, so that the plan fits the filters in use. */
const when = <T>(value: T | undefined, condition: (value: T) => Condition) =>
  value === undefined ? sql`` : sql` and ${condition(value)}`;

/** Sale, kind, origin and price. */
const saleCondition = (filter: GalleryFilter): Condition =>
  sql`newest and not hidden and ${statusOf(filter.status, filter.now)}${when(filter.type, (type) => sql`type = ${type}`)}${when(
    filter.payType,
    (type) => sql`pay_type = ${type}`,
  )}${when(filter.rarity, (rarity) => sql`rarity = ${rarity}`)}${when(
    filter.artist,
    (artist) => sql`artist_id = ${artist}`,
  )}${when(filter.collection, (id) => sql`collection_id = ${id}`)}${when(
    filter.currency,
    (id) => sql`currency_id = ${id}`,
  )}${when(filter.priceMin, (price) => sql`current_price >= ${format(price)}`)}${when(
    filter.priceMax,
    (price) => sql`current_price <= ${format(price)}`,
  )}`;

interface Window {
  readonly limit: number;
  readonly offset: number;
}

/**
 * Codes of a page of the gallery, which ends after 10,000 rows. `total` counts up to 1,000 rows from the beginning of the page on: it
 * is exact where fewer follow, and grows with the pages otherwise.
 */
export async function galleryPage(db: Queries, filter: GalleryFilter, page: Page): Promise<Found<string>> {
  const offset = (page.page - 1) * page.limit;
  if (offset >= GALLERY_MAX) return { rows: [], total: GALLERY_MAX };
  const sale = saleCondition(filter);
  const order = ORDERS[filter.sort];
  const window = { limit: page.limit, offset };
  const query = filter.keyword === undefined ? undefined : searchQuery(filter.keyword);
  if (query === undefined) return orderedPage(db, sale, order, window);
  const isMatch = sql`words @@ to_tsquery('simple', ${query})`;
  const few = await searchPage(db, sql`${sale} and ${isMatch}`, order, window);
  // As a boolean test the search cannot use the index of words, which would read and sort every match.
  return few ?? orderedPage(db, sql`${sale} and (${isMatch}) is true`, order, window, MATCHES_MAX);
}

/**
 * Page of a search that at most `MATCHES_MAX` listings match, with their exact number; undefined for one with more matches. The
 * planner cannot estimate prefixes: this query has no order that it could follow instead of the index of words.
 */
async function searchPage(
  db: Queries,
  where: Condition,
  order: Condition,
  { limit, offset }: Window,
): Promise<Found<string> | undefined> {
  const { total, codes } = await db.one<{ total: number; codes: string[] }>(sql`
    with found as materialized (
      select id, code, current_price, end_at, likes from nft_listings where ${where} limit ${MATCHES_MAX + 1})
    select (select count(*) from found) as total,
      array(select code from found order by ${order} limit ${limit} offset ${offset}) as codes`);
  return total > MATCHES_MAX ? undefined : { rows: codes, total };
}

/** Page that is read in the order of the list; at least `known` listings meet the condition. */
async function orderedPage(
  db: Queries,
  where: Condition,
  order: Condition,
  { limit, offset }: Window,
  known = 0,
): Promise<Found<string>> {
  const rows = await db.rows<{ code: string }>(sql`
    select code from nft_listings where ${where} order by ${order} limit ${limit} offset ${offset}`);
  const codes = rows.map(({ code }) => code);
  if (rows.length < limit && (rows.length > 0 || offset === 0))
    return { rows: codes, total: offset + rows.length };
  const max = Math.min(GALLERY_MAX, offset + COUNTED_AHEAD);
  return { rows: codes, total: max <= known ? max : await countUpTo(db, where, max) };
}

/** Listings that meet a condition, counted up to a maximum. */
async function countUpTo(db: Queries, where: Condition, max: number): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from (select 1 from nft_listings where ${where} limit ${max}) as counted`);
  return total;
}

const OWN: Readonly<
  Record<'owned' | 'listed' | 'sold' | 'liked' | 'boxes' | 'created', (user: UserId) => Condition>
> = {
  owned: (user) => sql`select code, id as at from nft_items where owner_id = ${user}`,
  listed: (user) =>
    sql`select code, id as at from nft_listings where seller_id = ${user} and newest and state in ('open', 'due')`,
  sold: (user) =>
    sql`select code, max(id) as at from nft_orders where seller_id = ${user} and state = 'paid' and pay_type <> 3 group by code`,
  liked: (user) =>
    sql`select code, (extract(epoch from at) * 1000)::bigint as at from nft_likes where user_id = ${user}`,
  boxes: (user) => sql`select code, id as at from nft_boxes where owner_id = ${user}`,
  created: (user) =>
    sql`select i.code, i.id as at from nft_items i join nft_artworks a on a.id = i.artwork_id where a.artist_id = ${user}`,
};

/** Codes of a page of a user's own lists, newest first. */
export async function ownPage(
  db: Queries,
  list: keyof typeof OWN,
  user: UserId,
  page: Page,
): Promise<Found<string>> {
  const source = OWN[list](user);
  const rows = await db.rows<{ code: string }>(sql`
    select code from (${source}) as own order by at desc, code limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from (${source}) as own`);
  return { rows: rows.map(({ code }) => code), total };
}
