import type { CurrencyId, MarketId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { Currency } from '@karat/domains/ledger';
import { pricesAt } from '@karat/domains/market';
import { UNIT, price } from '@karat/money';
import type { Price, Rate } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import type { PortfolioPrices, PriceRequest } from './deps.ts';

/** What the prices of portfolios are made of. */
export interface PriceSources {
  /** The market of a currency against USDT. */
  readonly marketOf: (currency: CurrencyId) => MarketId | undefined;
  /** Prices now, fiat by its stored rate. */
  readonly now: (queries: Queries) => Promise<(currency: Currency) => Price | undefined>;
  readonly change24h: (market: MarketId) => Rate | undefined;
}

const ONE = price(UNIT);

/** Prices from index ticks and candles. A fiat currency has no history: its stored rate stands for every time. */
export function createPortfolioPrices(
  { marketOf, now, change24h }: PriceSources,
  currencies: (queries: Queries) => Promise<readonly Currency[]>,
): PortfolioPrices {
  const read =
    (prefer: 'ticks' | 'candles') =>
    async (queries: Queries, requests: readonly PriceRequest[]): Promise<(Price | undefined)[]> => {
      if (requests.length === 0) return [];
      const markets = requests.map(({ currency }) => marketOf(currency));
      const points = requests.flatMap(({ at }, index) => {
        const marketId = markets[index];
        return marketId === undefined ? [] : [{ marketId, second: Math.floor(at / 1_000) }];
      });
      const found = (await pricesAt(queries, points, prefer)).values();
      const byId = new Map((await currencies(queries)).map((currency) => [currency.id, currency]));
      const priceOf = await now(queries);
      return requests.map(({ currency }, index) => {
        if (currency === USDT) return ONE;
        if (markets[index] !== undefined) return found.next().value;
        const unlisted = byId.get(currency);
        return unlisted?.kind === 'fiat' ? priceOf(unlisted) : undefined;
      });
    };
  return {
    now,
    past: read('ticks'),
    closing: read('candles'),
    change24h(currency) {
      const market = marketOf(currency);
      return market === undefined ? undefined : change24h(market);
    },
  };
}
