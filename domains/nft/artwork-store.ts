import { userId } from '@karat/contract';
import type { NftRarity, NftReviewReason, NftReviewState, UserId } from '@karat/contract';
import { format, rate } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Review } from './artist-store.ts';
import type { Artwork, Found, MediaType, Page, Pictures } from './types.ts';

/** A file that an artist has uploaded. */
export interface Upload {
  readonly id: number;
  readonly purpose: 'work' | 'cover';
  readonly type: MediaType;
  readonly url: string;
  readonly mime: string;
  readonly bytes: number;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly durationMs: number | undefined;
  readonly sha256: string;
  readonly pictures: Pictures | undefined;
}

interface UploadRow {
  id: number;
  purpose: 'work' | 'cover';
  type: MediaType;
  url: string;
  mime: string;
  bytes: number;
  width: number | null;
  height: number | null;
  duration_ms: number | null;
  sha256: string;
  pictures: Pictures | null;
}

const uploadOf = (row: UploadRow): Upload => ({
  id: row.id,
  purpose: row.purpose,
  type: row.type,
  url: row.url,
  mime: row.mime,
  bytes: row.bytes,
  width: row.width ?? undefined,
  height: row.height ?? undefined,
  durationMs: row.duration_ms ?? undefined,
  sha256: row.sha256,
  pictures: row.pictures ?? undefined,
});

export async function insertUpload(
  tx: Tx,
  user: UserId,
  upload: Omit<Upload, 'id'>,
  now: number,
): Promise<Upload> {
  const pictures = upload.pictures === undefined ? null : JSON.stringify(upload.pictures);
  const row = await tx.one<UploadRow>(sql`
    insert into nft_uploads (user_id, purpose, type, url, mime, bytes, width, height, duration_ms, sha256, pictures, created_at)
    values (${user}, ${upload.purpose}, ${upload.type}, ${upload.url}, ${upload.mime}, ${upload.bytes}, ${upload.width ?? null},
      ${upload.height ?? null}, ${upload.durationMs ?? null}, ${upload.sha256}, ${pictures}::jsonb, to_timestamp(${now} / 1000.0))
    returning *`);
  return uploadOf(row);
}

