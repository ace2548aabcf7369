import { USDT } from '@karat/domains/ledger';
import { createMovementFees, createPortfolio, createPortfolioPrices } from '@karat/domains/portfolio';
import type { Portfolio, PortfolioPrices } from '@karat/domains/portfolio';
import { kindName, valuation } from '@karat/domains/wallet';
import { minus, ratioDown } from '@karat/money';
import type { CoreServices } from './core-services.ts';
import type { Money } from './money.ts';
import type { Prices } from './prices.ts';

type PriceParts = Pick<CoreServices, 'ledger'> & Prices & Pick<Money, 'wallet'>;

/** Prices in USDT, now and in the past. */
export function createPastPrices({ ledger, market, wallet }: PriceParts): PortfolioPrices {
  const { instruments } = market;
  return createPortfolioPrices(
    {
      marketOf: (currency) =>
        instruments
          .all()
          .find(({ base, quote, pricing }) => pricing === 'sources' && base === currency && quote === USDT)
          ?.id,
      now: async (queries) => valuation(market.prices, await wallet.rates.current(queries)),
      change24h(id) {
        const figures = market.inside.candles.figures(id);
        return figures && ratioDown(minus(figures.price, figures.open), figures.open);
      },
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
