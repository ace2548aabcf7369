import { UNIT, price } from '@karat/money';
import type { Price } from '@karat/money';
import type { CurrencyId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import type { PricePort } from './deps.ts';
import { fiatPrice } from './rules.ts';
import type { FiatRate } from './store.ts';

const ONE = price(UNIT);

/** What one unit is worth in USDT when money moves by it: the fresh index only. */
export const freshPrice = (prices: PricePort, id: CurrencyId): Price | undefined =>
  id === USDT ? ONE : prices.inUsdt(id);

/** What one unit of a currency is worth in USDT for showing: the last index, for fiat the kept rate. Undefined if nobody knows. */
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
