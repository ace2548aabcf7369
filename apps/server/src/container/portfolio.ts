import { USDT } from '@karat/domains/ledger';
import { createMovementFees, createPortfolio, createPortfolioPrices } from '@karat/domains/portfolio';
import type { Portfolio } from '@karat/domains/portfolio';
import { kindName, valuation } from '@karat/domains/wallet';
import { minus, ratioDown } from '@karat/money';
import type { CoreServices } from './core-services.ts';
import type { Money } from './money.ts';
import type { Prices } from './prices.ts';

/** Cost basis, profit and loss, statements and tax exports. */
export function createPortfolios({
  ctx,
  ledger,
  market,
  wallet,
}: CoreServices & Prices & Pick<Money, 'wallet'>): Portfolio {
  const { instruments } = market;
  const prices = createPortfolioPrices(
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
  return createPortfolio({
    ctx,
    ledger,
    prices,
    fees: createMovementFees((id) => instruments.need(id)),
    kindName,
  });
}
