declare const kind: unique symbol;
type Id<Name extends string> = number & { readonly [kind]: Name };

/** A user's UID, from 100001 up. */
export type UserId = Id<'UserId'>;
export type OperatorId = Id<'OperatorId'>;
/** BTC 1, ETH 2, USDT 3, USDC 45; a market's `legal_id` is its quote currency. */
export type CurrencyId = Id<'CurrencyId'>;
/** A market's id, `match_id` on the wire. */
export type MarketId = Id<'MarketId'>;
export type OrderId = Id<'OrderId'>;
export type SessionId = Id<'SessionId'>;

export const userId = (id: number): UserId => id as UserId;
export const operatorId = (id: number): OperatorId => id as OperatorId;
export const currencyId = (id: number): CurrencyId => id as CurrencyId;
export const marketId = (id: number): MarketId => id as MarketId;
export const orderId = (id: number): OrderId => id as OrderId;
export const sessionId = (id: number): SessionId => id as SessionId;