/** Uploads of a user that no work uses. */
export const countUnused = async (db: Queries, user: UserId): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*) as count from nft_uploads where user_id = ${user} and not used`,
    )
  ).count;

/** Takes an own unused upload for a work; undefined where there is none. */
export async function takeUpload(
  tx: Tx,
  user: UserId,
  id: number,
  purpose: Upload['purpose'],
): Promise<Upload | undefined> {
  const row = await tx.maybe<UploadRow>(sql`
    update nft_uploads set used = true where id = ${id} and user_id = ${user} and purpose = ${purpose} and not used returning *`);
  return row && uploadOf(row);
}

/** Whether a file is a work already, of anybody. */
export const isFileKnown = async (db: Queries, sha256: string): Promise<boolean> =>
  (await db.maybe(sql`select 1 from nft_artworks where sha256 = ${sha256} and state <> 'rejected'`)) !==
  undefined;

interface ArtworkRow {
  id: number;
  artist_id: number;
  collection_id: number | null;
  name: string;
  description: string;
  type: MediaType;
  rarity: NftRarity;
  editions: number;
  royalty_rate: string;
  media_url: string;
  mime: string;
  bytes: number;
  duration_ms: number | null;
  sha256: string;
  pictures: Pictures;
  state: NftReviewState;
  reason: NftReviewReason | null;
  note: string | null;
  created_at: number;
  decided_at: number | null;
  decided_by: string | null;
}

const artworkOf = (row: ArtworkRow): Artwork => ({
  id: row.id,
  artist: userId(row.artist_id),
  collectionId: row.collection_id ?? undefined,
  name: row.name,
  description: row.description,
  type: row.type,
  rarity: row.rarity,
  editions: row.editions,
  royaltyRate: rate(row.royalty_rate),
  mediaUrl: row.media_url,
  mime: row.mime,
  bytes: row.bytes,
  durationMs: row.duration_ms ?? undefined,
  sha256: row.sha256,
  pictures: row.pictures,
  state: row.state,
  reason: row.reason ?? undefined,
  note: row.note ?? undefined,
  createdMs: row.created_at,
  decidedMs: row.decided_at ?? undefined,
  decidedBy: row.decided_by ?? undefined,
});

export type NewArtwork = Omit<Artwork, 'id' | 'state' | 'reason' | 'note' | 'decidedMs' | 'decidedBy'>;

export async function insertArtwork(tx: Tx, artwork: NewArtwork): Promise<Artwork> {
  const row = await tx.one<ArtworkRow>(sql`
    insert into nft_artworks (artist_id, collection_id, name, description, type, rarity, editions, royalty_rate, media_url, mime,
      bytes, duration_ms, sha256, pictures, state, created_at)
    values (${artwork.artist}, ${artwork.collectionId ?? null}, ${artwork.name}, ${artwork.description}, ${artwork.type},
      ${artwork.rarity}, ${artwork.editions}, ${format(artwork.royaltyRate)}, ${artwork.mediaUrl}, ${artwork.mime},
      ${artwork.bytes}, ${artwork.durationMs ?? null}, ${artwork.sha256}, ${JSON.stringify(artwork.pictures)}::jsonb, 'review',
      to_timestamp(${artwork.createdMs} / 1000.0))
    returning *`);
  return artworkOf(row);
}

export async function findArtwork(db: Queries, id: number): Promise<Artwork | undefined> {
  const row = await db.maybe<ArtworkRow>(sql`select * from nft_artworks where id = ${id}`);
  return row && artworkOf(row);
}

export async function lockArtwork(tx: Tx, id: number): Promise<Artwork | undefined> {
  const row = await tx.maybe<ArtworkRow>(sql`select * from nft_artworks where id = ${id} for update`);
  return row && artworkOf(row);
}

export async function findArtworks(
  db: Queries,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Artwork>> {
  const rows = await db.rows<ArtworkRow>(sql`select * from nft_artworks where id = any(${[...ids]}::int[])`);
  return new Map(rows.map((row) => [row.id, artworkOf(row)]));
}

export const writeArtworkReview = (tx: Tx, id: number, review: Review): Promise<number> =>
  tx.run(sql`
    update nft_artworks set state = ${review.state}, reason = ${review.reason ?? null}, note = ${review.note ?? null},
      decided_at = to_timestamp(${review.at} / 1000.0), decided_by = ${review.by} where id = ${id}`);

/** Artworks of a state and artist, those under review first, then newest first. */
export async function artworkList(
  db: Queries,
  filter: { readonly state?: NftReviewState | undefined; readonly artist?: UserId | undefined },
  page: Page,
): Promise<Found<Artwork>> {
  const where = sql`(${filter.state ?? null}::text is null or state = ${filter.state ?? null}::text)
    and (${filter.artist ?? null}::bigint is null or artist_id = ${filter.artist ?? null}::bigint)`;
  const rows = await db.rows<ArtworkRow>(sql`
    select * from nft_artworks where ${where} order by (state = 'review') desc, id desc
    limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from nft_artworks where ${where}`,
  );
  return { rows: rows.map(artworkOf), total };
}

/** Codes of the editions of artworks, in order. */
export async function codesOf(
  db: Queries,
  artworks: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  const rows = await db.rows<{ artwork_id: number; code: string }>(sql`
    select artwork_id, code from nft_items where artwork_id = any(${[...artworks]}::int[]) order by artwork_id, edition`);
  const byArtwork = new Map<number, string[]>();
  for (const { artwork_id: id, code } of rows) byArtwork.set(id, [...(byArtwork.get(id) ?? []), code]);
  return byArtwork;
}
