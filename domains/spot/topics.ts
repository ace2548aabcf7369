import type { MarketId } from '@karat/contract';
import type { Amount, Price } from '@karat/money';
import { topic } from '@karat/platform/bus';
import type { Order } from './types.ts';

/** Orders as one batch has left them, after its commit: new ones and those that were changed. */
export const ordersChanged = topic<readonly Order[]>('spot.orders_changed');

export interface DepthChange {
  readonly marketId: MarketId;
  /** Price and what rests there now; 0 when nothing does. */
  readonly bids: readonly (readonly [Price, Amount])[];
  readonly asks: readonly (readonly [Price, Amount])[];
}

/** Levels of one book that a batch has changed. */
export const depthChanged = topic<DepthChange>('spot.depth_changed');
