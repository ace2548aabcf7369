import { MINUTE_MS } from '@karat/rules';
import type { AllReplies } from './calls.ts';
import { useGet } from './query.ts';
import { useTicker } from './tickers.ts';

/** A market of the market list. */
export type Quotation = AllReplies['currency/quotation_new'][number]['quotation'][number];

/** Poll interval of the list; live prices come over the WebSocket. */
const REFRESH_MS = 30_000;

/** All markets, coins and stocks. */
export function useMarkets() {
  const query = useGet('currency/quotation_new', {}, { everyMs: REFRESH_MS });
  return { ...query, data: query.data?.flatMap((quote) => quote.quotation) };
}

export interface LivePrice {
  readonly now_price: string;
  readonly change: string;
  readonly volume: string;
}

/** Price, change and volume of a market: live values once received, otherwise those of the list. */
export function useLivePrice(market: Quotation): LivePrice {
  return useTicker(market.id) ?? market;
}

/** Closing prices of the last day, by market. */
export function useSparklines(): ReadonlyMap<number, readonly string[]> {
  const { data } = useGet('market/sparklines', {}, { freshMs: 5 * MINUTE_MS });
  return new Map(data?.map((line) => [line.match_id, line.closes]));
}

/** Decimals of a price step: "0.01" has two. */
export const decimalsOf = (step: string): number => step.split('.')[1]?.length ?? 0;

/** Address of a currency's picture, by name; undefined until the list is loaded and for unknown names. */
export const useLogo = (name: string): string | undefined =>
  useGet('currency/list', {}, { freshMs: Infinity }).data?.find((currency) => currency.name === name)?.logo;
