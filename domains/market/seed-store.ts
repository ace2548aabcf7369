import { sql } from '@karat/platform/db';
import type { Queries } from '@karat/platform/db';

export interface SeedRow {
  readonly day: string;
  readonly seed: string;
  readonly base: string;
  readonly commitment: string;
  /** Unix ms. */
  readonly committed_at: number;
}

const COLUMNS = sql`day::text as day, seed, base, commitment, committed_at`;

export const readSeed = (db: Queries, day: string): Promise<SeedRow | undefined> =>
  db.maybe(sql`select ${COLUMNS} from market_seeds where day = ${day}::date`);

export const lastSeedBefore = (db: Queries, day: string): Promise<SeedRow | undefined> =>
  db.maybe(sql`select ${COLUMNS} from market_seeds where day < ${day}::date order by day desc limit 1`);

export const recentSeeds = (db: Queries, limit: number): Promise<SeedRow[]> =>
  db.rows(sql`select ${COLUMNS} from market_seeds order by day desc limit ${limit}`);

/** Stores a seed unless the day has one: a seed is never replaced. */
export const insertSeed = (db: Queries, row: SeedRow): Promise<number> =>
  db.run(sql`
    insert into market_seeds (day, seed, base, commitment, committed_at)
    values (${row.day}::date, ${row.seed}, ${row.base}, ${row.commitment}, to_timestamp(${row.committed_at} / 1000.0))
    on conflict (day) do nothing`);
