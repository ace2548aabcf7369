import { amount, price, rate } from '@karat/money';
import { decimalsOf } from '../../lib/markets.ts';
import type { Quotation } from '../../lib/markets.ts';
import type { Terms } from './ticket/form.ts';

export const symbolOf = (market: Pick<Quotation, 'currency_name' | 'legal_name'>): string =>
  `${market.currency_name}/${market.legal_name}`;

export const termsOf = (market: Quotation): Terms => ({
  tick: price(market.tick),
  lot: amount(market.lot),
  minNotional: amount(market.min_notional),
  band: rate(market.band),
  makerFee: rate(market.maker_fee),
  takerFee: rate(market.taker_fee),
});

export const tickDecimals = (market: Pick<Quotation, 'tick'>): number => decimalsOf(market.tick);
export const lotDecimals = (market: Pick<Quotation, 'lot'>): number => decimalsOf(market.lot);

/** Products of a market, by wire name. */
type Product = 'open_coin_trade' | 'open_lever' | 'open_microtrade';

/** Markets that offer a product. */
export const offered = (markets: readonly Quotation[], product: Product): readonly Quotation[] =>
  markets.filter((market) => market[product] === 1);

/** The market of an address: undefined for an id that the product does not offer; without an id BTC/USDT, otherwise the first. */
export function marketFor(
  markets: readonly Quotation[] | undefined,
  product: Product,
  id: number | undefined,
): Quotation | undefined {
  const traded = offered(markets ?? [], product);
  if (id !== undefined) return traded.find((market) => market.id === id);
  return traded.find((market) => symbolOf(market) === 'BTC/USDT') ?? traded[0];
}
