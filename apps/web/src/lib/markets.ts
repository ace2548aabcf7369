import { amount, format, mulDown, price, rate, rateFromPercent } from '@karat/money';
import type { Rate } from '@karat/money';
import { MINUTE_MS, discountedRate } from '@karat/rules';
import { useMemo } from 'react';
import type { AllReplies } from './calls.ts';
import { useGet } from './query.ts';
import { useSession } from './session.ts';
import { useTicker } from './tickers.ts';

/** A market of the market list. */
export type Quotation = AllReplies['currency/quotation_new'][number]['quotation'][number];

/** Poll interval of the list; live prices come over the WebSocket. */
const REFRESH_MS = 30_000;

/** A market with the fees that a user pays after the discount of the VIP level, as the server charges them. */
export function withDiscount(market: Quotation, discount: Rate): Quotation {
  const own = (feeRate: string): string => format(discountedRate(rate(feeRate), discount));
  return {
    ...market,
    maker_fee: own(market.maker_fee),
    taker_fee: own(market.taker_fee),
    lever_trade_fee: own(market.lever_trade_fee),
  };
}

/** All markets, coins and stocks, with the fees of the user. */
export function useMarkets() {
  const query = useGet('currency/quotation_new', {}, { everyMs: REFRESH_MS });
  const discount = useSession(({ user }) => user?.fee_discount) ?? '0';
  const data = useMemo(() => {
    const markets = query.data?.flatMap((quote) => quote.quotation);
    const own = rateFromPercent(rate(discount));
    return own === 0n ? markets : markets?.map((market) => withDiscount(market, own));
  }, [query.data, discount]);
  return { ...query, data };
}

/** Decimals of the prices of a market; undefined until the markets are loaded and for unknown ones. */
export function usePriceDecimals(market: number): number | undefined {
  const { data } = useGet('currency/quotation_new', {}, { everyMs: REFRESH_MS });
  for (const { quotation } of data ?? []) {
    const found = quotation.find(({ id }) => id === market);
    if (found) return decimalsOf(found.tick);
  }
  return undefined;
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

/** Turnover of the last 24 hours in the quote currency at the given price, decimal text. */
export const turnoverOf = ({ volume, now_price }: Pick<LivePrice, 'volume' | 'now_price'>): string =>
  format(mulDown(amount(volume), price(now_price)));

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
