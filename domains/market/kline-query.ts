import { refuse } from '@karat/contract';
import { candleBefore, readCandles } from './candle-store.ts';
import { filled } from './candles.ts';
import type { Candle } from './candles.ts';
import type { MarketData } from './create.ts';
import type { MarketInternals } from './internals.ts';
import { bucketStarts, toPeriod } from './periods.ts';

const ROWS_MAX = 1_500;

/**
 * Candles between two unix seconds, oldest first, the newest 1,500 of them; none before the first known price, none in
 * the future. Periods without a trade are flat at the previous close. Refuses `market_unknown`, `period_unknown` and
 * `range_invalid` (the end before the start).
 */
export async function queryKlines(
  market: MarketData,
  { ctx, candles }: MarketInternals,
  asked: { readonly symbol: string; readonly period: string; readonly from: number; readonly to: number },
): Promise<Candle[]> {
  const { id, kind } = market.instruments.bySymbol(asked.symbol) ?? refuse('market_unknown');
  const period = toPeriod(asked.period) ?? refuse('period_unknown');
  if (asked.from > asked.to) refuse('range_invalid');
  const to = Math.min(asked.to, Math.floor(ctx.clock.now() / 1000));
  const starts = bucketStarts(kind, period, asked.from, to, ROWS_MAX);
  const first = starts[0];
  const last = starts.at(-1);
  if (first === undefined || last === undefined) return [];
  const stored = await readCandles(ctx.db, id, period, first, last);
  const before = await candleBefore(ctx.db, id, period, first);
  // Unwritten candles are newer than their rows.
  const fresh = candles.fresh(id, period).toSorted((a, b) => a.start - b.start);
  const freshBefore = fresh.findLast((candle) => candle.start < first);
  return filled([...stored, ...fresh], starts, freshBefore ?? before);
}
