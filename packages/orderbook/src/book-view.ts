import { NO_ASK, NO_BID } from './codes.ts';
import type { Side } from './codes.ts';
import { ORDER_RECORD } from './order-pool.ts';
import type { RestingOrders } from './resting-orders.ts';

/** A resting order. */
export interface RestingOrder {
  readonly id: number;
  readonly owner: number;
  readonly side: Side;
  /** Ticks. */
  readonly price: number;
  /** Remaining lots. */
  readonly quantity: number;
}

/** One price of the depth. */
export interface DepthLevel {
  /** Ticks. */
  readonly price: number;
  /** Lots resting at the price. */
  readonly quantity: number;
}

/** The best `levelsMax` prices of a side, best first. */
export function depthOf(resting: RestingOrders, side: Side, levelsMax: number): DepthLevel[] {
  const levels: DepthLevel[] = [];
  let price = resting.best(side);
  while (price !== NO_BID && price !== NO_ASK && levels.length < levelsMax) {
    const level = resting.ladder.levelOf(price);
    levels.push({ price, quantity: resting.ladder.total(level) });
    price = resting.nextPrice(side, level);
  }
  return levels;
}

/** The orders of one side in priority order. The book must not change while it is walked. */
export function* ordersOf(resting: RestingOrders, side: Side): Generator<RestingOrder> {
  const { ladder } = resting;
  let price = resting.best(side);
  while (price !== NO_BID && price !== NO_ASK) {
    const level = ladder.levelOf(price);
    for (let slot = ladder.head(level); slot !== ORDER_RECORD.none; slot = resting.next(slot)) {
      yield orderAt(resting, slot);
    }
    price = resting.nextPrice(side, level);
  }
}

/** The order in a slot that is in use. */
export function orderAt(resting: RestingOrders, slot: number): RestingOrder {
  const { ladder } = resting;
  return {
    id: resting.id(slot),
    owner: resting.ownerBits(slot) >>> 0,
    side: resting.side(slot),
    price: ladder.priceOf(resting.level(slot)),
    quantity: resting.quantity(slot),
  };
}
