import { tradedContracts } from '@karat/domains/contracts';
import { creditedDeposits } from '@karat/domains/deposits';
import { paidPurchases } from '@karat/domains/fiat';
import { HOUSE_ID_MAX, firstRegistration, registrationsIn } from '@karat/domains/identity';
import { createDailyFigures } from '@karat/domains/operators';
import type { DailyDeps, DailyFigures } from '@karat/domains/operators';
import { tradedOptions } from '@karat/domains/options';
import { tradedFills } from '@karat/domains/spot';
import { paidWithdrawals } from '@karat/domains/withdrawals';
import type { CoreServices } from './core-services.ts';
import type { Money } from './money.ts';
import { createPastPrices } from './portfolio.ts';
import type { Prices } from './prices.ts';

/** Fills of the order books: shares are a product of their own. */
export const tradedSpot =
  ({
    instruments,
  }: {
    readonly instruments: Pick<Prices['market']['instruments'], 'need'>;
  }): DailyDeps['trades'][number] =>
  async (db, range) => {
    const { markets, traders } = await tradedFills(db, range);
    return {
      turnover: markets.map(({ marketId, volume, fees }) => {
        const { kind, quote } = instruments.need(marketId);
        return { product: kind === 'stock' ? 'stocks' : 'spot', currency: quote, volume, fees };
      }),
      traders,
    };
  };

/** Figures of the exchange by day, from the rows of the products. */
export function createDaily(parts: CoreServices & Prices & Pick<Money, 'wallet'>): DailyFigures {
  const { ctx, ledger, market } = parts;
  const prices = createPastPrices(parts);
  return createDailyFigures({
    ctx,
    houseIdMax: HOUSE_ID_MAX,
    trades: [tradedSpot(market), tradedContracts, tradedOptions],
    deposits: [creditedDeposits, paidPurchases],
    withdrawals: paidWithdrawals,
    registrations: registrationsIn,
    firstRegistration,
    pricesAt: (db, currencies, at) =>
      prices.past(
        db,
        currencies.map((currency) => ({ currency, at })),
      ),
    currencies: (db) => ledger.currencies(db),
  });
}
