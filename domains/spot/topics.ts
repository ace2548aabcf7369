import type { MarketId } from '@karat/contract';
import type { Amount, Price } from '@karat/money';
import { topic } from '@karat/platform/bus';
import type { Order } from './types.ts';

/** Orders after one batch has committed: new and changed ones. */
export const ordersChanged = topic<readonly Order[]>('spot.orders_changed');

export interface DepthChange {
  readonly marketId: MarketId;
  /** Price and present resting quantity; 0 if nothing rests. */
  readonly bids: readonly (readonly [Price, Amount])[];
  readonly asks: readonly (readonly [Price, Amount])[];
}

/** Levels of one book that a batch has changed. */
export const depthChanged = topic<DepthChange>('spot.depth_changed');
