import { chainHeads } from '@karat/domains/market';
import { chainEnd } from '@karat/platform/audit';
import type { Queries } from '@karat/platform/db';
import type { End } from './archive.ts';

/** Returns the ends of the hash chains, for a comparison of backup and restored database. */
export async function headsOf(db: Queries): Promise<End['heads']> {
  const { id, hash } = await chainEnd(db);
  return { audit: `${id} ${hash}`, ticks: [...(await chainHeads(db))] };
}
