/** Spot trading: durable order books with limit, market, stop and OCO orders. */
export { spotRecords } from './records.ts';
export { spotEndedOrders, spotOpenOrders, spotTrades } from './user-records.ts';
export { createSpot } from './create.ts';
export type { Spot, SpotDeps, Trading } from './create.ts';
export { LeaseHeld, awaitFreeLease } from './engine/recovery/lease.ts';
export { spotChannels } from './channels.ts';
export { spotHandlers } from './http.ts';
export { tradedFills } from './daily.ts';
export { feesOfFills, fillFeesAt, fillFeesOf } from './fees.ts';
export type { DailyFees, FeeRange, FillFee } from './fees.ts';
export { FEES as SPOT_FEES } from './settlement.ts';
export { marketsOf } from './markets.ts';
export { spotMessages } from './messages.ts';
export { depthChanged, ordersChanged } from './topics.ts';
export type { DepthChange } from './topics.ts';
export { fillView, meanPrice, orderView } from './view.ts';
export type { FillView, OrderView } from './view.ts';
export { readOrder, usersWithOrders } from './store.ts';
export { OrderLocation, Status } from './types.ts';
export type {
  EndReason,
  FeeRates,
  Fill,
  Markets,
  MarketState,
  Order,
  PlaceInput,
  Side,
  SpotMarket,
} from './types.ts';
