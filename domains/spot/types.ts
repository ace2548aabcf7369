import type { CurrencyId, MarketId, OrderId, OrderType, TimeInForce, UserId } from '@karat/contract';
import type { Amount, Price, Rate } from '@karat/money';

export type Side = 'buy' | 'sell';
/** Trading state; `closed` is a stock outside its trading hours. */
export type MarketState = 'open' | 'closed' | 'cancel_only' | 'halted';

/** A market as the engine needs it. Tick and lot do not change while an engine runs. */
export interface SpotMarket {
  readonly id: MarketId;
  /** `BTC/USDT`. */
  readonly symbol: string;
  readonly base: CurrencyId;
  readonly quote: CurrencyId;
  readonly baseName: string;
  readonly quoteName: string;
  /** Decimals of the currencies' smallest units. */
  readonly baseDecimals: number;
  readonly quoteDecimals: number;
  /** Price step. */
  readonly tick: Price;
  /** Quantity step, in base. */
  readonly lot: Amount;
  /** Minimum value of an order, in quote. */
  readonly minNotional: Amount;
  /** Maximum relative distance of a limit price from the index. */
  readonly band: Rate;
  readonly makerFee: Rate;
  readonly takerFee: Rate;
}

export interface FeeRates {
  readonly maker: Rate;
  readonly taker: Rate;
}

/** Source of markets, their state and their index. It reads memory only: the engine calls it for every order. */
export interface Markets {
  all(): readonly SpotMarket[];
  get(id: MarketId): SpotMarket | undefined;
  state(id: MarketId): MarketState;
  index(id: MarketId): { readonly price: Price; readonly stale: boolean } | undefined;
  /** Reads what the engine needs of markets that were listed since the start; then `all` has them. */
  load(): Promise<void>;
}

/** State of an order, as numbered in its column. */
export const OrderLocation = { Ended: 0, Book: 1, Trigger: 2, Opening: 3 } as const;
export type OrderLocation = (typeof OrderLocation)[keyof typeof OrderLocation];

/** Order types, as numbered on the wire. */
export const Status = { Open: 1, Complete: 2, Cancelled: 3, PartlyFilled: 4, Expired: 5 } as const;
export type Status = (typeof Status)[keyof typeof Status];

/** Why an order ended, wholly or in part. */
export type EndReason =
  | 'requested'
  | 'self_trade'
  | 'no_liquidity'
  | 'cannot_fill'
  | 'would_take'
  | 'pair'
  | 'price_outside_band';

/** An order: a row of `spot_orders`. */
export interface Order {
  readonly id: OrderId;
  readonly userId: UserId;
  readonly marketId: MarketId;
  readonly clientKey: string | null;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly price: Price | null;
  readonly stopPrice: Price | null;
  readonly pairId: OrderId | null;
  /** In base; null for a market order by quote amount. */
  readonly quantity: Amount | null;
  readonly quoteBudget: Amount | null;
  readonly filled: Amount;
  readonly filledQuote: Amount;
  /** In the received currency: base for a buy, quote for a sell. */
  readonly fee: Amount;
  /** Held amount: quote for a buy, base for a sell. */
  readonly held: Amount;
  readonly status: Status;
  readonly reason: EndReason | null;
  readonly place: OrderLocation;
  readonly priority: number;
  readonly firstFill: number | null;
  readonly lastFill: number | null;
  /** Unix ms. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A trade with both its sides: a row of `spot_fills`. */
export interface Fill {
  readonly id: number;
  readonly marketId: MarketId;
  readonly price: Price;
  /** In base. */
  readonly quantity: Amount;
  readonly quote: Amount;
  readonly takerSide: Side;
  readonly makerOrder: OrderId;
  readonly takerOrder: OrderId;
  readonly makerUser: UserId;
  readonly takerUser: UserId;
  /** Each in the currency that the side received. */
  readonly makerFee: Amount;
  readonly takerFee: Amount;
  /** Both sides are house accounts. */
  readonly house: boolean;
  /** Unix ms. */
  readonly at: number;
}

/** An order request. Absent fields are absent, not zero. */
export interface PlaceInput {
  readonly marketId: MarketId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce?: TimeInForce | undefined;
  readonly postOnly?: boolean | undefined;
  readonly price?: Price | undefined;
  readonly stopPrice?: Price | undefined;
  /** In base. */
  readonly quantity?: Amount | undefined;
  /** Market orders only: the amount to spend or to receive. */
  readonly quoteAmount?: Amount | undefined;
  /** Market orders only: maximum relative distance of the price from the index, where it is narrower than the market's band. */
  readonly slippage?: Rate | undefined;
  /** Client order id or idempotency key; repeating it returns the same order. */
  readonly clientKey?: string | undefined;
}
