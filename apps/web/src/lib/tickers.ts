import type { Ticker } from '@karat/contract';
import { channelStore, useSelected } from './channel-store.ts';

type Tickers = ReadonlyMap<number, Ticker>;

/** The latest ticker of every market. */
const tickers = channelStore<readonly Ticker[], Tickers>('ticker', new Map(), (known, news) => {
  const next = new Map(known);
  for (const ticker of news) next.set(ticker.match_id, ticker);
  return next;
});

/** The live ticker of a market; undefined until the first one is received. */
export const useTicker = (matchId: number): Ticker | undefined =>
  useSelected(tickers, ({ state }) => state.get(matchId));

export const useTickersStale = (): boolean => useSelected(tickers, ({ stale }) => stale);
