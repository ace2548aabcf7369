import type { PublicTrade } from '@karat/contract';

/** Maximum trades in the list. */
export const TRADES_SHOWN = 40;

/** Newest first, without duplicates. */
export function mergedTrades(
  newer: readonly PublicTrade[],
  older: readonly PublicTrade[],
): readonly PublicTrade[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))].slice(0, TRADES_SHOWN);
}

/** Applies a frame, which has the oldest trade first; earlier trades after a gap come from the fetched list. */
export const withTrades = (
  trades: readonly PublicTrade[],
  news: readonly PublicTrade[],
  first: boolean,
): readonly PublicTrade[] => mergedTrades(news.toReversed(), first ? [] : trades);
