import { refuse } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { Context } from '@karat/platform/context';
import type { FeeRates, Markets } from '../../types.ts';
import type { PlacingContext } from './place.ts';
import type { BatchPlan } from './plan.ts';

/** Dependencies of the engine; all of them read memory. */
export interface EnginePorts {
  readonly markets: Markets;
  /** Fee rates by the user's level; without it the market's own rates apply to all. */
  readonly feeRates?: (userId: UserId, marketId: MarketId) => FeeRates | undefined;
  /** Whether an account is a house account. */
  readonly isHouse?: (userId: UserId) => boolean;
  /** Whether a user's orders have a subscriber; without it all orders are published. */
  readonly isWatched?: (userId: UserId) => boolean;
  /** Maximum number of open orders per user and market. */
  readonly openOrdersMax?: number;
}

export interface EngineDeps extends EnginePorts {
  readonly ctx: Context;
  readonly ledger: Ledger;
  /** Called for each batch after its commit, before any caller gets a reply. */
  readonly onCommit: (plan: BatchPlan) => void;
  /** Maximum number of commands per batch. */
  readonly batchMax?: number;
  /** Maximum number of queued commands; beyond it they are refused `busy`. */
  readonly queueMax?: number;
  /** How long a start waits for another engine to release the lease. */
  readonly leaseWaitMs?: number;
}

const OPEN_ORDERS_MAX = 200;
/** Capacity of the trigger book; beyond it new stops are refused. */
const STOPS_MAX = 1 << 19;

export function createPlacingContext(ports: EnginePorts): PlacingContext {
  const { markets, openOrdersMax = OPEN_ORDERS_MAX } = ports;
  return {
    market: (book) => markets.get(book.market.id) ?? book.market,
    state: (book) => markets.state(book.market.id),
    index: (book) => markets.index(book.market.id),
    isHouse: (userId) => ports.isHouse?.(userId) ?? false,
    isWatched: (userId) => ports.isWatched?.(userId) ?? true,
    feeRates(userId, book) {
      const own = ports.feeRates?.(userId, book.market.id);
      if (own) return own;
      const { makerFee, takerFee } = markets.get(book.market.id) ?? book.market;
      return { maker: makerFee, taker: takerFee };
    },
    checkOpen(userId, book, more) {
      if ((book.openOrders.get(userId) ?? 0) + more > openOrdersMax) {
        refuse('too_many_open_orders', { max: openOrdersMax });
      }
      if (book.stops.size + more > STOPS_MAX) refuse('busy');
    },
  };
}
