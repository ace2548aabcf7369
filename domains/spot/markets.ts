import { refuse } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { Market, MarketData } from '@karat/domains/market';
import type { Queries } from '@karat/platform/db';
import type { Markets, SpotMarket } from './types.ts';

/** The engine's markets as the market domain stores them, with the decimals of their currencies. */
export async function marketsOf(data: MarketData, ledger: Ledger, queries: Queries): Promise<Markets> {
  const decimals = new Map(
    (await ledger.currencies(queries)).map((currency) => [currency.id, currency.decimals]),
  );
  // A market is replaced as a whole when it changes, so each is read once.
  const seen = new WeakMap<Market, SpotMarket>();
  const read = (market: Market): SpotMarket => {
    let spot = seen.get(market);
    if (!spot) {
      const baseDecimals = decimals.get(market.base) ?? refuse('currency_unknown');
      const quoteDecimals = decimals.get(market.quote) ?? refuse('currency_unknown');
      spot = { ...market, baseDecimals, quoteDecimals };
      seen.set(market, spot);
    }
    return spot;
  };
  const { instruments } = data;
  return {
    all: () => instruments.all().map(read),
    get(id) {
      const market = instruments.find(id);
      return market && read(market);
    },
    state: (id) => (instruments.find(id)?.openCoinTrade === true ? data.state(id) : 'halted'),
    index: (id) => data.index(id),
  };
}
