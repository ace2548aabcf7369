import { userId } from '@karat/contract';
import type { NftReviewReason, NftReviewState, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Artist, Found, Page, Pictures } from './types.ts';

interface ArtistRow {
  user_id: number;
  name: string;
  bio: string;
  state: NftReviewState;
  reason: NftReviewReason | null;
  note: string | null;
  created_at: number;
  decided_at: number | null;
  decided_by: string | null;
}

const artistOf = (row: ArtistRow): Artist => ({
  user: userId(row.user_id),
  name: row.name,
  bio: row.bio,
  state: row.state,
  reason: row.reason ?? undefined,
  note: row.note ?? undefined,
  createdMs: row.created_at,
  decidedMs: row.decided_at ?? undefined,
  decidedBy: row.decided_by ?? undefined,
});

export async function findArtist(db: Queries, user: UserId): Promise<Artist | undefined> {
  const row = await db.maybe<ArtistRow>(sql`select * from nft_artists where user_id = ${user}`);
  return row && artistOf(row);
}

export async function lockArtist(tx: Tx, user: UserId): Promise<Artist | undefined> {
  const row = await tx.maybe<ArtistRow>(sql`select * from nft_artists where user_id = ${user} for update`);
  return row && artistOf(row);
}

/** Names of artists by UID. */
export async function artistNames(
  db: Queries,
  users: readonly UserId[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.rows<{ user_id: number; name: string }>(
    sql`select user_id, name from nft_artists where user_id = any(${[...users]}::bigint[])`,
  );
  return new Map(rows.map(({ user_id: id, name }) => [id, name]));
}

/** Whether another artist or applicant has a name. */
export const isNameTaken = async (db: Queries, user: UserId, name: string): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 from nft_artists where lower(name) = lower(${name}) and user_id <> ${user} and state <> 'rejected'`)) !==
  undefined;

/** Writes an application in place of a rejected one. Returns 0 where there is another. */
export const writeApplication = (
  tx: Tx,
  user: UserId,
  { name, bio }: { readonly name: string; readonly bio: string },
  now: number,
): Promise<number> =>
  tx.run(sql`
    insert into nft_artists (user_id, name, bio, state, created_at)
    values (${user}, ${name}, ${bio}, 'review', to_timestamp(${now} / 1000.0))
    on conflict (user_id) do update set name = excluded.name, bio = excluded.bio, state = 'review', reason = null, note = null,
      created_at = excluded.created_at, decided_at = null, decided_by = null
    where nft_artists.state = 'rejected'`);

export interface Review {
  readonly state: NftReviewState;
  readonly reason: NftReviewReason | undefined;
  readonly note: string | undefined;
  readonly by: string;
  readonly at: number;
}

export const writeArtistReview = (tx: Tx, user: UserId, review: Review): Promise<number> =>
  tx.run(sql`
    update nft_artists set state = ${review.state}, reason = ${review.reason ?? null}, note = ${review.note ?? null},
      decided_at = to_timestamp(${review.at} / 1000.0), decided_by = ${review.by} where user_id = ${user}`);

/** Artists for operators, those under review first. */
export async function artistsForReview(
  db: Queries,
  state: NftReviewState | undefined,
  page: Page,
): Promise<Found<Artist & { readonly works: number }>> {
  const where = sql`(${state ?? null}::text is null or state = ${state ?? null}::text)`;
  const rows = await db.rows<ArtistRow & { works: number }>(sql`
    select r.*, (select count(*) from nft_artworks a where a.artist_id = r.user_id) as works from nft_artists r where ${where}
    order by (state = 'review') desc, created_at desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from nft_artists where ${where}`,
  );
  return { total, rows: rows.map((row) => ({ ...artistOf(row), works: row.works })) };
}

/** An artist with totals of approved works and paid sales. */
export interface ArtistTotals {
  readonly user: UserId;
  readonly name: string;
  readonly bio: string;
  readonly works: number;
  readonly sales: number;
  readonly likes: number;
}

const totals = sql`r.user_id, r.name, r.bio,
  (select count(*) from nft_artworks a where a.artist_id = r.user_id and a.state = 'approved') as works,
  (select count(*) from nft_orders o where o.artist_id = r.user_id and o.state = 'paid') as sales,
  (select coalesce(sum(i.likes), 0)::int from nft_items i join nft_artworks a on a.id = i.artwork_id
    where a.artist_id = r.user_id) as likes`;

interface TotalsRow {
  user_id: number;
  name: string;
  bio: string;
  works: number;
  sales: number;
  likes: number;
}
const totalsOf = ({ user_id: id, ...row }: TotalsRow): ArtistTotals => ({ ...row, user: userId(id) });

/** Accepted artists, those with the most sales first. */
export async function artistList(
  db: Queries,
  keyword: string | undefined,
  page: Page,
): Promise<Found<ArtistTotals>> {
  const like = keyword === undefined ? null : keyword.toLowerCase();
  const where = sql`r.state = 'approved' and (${like}::text is null or position(${like}::text in lower(r.name)) > 0)`;
  const rows = await db.rows<TotalsRow>(sql`
    select ${totals} from nft_artists r where ${where} order by sales desc, works desc, r.user_id
    limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from nft_artists r where ${where}`,
  );
  return { total, rows: rows.map(totalsOf) };
}

/** An artist who was accepted, also if hidden since. */
export async function artistTotals(db: Queries, user: UserId): Promise<ArtistTotals | undefined> {
  const row = await db.maybe<TotalsRow>(
    sql`select ${totals} from nft_artists r where r.user_id = ${user} and r.state in ('approved', 'hidden')`,
  );
  return row && totalsOf(row);
}

/** What paid sales of artists' works brought, by artist and currency. */
export async function turnovers(
  db: Queries,
  artists: readonly UserId[],
): Promise<{ readonly artist: number; readonly currency: number; readonly amount: Amount }[]> {
  const rows = await db.rows<{ artist_id: number; currency_id: number; total: string }>(sql`
    select artist_id, currency_id, sum(price) as total from nft_orders
    where state = 'paid' and artist_id = any(${[...artists]}::bigint[]) group by 1, 2 order by 1, 2`);
  return rows.map((row) => ({
    artist: row.artist_id,
    currency: row.currency_id,
    amount: amount(row.total),
  }));
}

export interface Collection {
  readonly id: number;
  readonly artist: UserId;
  readonly name: string;
  readonly description: string;
  readonly isHidden: boolean;
  readonly works: number;
  readonly pictures: Pictures | undefined;
  readonly createdMs: number;
}

interface CollectionRow {
  id: number;
  artist_id: number;
  name: string;
  description: string;
  hidden: boolean;
  works: number;
  pictures: Pictures | null;
  created_at: number;
}

const collectionOf = (row: CollectionRow): Collection => ({
  id: row.id,
  artist: userId(row.artist_id),
  name: row.name,
  description: row.description,
  isHidden: row.hidden,
  works: row.works,
  pictures: row.pictures ?? undefined,
  createdMs: row.created_at,
});

const collectionColumns = sql`c.*,
  (select count(*) from nft_artworks a where a.collection_id = c.id and a.state = 'approved') as works,
  (select a.pictures from nft_artworks a where a.collection_id = c.id and a.state = 'approved' order by a.id desc limit 1) as pictures`;

/** Collections, newest first; hidden ones only for operators. */
export async function collectionList(
  db: Queries,
  filter: {
    readonly artist: UserId | undefined;
    readonly keyword?: string | undefined;
    readonly withHidden?: boolean;
  },
  page: Page,
): Promise<Found<Collection>> {
  const like = filter.keyword?.toLowerCase() ?? null;
  const where = sql`(not c.hidden or ${filter.withHidden ?? false}::boolean)
    and (${filter.artist ?? null}::bigint is null or c.artist_id = ${filter.artist ?? null}::bigint)
    and (${like}::text is null or position(${like}::text in lower(c.name)) > 0)`;
  const rows = await db.rows<CollectionRow>(sql`
    select ${collectionColumns} from nft_collections c where ${where} order by c.id desc
    limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from nft_collections c where ${where}`,
  );
  return { total, rows: rows.map(collectionOf) };
}

export async function findCollection(db: Queries, id: number): Promise<Collection | undefined> {
  const row = await db.maybe<CollectionRow>(
    sql`select ${collectionColumns} from nft_collections c where c.id = ${id}`,
  );
  return row && collectionOf(row);
}

export const collectionName = async (db: Queries, id: number | undefined): Promise<string | undefined> =>
  id === undefined
    ? undefined
    : (await db.maybe<{ name: string }>(sql`select name from nft_collections where id = ${id}`))?.name;

export const countCollections = async (db: Queries, artist: UserId): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*) as count from nft_collections where artist_id = ${artist}`,
    )
  ).count;

export const insertCollection = async (
  tx: Tx,
  artist: UserId,
  { name, description }: { readonly name: string; readonly description: string },
  now: number,
): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into nft_collections (artist_id, name, description, created_at)
      values (${artist}, ${name}, ${description}, to_timestamp(${now} / 1000.0)) returning id`)
  ).id;

/** Changes an artist's own collection. Returns 0 for one of another artist. */
export const updateCollection = (
  tx: Tx,
  artist: UserId,
  id: number,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<number> =>
  tx.run(sql`
    update nft_collections set name = ${name}, description = ${description} where id = ${id} and artist_id = ${artist}`);

/** Returns 0 where nothing changes. */
export const hideCollection = (tx: Tx, id: number, isHidden: boolean, note: string): Promise<number> =>
  tx.run(sql`
    update nft_collections set hidden = ${isHidden}, note = ${note} where id = ${id} and hidden <> ${isHidden}`);
