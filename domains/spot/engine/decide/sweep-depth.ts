import { MAX_QUANTITY, Side as BookSide, opposite } from '@karat/orderbook';
import type { OrderBook } from '@karat/orderbook';

/** Liquidity that a taker would find. */
export interface DepthSweep {
  readonly lots: number;
  /** Ticks x lots. */
  readonly notional: number;
  /** Last price in ticks that it reaches; 0 if it finds nothing. */
  readonly worstTicks: number;
  /** The book ended, or its prices exceeded the limit, before the taker was filled. */
  readonly exhausted: boolean;
}

export interface DepthSweepLimits {
  /** Worst price in ticks. */
  readonly cap: number;
  readonly lots?: number;
  /** Maximum ticks x lots. */
  readonly budget?: number;
}

const FIRST_LEVELS = 16;

/**
 * Walks the opposite side as a taker would, up to a worst price, a quantity and a budget; ends at the first price at
 * which the rest of the budget is less than one lot. Changes nothing.
 */
export function sweepDepth(book: OrderBook, side: BookSide, limits: DepthSweepLimits): DepthSweep {
  const { cap, lots: lotsMax = MAX_QUANTITY, budget = MAX_QUANTITY } = limits;
  for (let levels = FIRST_LEVELS; ; levels *= 8) {
    const depth = book.depth(opposite(side), levels);
    let lots = 0;
    let notional = 0;
    let worst = 0;
    let exhausted = depth.length < levels;
    let ended = exhausted;
    for (const level of depth) {
      const beyond = side === BookSide.Buy ? level.price > cap : level.price < cap;
      const affordable = Math.floor((budget - notional) / level.price);
      const taken = beyond ? 0 : Math.min(level.quantity, lotsMax - lots, affordable);
      if (taken > 0) {
        lots += taken;
        notional += taken * level.price;
        worst = level.price;
      }
      if (taken === level.quantity && lots < lotsMax) continue;
      exhausted = beyond;
      ended = true;
      break;
    }
    if (ended) return { lots, notional, worstTicks: worst, exhausted };
  }
}
