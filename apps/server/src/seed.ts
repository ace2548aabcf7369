import { seedArticles } from '@karat/domains/content';
import { historyOf } from '@karat/simulation';
import type { House } from './house.ts';

const MS_PER_S = 1_000;
/** History is made of this word and the prices of the first start; it is labelled wherever it is shown. */
const HISTORY_SEED = 'karat';

/** Puts in what a new installation starts with; each part only once. */
export async function seed({ ctx }: House): Promise<void> {
  await seedArticles(ctx);
}

/** Fills the charts of simulated markets, once; the index must be running. */
export async function seedHistory({ ctx, market }: House): Promise<void> {
  const markets = market.instruments.all();
  const prices = new Map(markets.map(({ id, symbol }) => [symbol, market.index(id)?.price]));
  const now = Math.floor(ctx.clock.now() / MS_PER_S);
  await market.backfill(() => historyOf(markets, (symbol) => prices.get(symbol), now, HISTORY_SEED));
}
