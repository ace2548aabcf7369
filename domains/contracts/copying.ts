import { refuse } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import { amount } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import { contractMargin, contractQuantity, openingPrice } from '@karat/rules';
import type { PositionSide } from '@karat/rules';
import type { Contracts } from './create.ts';
import { unrealisedAmount } from './margin-account.ts';
import { closedTrades, closedPage, makeOwn, openAmong } from './copying-store.ts';
import type { ClosedPosition, ClosedTrade } from './copying-store.ts';

/** Lot size of a market's contracts and the price at which an order would fill now. */
export interface CopyTerms {
  readonly symbol: string;
  readonly lotStep: Amount;
  readonly minLots: Amount;
  readonly maxLots: Amount;
  /** Opening price of a side now; undefined while the market opens nothing. */
  price(side: PositionSide): Price | undefined;
  /** Margin of a number of lots at a price. */
  margin(lots: Amount, price: Price, multiple: number): Amount;
}

/** Reads of contracts for copy trading, besides opening and closing for many. */
export interface CopyTradingPort {
  readonly terms: (market: MarketId) => CopyTerms | undefined;
  /** Converts a copy into the follower's own position and returns its margin. Refuses `position_not_open`. */
  readonly makeOwn: (tx: Tx, user: UserId, position: number) => Promise<Amount>;
  /** Lots and unrealised profit of the given positions that are open and have an index. */
  openPositions(
    queries: Queries,
    positions: readonly number[],
  ): Promise<ReadonlyMap<number, { readonly lots: Amount; readonly unrealised: Amount }>>;
  readonly closedTrades: (queries: Queries, user: UserId) => Promise<ClosedTrade[]>;
  readonly history: (
    queries: Queries,
    user: UserId,
    page: { readonly page: number; readonly limit: number },
  ) => Promise<{ rows: ClosedPosition[]; total: number }>;
}

export function createCopyTradingPort({ inside: { deps, engine } }: Contracts): CopyTradingPort {
  const { market: markets } = deps;
  return {
    terms(id) {
      const [market, contract] = [markets.find(id), engine.contract(id)];
      if (!market || !contract) return undefined;
      const { terms } = market;
      return {
        symbol: market.symbol,
        lotStep: contract.lotStep,
        minLots: terms.minShare,
        maxLots: terms.maxShare,
        price(side) {
          const mark = engine.mark(id);
          return mark && !engine.isStale(id) ? openingPrice(side, mark.index, terms.spread) : undefined;
        },
        margin: (lots, price, multiple) =>
          contractMargin(contractQuantity(lots, terms.shareNum), price, multiple),
      };
    },
    makeOwn: async (tx, user, position) => (await makeOwn(tx, user, position)) ?? refuse('position_not_open'),
    async openPositions(queries, positions) {
      const open = await openAmong(queries, positions);
      return new Map(
        open.map((position) => {
          const mark = engine.mark(position.marketId);
          const unrealised = mark ? unrealisedAmount(position, mark.index) : amount('0');
          return [position.id, { lots: position.lots, unrealised }];
        }),
      );
    },
    closedTrades,
    history: (queries, user, page) =>
      closedPage(queries, user, page, (id) => markets.find(id)?.symbol ?? String(id)),
  };
}
