import { userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { plainArray, sql } from '@karat/platform/db';
import type { Queries, Tx } from '@karat/platform/db';
import type { Box, Found, Page, Pictures, Series } from './types.ts';

interface SeriesRow {
  id: number;
  code: string;
  artist_id: number;
  name: string;
  description: string;
  pictures: Pictures;
  contents: string;
  remaining: string;
  total: number;
  sold: number;
  opened: number;
  user_max: number;
  sealed_seed: Buffer;
  seed_hash: string;
  contents_hash: string;
  server_seed: string | null;
  revealed_at: number | null;
  end_at: number;
  created_at: number;
}

const seriesOf = (row: SeriesRow): Series => ({
  id: row.id,
  code: row.code,
  artist: userId(row.artist_id),
  name: row.name,
  description: row.description,
  pictures: row.pictures,
  contents: row.contents,
  remaining: row.remaining,
  total: row.total,
  sold: row.sold,
  opened: row.opened,
  userMax: row.user_max,
  sealedSeed: row.sealed_seed,
  seedHash: row.seed_hash,
  contentsHash: row.contents_hash,
  serverSeed: row.server_seed ?? undefined,
  revealedMs: row.revealed_at ?? undefined,
  endMs: row.end_at,
  createdMs: row.created_at,
});

export async function findSeries(
  db: Queries,
  by: { readonly id: number } | { readonly code: string },
): Promise<Series | undefined> {
  const where = 'id' in by ? sql`id = ${by.id}` : sql`code = ${by.code}`;
  const row = await db.maybe<SeriesRow>(sql`select * from nft_series where ${where}`);
  return row && seriesOf(row);
}

export async function lockSeries(tx: Tx, id: number): Promise<Series | undefined> {
  const row = await tx.maybe<SeriesRow>(sql`select * from nft_series where id = ${id} for update`);
  return row && seriesOf(row);
}

export type NewSeries = Omit<Series, 'id' | 'remaining' | 'sold' | 'opened' | 'serverSeed' | 'revealedMs'>;

export async function insertSeries(tx: Tx, series: NewSeries): Promise<Series> {
  const row = await tx.one<SeriesRow>(sql`
    insert into nft_series (code, artist_id, name, description, pictures, contents, remaining, total, user_max, sealed_seed,
      seed_hash, contents_hash, end_at, created_at)
    values (${series.code}, ${series.artist}, ${series.name}, ${series.description}, ${JSON.stringify(series.pictures)}::jsonb,
      ${series.contents}, ${series.contents}, ${series.total}, ${series.userMax}, ${series.sealedSeed}, ${series.seedHash},
      ${series.contentsHash}, to_timestamp(${series.endMs} / 1000.0), to_timestamp(${series.createdMs} / 1000.0))
    returning *`);
  return seriesOf(row);
}

/** All series, newest first. */
export async function allSeries(db: Queries, page: Page): Promise<Found<Series>> {
  const rows = await db.rows<SeriesRow>(sql`
    select * from nft_series order by id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total from nft_series`);
  return { rows: rows.map(seriesOf), total };
}

/** Puts free editions of an artwork into a series, lowest number first. Returns how many there were. */
export const takeEditions = (tx: Tx, series: number, artwork: number, count: number): Promise<number> =>
  tx.run(sql`
    update nft_items set series_id = ${series} where id in (
      select i.id from nft_items i join nft_artworks a on a.id = i.artwork_id
      where i.artwork_id = ${artwork} and i.series_id is null and i.owner_id = a.artist_id and a.state = 'approved' and not exists (
        select 1 from nft_listings l where l.item_id = i.id and l.state in ('open', 'due'))
      order by i.edition limit ${count} for update of i)`);

/** Free editions of an artwork that can go into a series. */
export const freeEditions = async (db: Queries, artist: UserId, artwork: number): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*) as count from nft_items i join nft_artworks a on a.id = i.artwork_id
      where i.artwork_id = ${artwork} and i.series_id is null and i.owner_id = ${artist} and a.artist_id = ${artist}
        and a.state = 'approved' and not exists (
          select 1 from nft_listings l where l.item_id = i.id and l.state in ('open', 'due'))`)
  ).count;

/** The lowest edition of an artwork in a series that no box has drawn, locked. */
export const undrawnItem = async (tx: Tx, series: number, artwork: number): Promise<number | undefined> =>
  (
    await tx.maybe<{ id: number }>(sql`
      select i.id from nft_items i where i.series_id = ${series} and i.artwork_id = ${artwork}
        and not exists (select 1 from nft_boxes b where b.item_id = i.id) order by i.edition limit 1 for update`)
  )?.id;

/** Writes one sold box of a locked series. */
export const countSold = (tx: Tx, series: number, remaining: string): Promise<number> =>
  tx.run(
    sql`update nft_series set sold = sold + 1, remaining = ${remaining} where id = ${series} and sold < total`,
  );

export const countOpened = (tx: Tx, series: number): Promise<number> =>
  tx.run(sql`update nft_series set opened = opened + 1 where id = ${series}`);

/** Claims series whose seed is to be revealed: after their end, or once all boxes are sold and opened. */
export async function claimRevealable(tx: Tx, now: number, limit: number): Promise<Series[]> {
  const rows = await tx.rows<SeriesRow>(sql`
    select * from nft_series where revealed_at is null and (end_at <= to_timestamp(${now} / 1000.0) or opened = total)
    order by id limit ${limit} for update skip locked`);
  return rows.map(seriesOf);
}

/** Writes the revealed seed, and gives the editions back that no box has drawn. */
export async function writeReveal(tx: Tx, series: number, seed: string, now: number): Promise<void> {
  await tx.run(sql`
    update nft_series set server_seed = ${seed}, revealed_at = to_timestamp(${now} / 1000.0) where id = ${series}`);
  await tx.run(sql`
    update nft_items i set series_id = null where series_id = ${series}
      and not exists (select 1 from nft_boxes b where b.item_id = i.id)`);
}

interface BoxRow {
  id: number;
  code: string;
  series_id: number;
  box: number;
  nonce: number;
  buyer_seed: string;
  owner_id: number;
  order_id: number;
  artwork_id: number;
  item_id: number;
  remaining: string;
  opened_at: number | null;
  receipt: string | null;
}

const boxOf = (row: BoxRow): Box => ({
  id: row.id,
  code: row.code,
  seriesId: row.series_id,
  box: row.box,
  nonce: row.nonce,
  buyerSeed: row.buyer_seed,
  owner: userId(row.owner_id),
  orderId: row.order_id,
  artworkId: row.artwork_id,
  itemId: row.item_id,
  remaining: row.remaining,
  openedMs: row.opened_at ?? undefined,
  receipt: row.receipt ?? undefined,
});

export type NewBox = Omit<Box, 'id' | 'openedMs' | 'receipt'>;

export const insertBox = (tx: Tx, box: NewBox, now: number): Promise<number> =>
  tx.run(sql`
    insert into nft_boxes (code, series_id, box, nonce, buyer_seed, owner_id, order_id, artwork_id, item_id, remaining, created_at)
    values (${box.code}, ${box.seriesId}, ${box.box}, ${box.nonce}, ${box.buyerSeed}, ${box.owner}, ${box.orderId},
      ${box.artworkId}, ${box.itemId}, ${box.remaining}, to_timestamp(${now} / 1000.0))`);

/** Boxes that a user has bought of a series. */
export const boughtBoxes = async (db: Queries, series: number, user: UserId): Promise<number> =>
  (
    await db.one<{ count: number }>(
      sql`select count(*) as count from nft_boxes where series_id = ${series} and owner_id = ${user}`,
    )
  ).count;

/** A user's box; a box of another user is reported as unknown. */
export async function ownBox(db: Queries, user: UserId, code: string): Promise<Box | undefined> {
  const row = await db.maybe<BoxRow>(
    sql`select * from nft_boxes where code = ${code} and owner_id = ${user}`,
  );
  return row && boxOf(row);
}

export async function lockOwnBox(tx: Tx, user: UserId, code: string): Promise<Box | undefined> {
  const row = await tx.maybe<BoxRow>(
    sql`select * from nft_boxes where code = ${code} and owner_id = ${user} for update`,
  );
  return row && boxOf(row);
}

export const markOpened = (tx: Tx, id: number, now: number): Promise<number> =>
  tx.run(
    sql`update nft_boxes set opened_at = to_timestamp(${now} / 1000.0) where id = ${id} and opened_at is null`,
  );

/** Claims opened boxes of revealed series that have no receipt yet. */
export async function claimUnproved(tx: Tx, limit: number): Promise<Box[]> {
  const rows = await tx.rows<BoxRow>(sql`
    select b.* from nft_boxes b join nft_series s on s.id = b.series_id
    where s.revealed_at is not null and b.opened_at is not null and b.receipt is null
    order by b.id limit ${limit} for update of b skip locked`);
  return rows.map(boxOf);
}

export const writeReceipts = (
  tx: Tx,
  receipts: readonly { readonly box: number; readonly hash: string }[],
): Promise<number> =>
  tx.run(sql`
    update nft_boxes b set receipt = v.hash
    from unnest(${plainArray(receipts.map(({ box }) => box))}::bigint[], ${plainArray(receipts.map(({ hash }) => hash))}::text[])
      as v (id, hash) where b.id = v.id and b.receipt is null`);

/** A page of a series' draws in order: opened boxes, or all. */
export async function drawsOf(
  db: Queries,
  series: number,
  isRevealed: boolean,
  page: Page,
): Promise<Found<Box>> {
  const where = sql`series_id = ${series} and (${isRevealed}::boolean or opened_at is not null)`;
  const rows = await db.rows<BoxRow>(sql`
    select * from nft_boxes where ${where} order by box limit ${page.limit} offset ${(page.page - 1) * page.limit}`);
  const { total } = await db.one<{ total: number }>(
    sql`select count(*) as total from nft_boxes where ${where}`,
  );
  return { rows: rows.map(boxOf), total };
}

/** How many of each artwork opened boxes of a series contained. */
export async function drawnCounts(db: Queries, series: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db.rows<{ artwork_id: number; count: number }>(sql`
    select artwork_id, count(*) as count from nft_boxes where series_id = ${series} and opened_at is not null group by 1`);
  return new Map(rows.map((row) => [row.artwork_id, row.count]));
}

/** A user's seed; the given one is written where there is none. */
export const seedOf = async (db: Queries, user: UserId, fallback: string): Promise<string> =>
  (
    await db.one<{ seed: string }>(sql`
      insert into nft_seeds (user_id, seed) values (${user}, ${fallback})
      on conflict (user_id) do update set seed = nft_seeds.seed returning seed`)
  ).seed;

export const writeSeed = (db: Queries, user: UserId, seed: string): Promise<number> =>
  db.run(sql`
    insert into nft_seeds (user_id, seed) values (${user}, ${seed})
    on conflict (user_id) do update set seed = excluded.seed`);
