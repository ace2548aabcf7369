import { seedCommitment } from '@karat/evidence';
import type { Price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import { DAY_MS } from '@karat/rules';
import { quotesText, readQuotes } from './chain.ts';
import { insertSeed, lastSeedBefore, readSeed, recentSeeds } from './seed-store.ts';
import type { SeedRow } from './seed-store.ts';

/** Inputs of a day of the simulated walk. */
export interface DaySeed {
  /** `2026-11-21`, UTC. */
  readonly day: string;
  /** 32 bytes, hex. */
  readonly seed: string;
  /** Each instrument's price at the start of the day. */
  readonly base: ReadonlyMap<string, Price>;
  readonly commitment: string;
  /** Unix ms. */
  readonly committedAt: number;
}

/** The public view of a commitment; seed and base only after the day is over. */
export interface Commitment {
  readonly day: string;
  readonly commitment: string;
  readonly committed_ms: number;
  readonly seed: string | null;
  readonly base: string | null;
}

/** The seeds of the simulated walk, each committed before its day is played and revealed after it. */
export interface Seeds {
  read(day: string): Promise<DaySeed | undefined>;
  /** The newest day before a day. */
  lastBefore(day: string): Promise<DaySeed | undefined>;
  /** Draws and stores the seed of a day that has none yet; returns the stored one. */
  commit(day: string, base: ReadonlyMap<string, Price>): Promise<DaySeed>;
  /** The newest days first. */
  commitments(limit: number): Promise<Commitment[]>;
}

/** The commitment published before a day: the hash of its seed and base prices. */
export const commitmentOf = seedCommitment;

/** Parses base prices from their canonical text; undefined if invalid. */
export function readBase(text: string): ReadonlyMap<string, Price> | undefined {
  const quotes = readQuotes(text);
  return quotes && new Map(quotes);
}

function read(row: SeedRow | undefined): DaySeed | undefined {
  if (!row) return undefined;
  const base = readBase(row.base);
  if (!base) throw new Error(`market_seeds ${row.day}: base prices are invalid`);
  return { day: row.day, seed: row.seed, base, commitment: row.commitment, committedAt: row.committed_at };
}

/** Whether a day's seed may be revealed: the day is over. */
export const isRevealed = (day: string, now: number): boolean => now >= Date.parse(day) + DAY_MS;

export function createSeeds({ db, clock, random }: Pick<Context, 'db' | 'clock' | 'random'>): Seeds {
  return {
    read: async (day) => read(await readSeed(db, day)),
    lastBefore: async (day) => read(await lastSeedBefore(db, day)),
    async commit(day, base) {
      const seed = Buffer.from(random.bytes(32)).toString('hex');
      const text = quotesText([...base]);
      await insertSeed(db, {
        day,
        seed,
        base: text,
        commitment: commitmentOf(day, seed, text),
        committed_at: clock.now(),
      });
      const standing = read(await readSeed(db, day));
      if (!standing) throw new Error(`market_seeds ${day}: not stored`);
      return standing;
    },
    async commitments(limit) {
      const now = clock.now();
      return (await recentSeeds(db, limit)).map(({ day, commitment, committed_at, seed, base }) => ({
        day,
        commitment,
        committed_ms: committed_at,
        ...(isRevealed(day, now) ? { seed, base } : { seed: null, base: null }),
      }));
    },
  };
}
