import { UNIT, price } from '@karat/money';
import type { Price } from '@karat/money';
import type { CurrencyId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import type { PricePort } from './deps.ts';
import { fiatPrice } from './rules.ts';
import type { FiatRate } from './store.ts';

const ONE = price(UNIT);

/** Value of one unit in USDT for postings: the fresh index only. */
export const freshPrice = (prices: PricePort, id: CurrencyId): Price | undefined =>
  id === USDT ? ONE : prices.inUsdt(id);

/** Value of one unit of a currency in USDT for display: the last index, for fiat the stored rate. Undefined if unknown. */
export function valuation(
  prices: PricePort,
  rates: readonly FiatRate[],
): (currency: Currency) => Price | undefined {
  const fiat = new Map(rates.map(({ code, rate }) => [code, fiatPrice(rate)]));
  return ({ id, kind, code }) => {
    if (id === USDT) return ONE;
    return kind === 'fiat' ? fiat.get(code) : prices.lastInUsdt(id);
  };
}
