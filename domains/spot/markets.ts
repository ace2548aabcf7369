import type { CurrencyId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { Market, MarketData } from '@karat/domains/market';
import type { Queries } from '@karat/platform/db';
import type { Markets, SpotMarket } from './types.ts';

/** The engine's markets as the market domain stores them, with the decimals of their currencies. */
export async function marketsOf(data: MarketData, ledger: Ledger, queries: Queries): Promise<Markets> {
  const decimals = new Map<CurrencyId, number>();
  // A market is replaced as a whole when it changes, so each is read once.
  const seen = new WeakMap<Market, SpotMarket>();
  const read = (market: Market): SpotMarket | undefined => {
    const known = seen.get(market);
    if (known) return known;
    const baseDecimals = decimals.get(market.base);
    const quoteDecimals = decimals.get(market.quote);
    // A market listed a moment ago has no decimals before `load`.
    if (baseDecimals === undefined || quoteDecimals === undefined) return undefined;
    const spot = { ...market, baseDecimals, quoteDecimals };
    seen.set(market, spot);
    return spot;
  };
  const { instruments } = data;
  let listed: readonly Market[] = [];
  let all: readonly SpotMarket[] = [];
  const load = async (): Promise<void> => {
    listed = [];
    for (const id of instruments.all().flatMap(({ base, quote }) => [base, quote]))
      if (!decimals.has(id)) decimals.set(id, (await ledger.currency(queries, id)).decimals);
  };
  await load();
  return {
    // Every order asks for the markets: the list is built once for each change of an instrument.
    all() {
      const present = instruments.all();
      if (present !== listed) {
        listed = present;
        all = present.flatMap((market) => read(market) ?? []);
      }
      return all;
    },
    get(id) {
      const market = instruments.find(id);
      return market && read(market);
    },
    state: (id) => (instruments.find(id)?.openCoinTrade === true ? data.state(id) : 'halted'),
    index: (id) => data.index(id),
    load,
  };
}
