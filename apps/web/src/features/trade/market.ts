import { amount, price, rate } from '@karat/money';
import { decimalsOf } from '../../lib/markets.ts';
import type { Quotation } from '../../lib/markets.ts';
import type { Terms } from './ticket/form.ts';

export const symbolOf = (market: Pick<Quotation, 'currency_name' | 'legal_name'>): string =>
  `${market.currency_name}/${market.legal_name}`;

/** The two currencies of a symbol, `BTC/USDT`. */
export const baseOf = (symbol: string): string => symbol.split('/')[0] ?? '';
export const quoteOf = (symbol: string): string => symbol.split('/')[1] ?? '';

export const termsOf = (market: Quotation): Terms => ({
  tick: price(market.tick),
  lot: amount(market.lot),
  minNotional: amount(market.min_notional),
  makerFee: rate(market.maker_fee),
  takerFee: rate(market.taker_fee),
});

export const tickDecimals = (market: Pick<Quotation, 'tick'>): number => decimalsOf(market.tick);
export const lotDecimals = (market: Pick<Quotation, 'lot'>): number => decimalsOf(market.lot);

/** What a market may be traded in, by the wire's names. */
type Product = 'open_coin_trade' | 'open_lever' | 'open_microtrade';

/** Markets in which a product is on offer. */
export const offered = (markets: readonly Quotation[], product: Product): readonly Quotation[] =>
  markets.filter((market) => market[product] === 1);

/** The market that an address means: by its id, else BTC/USDT, else the first there is. */
export function marketFor(
  markets: readonly Quotation[] | undefined,
  product: Product,
  id: number | undefined,
): Quotation | undefined {
  const traded = offered(markets ?? [], product);
  return (
    traded.find((market) => market.id === id) ??
    traded.find((market) => symbolOf(market) === 'BTC/USDT') ??
    traded[0]
  );
}
