import { pausedBots } from '@karat/domains/operators';
import type { Queries } from '@karat/platform/db';
import type { Bots } from '@karat/simulation';

/** Starts the bots; those that operators have paused stay paused, and place no order before. */
export async function startBots(bots: Pick<Bots, 'start' | 'setPaused'>, db: Queries): Promise<void> {
  const paused = await pausedBots(db);
  await bots.start();
  for (const name of paused) bots.setPaused(name, true);
}
