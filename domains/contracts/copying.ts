import { refuse } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import { ZERO } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import type { Queries, Tx } from '@karat/platform/db';
import { contractMargin, contractQuantity, openingPrice } from '@karat/rules';
import type { PositionSide, TraderPosition } from '@karat/rules';
import type { Contracts } from './create.ts';
import { unrealisedAmount } from './margin-account.ts';
import { equityAt, filledPositions, openUntil, openedSince, openingPrices } from './copying-records.ts';
import type { EquityAt, TradedPosition } from './copying-records.ts';
import { closedPage, makeOwn, openAmong } from './copying-store.ts';
import type { ClosedPosition } from './copying-store.ts';

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

/** The public view of an open position. */
export interface OpenPosition {
  readonly id: number;
  readonly marketId: MarketId;
  readonly symbol: string;
  readonly side: PositionSide;
  readonly multiple: number;
  readonly lots: Amount;
  readonly price: Price;
  /** Undefined without an index. */
  readonly unrealised: Amount | undefined;
  readonly openedAt: number;
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
  /** Result of a user at a moment of the past; undefined if the index of an open position is not known. */
  readonly equityAt: (queries: Queries, user: UserId, at: number) => Promise<EquityAt | undefined>;
  readonly filledPositions: (queries: Queries, user: UserId, at: number) => Promise<TraderPosition[]>;
  /** Positions opened since a time, newest first; open ones are valued at the index. */
  readonly openedSince: (
    queries: Queries,
    user: UserId,
    since: number,
    limit: number,
  ) => Promise<TradedPosition[]>;
  readonly openingPrices: typeof openingPrices;
  /** Open positions that were opened until a time, newest first, valued at the index. */
  readonly openUntil: (
    queries: Queries,
    user: UserId,
    until: number,
    limit: number,
  ) => Promise<OpenPosition[]>;
  readonly history: (
    queries: Queries,
    user: UserId,
    page: { readonly page: number; readonly limit: number },
  ) => Promise<{ rows: ClosedPosition[]; total: number }>;
}

export function createCopyTradingPort({ inside: { deps, engine } }: Contracts): CopyTradingPort {
  const { market: markets } = deps;
  // A process without the engine follows the published index.
  const indexOf = (id: MarketId): Price | undefined => engine.mark(id)?.index ?? markets.index(id)?.price;
  const symbolOf = (id: MarketId): string => markets.find(id)?.symbol ?? String(id);
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
          const index = indexOf(position.marketId);
          const unrealised = index === undefined ? ZERO : unrealisedAmount(position, index);
          return [position.id, { lots: position.lots, unrealised }];
        }),
      );
    },
    equityAt,
    filledPositions,
    openingPrices,
    openedSince: (queries, user, since, limit) => openedSince(queries, user, since, limit, indexOf),
    async openUntil(queries, user, until, limit) {
      const rows = await openUntil(queries, user, until, limit);
      return rows.flatMap((position) => {
        const { price, openedAt } = position;
        if (price === undefined || openedAt === undefined) return [];
        const { id, marketId, side, multiple, lots } = position;
        const index = indexOf(marketId);
        const unrealised = index === undefined ? undefined : unrealisedAmount(position, index);
        return [
          { id, marketId, symbol: symbolOf(marketId), side, multiple, lots, price, unrealised, openedAt },
        ];
      });
    },
    history: (queries, user, page) => closedPage(queries, user, page, symbolOf),
  };
}
