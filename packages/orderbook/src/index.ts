export { MAX_OWNER, MAX_PRICE, MAX_QUANTITY, opposite, Outcome, Reason, Side, TimeInForce } from './codes.ts';
export { OrderBook } from './order-book.ts';
export type { OrderBookOptions } from './order-book.ts';
export type { DepthLevel, RestingOrder } from './book-view.ts';
export type { Fill, FillLog } from './fill-log.ts';
export type { CommandResult } from './command-result.ts';
export { TriggerBook, TriggerDirection } from './trigger-book.ts';
export type { Stop, Triggered, TriggerSnapshot } from './trigger-book.ts';
