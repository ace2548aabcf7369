import type { Context } from '@karat/platform/context';
import { anyCandle, writeCandles } from './candle-store.ts';
import type { Candle } from './candles.ts';

const CHUNK = 5_000;

/**
 * Stores labelled history from before the first trade, once, while there is no candle at all; returns the number of
 * candles. Only for simulated prices: with live ones no history is generated.
 */
export async function backfill(ctx: Context, history: () => Iterable<Candle>): Promise<number> {
  if (await anyCandle(ctx.db)) return 0;
  const candles = [...history()];
  if (candles.some((candle) => !candle.backfilled)) throw new Error('generated history must be labelled');
  await ctx.db.transact(async (tx) => {
    for (let i = 0; i < candles.length; i += CHUNK) await writeCandles(tx, candles.slice(i, i + CHUNK));
  });
  return candles.length;
}
