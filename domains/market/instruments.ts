import { refuse } from '@karat/contract';
import type { CurrencyId, MarketId } from '@karat/contract';
import { isStockSession } from './calendar.ts';
import type { Market, MarketState } from './types.ts';

/** The instruments in memory; rows are the source of truth, `replace` follows a commit. */
export interface Instruments {
  all(): readonly Market[];
  find(id: MarketId): Market | undefined;
  /** Refuses `market_unknown`. */
  need(id: MarketId): Market;
  /** By `BTC/USDT`. */
  bySymbol(symbol: string): Market | undefined;
  byPair(base: CurrencyId, quote: CurrencyId): Market | undefined;
  replace(market: Market): void;
}

export function createInstruments(rows: readonly Market[]): Instruments {
  const byId = new Map(rows.map((market) => [market.id, market]));
  let all: readonly Market[] = [...byId.values()];
  const find = (id: MarketId): Market | undefined => byId.get(id);
  return {
    all: () => all,
    find,
    need: (id) => find(id) ?? refuse('market_unknown'),
    bySymbol: (symbol) => all.find((market) => market.symbol === symbol),
    byPair: (base, quote) => all.find((market) => market.base === base && market.quote === quote),
    replace(market) {
      byId.set(market.id, market);
      all = [...byId.values()];
    },
  };
}

/** Whether an instrument's trading hours include a time (unix ms): coins always, stocks by the calendar. */
export const inSession = (market: Market, at: number): boolean =>
  market.kind === 'coin' || isStockSession(at);

/** State at a time: operators' setting first, then the calendar; without any price source a market is halted. */
export function stateAt(market: Market, at: number, priced: boolean): MarketState {
  if (market.state === 'halted' || !priced) return 'halted';
  if (!inSession(market, at)) return 'closed';
  return market.state;
}
