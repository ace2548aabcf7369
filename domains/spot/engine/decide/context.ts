import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import { rate } from '@karat/money';
import type { Rate } from '@karat/money';
import type { Context } from '@karat/platform/context';
import { discountedRate } from '@karat/rules';
import type { Markets } from '../../types.ts';
import type { PlacingContext } from './place.ts';
import type { BatchTimes } from '../persist/pipeline.ts';
import type { BatchPlan } from './plan.ts';

/** Dependencies of the engine; all of them read memory. */
export interface EnginePorts {
  readonly markets: Markets;
  /** Discount on a user's fees by the VIP level, 0.1 is 10 % off; without it the market's rates apply to all. */
  readonly feeDiscount?: (userId: UserId) => Rate;
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
  /** Called for each committed batch, for metrics. */
  readonly onTimes?: (times: BatchTimes) => void;
  /** Maximum number of commands per batch. */
  readonly batchMax?: number;
  /** Maximum number of queued commands; beyond it they are refused `busy`. */
  readonly queueMax?: number;
  /** How long a start waits for another engine to release the lease. */
  readonly leaseWaitMs?: number;
}

const NO_DISCOUNT = rate(0n);
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
      const { makerFee, takerFee } = markets.get(book.market.id) ?? book.market;
      const discount = ports.feeDiscount?.(userId) ?? NO_DISCOUNT;
      return { maker: discountedRate(makerFee, discount), taker: discountedRate(takerFee, discount) };
    },
    checkOpen(userId, book, more) {
      if ((book.openOrders.get(userId) ?? 0) + more > openOrdersMax) {
        refuse('too_many_open_orders', { max: openOrdersMax });
      }
      if (book.stops.size + more > STOPS_MAX) refuse('busy');
    },
  };
}
