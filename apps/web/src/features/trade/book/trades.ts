import type { PublicTrade } from '@karat/contract';

/** Trades that the list shows. */
export const TRADES_SHOWN = 40;

/** Newest first, each once. */
export function mergedTrades(
  newer: readonly PublicTrade[],
  older: readonly PublicTrade[],
): readonly PublicTrade[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))].slice(0, TRADES_SHOWN);
}

/** After a frame, which tells the oldest first; what came before a gap is left to the list that is read. */
export const withTrades = (
  trades: readonly PublicTrade[],
  news: readonly PublicTrade[],
  first: boolean,
): readonly PublicTrade[] => mergedTrades(news.toReversed(), first ? [] : trades);
