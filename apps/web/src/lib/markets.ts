import type { AllReplies } from './calls.ts';
import { useGet } from './query.ts';
import { useTicker } from './tickers.ts';

/** A market as the list of all markets tells it. */
export type Quotation = AllReplies['currency/quotation_new'][number]['quotation'][number];

/** The list is asked for again so often; prices between come over the live line. */
const REFRESH_MS = 30_000;

/** All markets, coins and stocks together. */
export function useMarkets() {
  const query = useGet('currency/quotation_new', {}, { everyMs: REFRESH_MS });
  return { ...query, data: query.data?.flatMap((quote) => quote.quotation) };
}

export interface LivePrice {
  readonly now_price: string;
  readonly change: string;
  readonly volume: string;
}

/** Price, change and volume of a market: the live ones once they came, else those of the list. */
export function useLivePrice(market: Quotation): LivePrice {
  return useTicker(market.id) ?? market;
}

/** The last day of every market, market to closing prices. */
export function useSparklines(): ReadonlyMap<number, readonly string[]> {
  const { data } = useGet('market/sparklines', {}, { freshMs: 5 * 60_000 });
  return new Map(data?.map((line) => [line.match_id, line.closes]));
}

/** Decimals that a price step needs: "0.01" has two. */
export const decimalsOf = (step: string): number => step.split('.')[1]?.length ?? 0;

/** Where a currency's picture is, by its name; undefined until the list came, and for what it does not know. */
export const useLogo = (name: string): string | undefined =>
  useGet('currency/list', {}, { freshMs: Infinity }).data?.find((currency) => currency.name === name)?.logo;
