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

/** What a market's contracts are counted in, and where an order would fill now. */
export interface CopyTerms {
  readonly symbol: string;
  readonly lotStep: Amount;
  readonly minLots: Amount;
  readonly maxLots: Amount;
  /** Price at which a side would open now; undefined while nothing opens. */
  price(side: PositionSide): Price | undefined;
  /** Margin of so many lots at a price. */
  margin(lots: Amount, price: Price, multiple: number): Amount;
}

/** What copy trading reads of contracts, beside opening and closing for many. */
export interface Copying {
  readonly terms: (market: MarketId) => CopyTerms | undefined;
  /** A copy is its follower's own from now on; answers its margin. Refuses `position_not_open`. */
  readonly makeOwn: (tx: Tx, user: UserId, position: number) => Promise<Amount>;
  /** Lots and unrealised profit of those positions that are open, where there is an index. */
  standing(
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

export function copyingOf({ inside: { deps, engine } }: Contracts): Copying {
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
    async standing(queries, positions) {
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
