/** Sides of the book. `Side` values index typed arrays, so they are 0 and 1. */
export const Side = { Buy: 0, Sell: 1 } as const;
export type Side = (typeof Side)[keyof typeof Side];

/** Time in force of a limit order; market orders are always immediate. */
export const TimeInForce = {
  /** Takes crossing orders, the rest stays in the book until cancelled. */
  GoodTillCancelled: 0,
  /** Takes crossing orders, the rest is cancelled. */
  ImmediateOrCancel: 1,
  /** Takes all of its quantity at once or nothing at all. */
  FillOrKill: 2,
  /** Never takes: refused when it would cross, otherwise rests. */
  PostOnly: 3,
} as const;
export type TimeInForce = (typeof TimeInForce)[keyof typeof TimeInForce];

/** The result of a command. */
export const Outcome = {
  /** Nothing changed; `reason` says why. */
  Refused: 0,
  /** A new order rests whole. */
  Resting: 1,
  /** A new order was filled in part and its rest is in the book. */
  PartlyFilledResting: 2,
  /** A new order was filled whole (for a quote amount: nothing more fits the budget). */
  Filled: 3,
  /** A new order was filled in part and its rest cancelled; `reason` says why. */
  PartlyFilledCancelled: 4,
  /** Nothing was filled and nothing rests: a cancelled order, or a taker without liquidity. */
  Cancelled: 5,
  /** A resting order was reduced and kept its priority. */
  Reduced: 6,
} as const;
export type Outcome = (typeof Outcome)[keyof typeof Outcome];

/** Why a command was refused, or why the rest of an order was cancelled. */
export const Reason = {
  None: 0,
  /** The id is not a whole number in 1..2^53-1. */
  InvalidId: 1,
  /** An order of this id rests in the book already. */
  DuplicateId: 2,
  /** The owner is not a whole number in 0..2^32-1. */
  InvalidOwner: 3,
  /** The price is not a whole number of ticks in 1..MAX_PRICE. */
  InvalidPrice: 4,
  /** The quantity or budget is not a whole number in 1..2^53-1. */
  InvalidQuantity: 5,
  /** Price x quantity, or the quantity resting on one side, would leave the safe integers. */
  OutOfBounds: 6,
  /** The book has reached its maximum number of orders. */
  BookFull: 7,
  /** A post-only order would have taken. */
  WouldCross: 8,
  /** No order of this id rests in the book. */
  UnknownOrder: 9,
  /** An amendment must reduce the order, and leave some of it. */
  NotReduced: 10,
  /** The opposite side held nothing more within the limit. */
  NoLiquidity: 11,
  /** A fill-or-kill order found less than its quantity. */
  NotFillable: 12,
  /** The order met one of the same owner: the newer is cancelled. */
  SelfTrade: 13,
  /** The rest of the budget does not pay for one lot at the next price. */
  BudgetSpent: 14,
  /** An order for a quote amount reached its quantity limit before its budget. */
  QuantityLimit: 15,
  /** The caller asked for the cancellation. */
  Requested: 16,
} as const;
export type Reason = (typeof Reason)[keyof typeof Reason];

/** Highest price in ticks. A market whose prices exceed it needs a coarser tick. */
export const MAX_PRICE = 2 ** 31 - 2;
/** Highest quantity, budget and price x quantity: all sums stay exact below it. */
export const MAX_QUANTITY = Number.MAX_SAFE_INTEGER;
/** Highest owner number; owners are stored in 32 bits. */
export const MAX_OWNER = 2 ** 32 - 1;

/** "No price" of the buy side: below every bid. */
export const NO_BID = 0;
/** "No price" of the sell side: above every ask. */
export const NO_ASK = MAX_PRICE + 1;

/** The side that an order of `side` trades with. */
export function opposite(side: Side): Side {
  return side === Side.Buy ? Side.Sell : Side.Buy;
}
