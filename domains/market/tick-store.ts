import { marketId } from '@karat/contract';
import type { MarketId } from '@karat/contract';
import { format, price } from '@karat/money';
import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';
import type { Tick, TickSource } from './types.ts';

export interface Head {
  readonly marketId: MarketId;
  /** Unix second of its tick. */
  readonly time: number;
  readonly hash: string;
  readonly signature: string;
  readonly publicKey: string;
}

interface TickRow {
  market_id: number;
  time: number;
  price: string;
  source: TickSource;
  quotes: string;
}

interface HeadRow {
  market_id: number;
  time: number;
  hash: string;
  signature: string;
  public_key: string;
}

const tickOf = (row: TickRow): Tick => ({
  marketId: marketId(row.market_id),
  time: row.time,
  price: price(row.price),
  source: row.source,
  quotes: row.quotes,
});

const headOf = (row: HeadRow): Head => ({
  marketId: marketId(row.market_id),
  time: row.time,
  hash: row.hash,
  signature: row.signature,
  publicKey: row.public_key,
});

const INSERT_TICKS = `
  insert into market_ticks (market_id, time, price, source, quotes)
  select * from unnest($1::int[], $2::bigint[], $3::numeric[], $4::text[], $5::text[])`;

/** One statement for the ticks of all instruments. */
export const insertTicks = (db: Queries, ticks: readonly Tick[]): Promise<unknown> =>
  db.prepared('market_insert_ticks', INSERT_TICKS, [
    ticks.map((tick) => tick.marketId),
    ticks.map((tick) => tick.time),
    ticks.map((tick) => format(tick.price)),
    ticks.map((tick) => tick.source),
    ticks.map((tick) => tick.quotes),
  ]);

export const insertHeads = (db: Queries, heads: readonly Head[]): Promise<number> =>
  db.run(sql`
    insert into market_tick_heads (market_id, time, hash, signature, public_key)
    select * from unnest(
      ${heads.map((head) => head.marketId)}::int[], ${heads.map((head) => head.time)}::bigint[],
      ${heads.map((head) => head.hash)}::text[], ${heads.map((head) => head.signature)}::text[],
      ${heads.map((head) => head.publicKey)}::text[])`);

/** Ticks of one instrument after one second up to another, both unix seconds, oldest first. */
export const readTicks = async (
  db: Queries,
  market: MarketId,
  after: number,
  upTo: number,
  limit: number,
): Promise<Tick[]> =>
  (
    await db.rows<TickRow>(sql`
      select market_id, time, price, source, quotes from market_ticks
      where market_id = ${market} and time > ${after} and time <= ${upTo} order by time limit ${limit}`)
  ).map(tickOf);

/** Heads of one instrument from one second to another, oldest first. */
export const readHeads = async (db: Queries, market: MarketId, from: number, upTo: number): Promise<Head[]> =>
  (
    await db.rows<HeadRow>(sql`
      select * from market_tick_heads where market_id = ${market} and time >= ${from} and time <= ${upTo} order by time`)
  ).map(headOf);

/** The last head before a second. */
export async function headBefore(db: Queries, market: MarketId, time: number): Promise<Head | undefined> {
  const row = await db.maybe<HeadRow>(sql`
    select * from market_tick_heads where market_id = ${market} and time < ${time} order by time desc limit 1`);
  return row && headOf(row);
}

/** The first head at or after a second. */
export async function headFrom(db: Queries, market: MarketId, time: number): Promise<Head | undefined> {
  const row = await db.maybe<HeadRow>(sql`
    select * from market_tick_heads where market_id = ${market} and time >= ${time} order by time limit 1`);
  return row && headOf(row);
}

/** The oldest stored tick, unix seconds. */
export const oldestTick = async (db: Queries, market: MarketId): Promise<number | undefined> =>
  (
    await db.one<{ time: number | null }>(
      sql`select min(time) as time from market_ticks where market_id = ${market}`,
    )
  ).time ?? undefined;

/** The newest tick. */
export async function newestTick(db: Queries, market: MarketId): Promise<Tick | undefined> {
  const row = await db.maybe<TickRow>(sql`
    select market_id, time, price, source, quotes from market_ticks
    where market_id = ${market} order by time desc limit 1`);
  return row && tickOf(row);
}

/** Newest second and last signed head of a market's price chain, as a line; of all markets. */
export const chainHeads = async (db: Queries): Promise<readonly string[]> =>
  (
    await db.rows<{ id: number; time: number; head: string | null; signed: number | null }>(sql`
      select m.id, t.time, h.hash as head, h.time as signed from market_markets m
      cross join lateral (select time from market_ticks where market_id = m.id order by time desc limit 1) t
      left join lateral (
        select hash, time from market_tick_heads where market_id = m.id order by time desc limit 1) h on true
      order by m.id`)
  ).map(({ id, time, head, signed }) => `${id} ${time} ${head ?? '-'} ${signed ?? '-'}`);

/** Deletes ticks up to a signed head that is older than a second, so that the stored ones begin right after a head. */
export const forgetTicks = (db: Queries, market: MarketId, before: number): Promise<number> =>
  db.run(sql`
    delete from market_ticks where market_id = ${market} and time <= (
      select max(time) from market_tick_heads where market_id = ${market} and time < ${before})`);

/** The second of every market's newest tick. */
export const newestSeconds = async (db: Queries): Promise<Map<MarketId, number>> => {
  const rows = await db.rows<{ id: number; time: number }>(sql`
    select m.id, t.time from market_markets m
    cross join lateral (select time from market_ticks where market_id = m.id order by time desc limit 1) t`);
  return new Map(rows.map(({ id, time }) => [marketId(id), time]));
};

/** The last stored tick at or before a second (unix s). */
export async function lastTickAt(db: Queries, market: MarketId, second: number): Promise<Tick | undefined> {
  const row = await db.maybe<TickRow>(sql`
    select market_id, time, price, source, quotes from market_ticks
    where market_id = ${market} and time <= ${second} order by time desc limit 1`);
  return row && tickOf(row);
}
