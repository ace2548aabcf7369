import type { CurrencyId, MarketId } from '@karat/contract';
import { USDT } from '@karat/domains/ledger';
import type { MarketData } from '@karat/domains/market';
import { createMovementFees, createPortfolio, createPortfolioPrices } from '@karat/domains/portfolio';
import type { Portfolio, PortfolioPrices } from '@karat/domains/portfolio';
import { kindName, valuation } from '@karat/domains/wallet';
import { minus, ratioDown } from '@karat/money';
import type { CoreServices } from './core-services.ts';
import type { Money } from './money.ts';
import type { Prices } from './prices.ts';

type PriceParts = Pick<CoreServices, 'ledger'> & Prices & Pick<Money, 'wallet'>;

/** Returns the market that prices a currency in USDT by outside sources. */
export const marketOf = (
  instruments: Pick<MarketData['instruments'], 'all'>,
  currency: CurrencyId,
): MarketId | undefined =>
  instruments
    .all()
    .find(({ base, quote, pricing }) => pricing === 'sources' && base === currency && quote === USDT)?.id;

/** Returns the change of a price in 24 hours as a part of the price before; undefined without one. */
export function change24h({ inside }: Pick<MarketData, 'inside'>, id: MarketId) {
  const figures = inside.candles.figures(id);
  return figures && ratioDown(minus(figures.price, figures.open), figures.open);
}

/** Prices in USDT, now and in the past. */
export function createPastPrices({ ledger, market, wallet }: PriceParts): PortfolioPrices {
  const { instruments } = market;
  return createPortfolioPrices(
    {
      marketOf: (currency) => marketOf(instruments, currency),
      now: async (queries) => valuation(market.prices, await wallet.rates.current(queries)),
      change24h: (id) => change24h(market, id),
    },
    (queries) => ledger.currencies(queries),
  );
}

/** Cost basis, profit and loss, statements and tax exports. */
export function createPortfolios(parts: CoreServices & PriceParts): Portfolio {
  const { ctx, ledger, market } = parts;
  return createPortfolio({
    ctx,
    ledger,
    prices: createPastPrices(parts),
    fees: createMovementFees((id) => market.instruments.need(id)),
    kindName,
  });
}
