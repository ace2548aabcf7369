import { refuse } from '@karat/contract';
import type { MarketId, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { Context } from '@karat/platform/context';
import type { FeeRates, Markets } from '../../types.ts';
import type { PlacingContext } from './place.ts';
import type { BatchPlan } from './plan.ts';

/** What the engine asks others; everything answers from memory. */
export interface EnginePorts {
  readonly markets: Markets;
  /** By the user's level; without it the market's own rates hold for all. */
  readonly feeRates?: (userId: UserId, marketId: MarketId) => FeeRates | undefined;
  /** Whether an account is the house's own. */
  readonly isHouse?: (userId: UserId) => boolean;
  /** Whether somebody listens to a user's orders; without it everybody is listened to. */
  readonly isWatched?: (userId: UserId) => boolean;
  /** Open orders of one user in one market at most. */
  readonly openOrdersMax?: number;
}

export interface EngineDeps extends EnginePorts {
  readonly ctx: Context;
  readonly ledger: Ledger;
  /** Told of each batch after its commit, before anyone is answered. */
  readonly onCommit: (plan: BatchPlan) => void;
  /** Commands in one batch at most. */
  readonly batchMax?: number;
  /** Commands that may wait; beyond it they are refused `busy`. */
  readonly queueMax?: number;
  /** How long a start waits for another engine to let go. */
  readonly leaseWaitMs?: number;
}

const OPEN_ORDERS_MAX = 200;
/** Room in the trigger book; beyond it new stops are refused. */
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
