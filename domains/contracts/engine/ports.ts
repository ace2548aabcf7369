import type { CurrencyId, MarketId, NoticesOf, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { IndexPrice, Market, MarketState } from '@karat/domains/market';
import type { Amount, Price, Rate } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { PositionEvent } from '../position-events.ts';

/** What contracts need of the market. */
export interface MarketPort {
  all(): readonly Market[];
  find(id: MarketId): Market | undefined;
  byPair(base: CurrencyId, quote: CurrencyId): Market | undefined;
  state(id: MarketId): MarketState;
  index(id: MarketId): IndexPrice | undefined;
  /** Returns the last stored tick at or before a second (unix s). */
  tickAt(queries: Queries, id: MarketId, second: number): Promise<{ price: Price; time: number } | undefined>;
}

export interface UserNotification {
  readonly user: UserId;
  readonly kind: NoticesOf<'contracts'>;
  readonly values: Readonly<Record<string, string>>;
  readonly key: string;
}

export interface ContractsDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly market: MarketPort;
  /** Verification level of a user; it limits the leverage. */
  readonly levelOf: (queries: Queries, user: UserId) => Promise<number>;
  /** Fee discount and highest leverage of a user's VIP level, from memory; without it neither applies. */
  readonly vipTerms?: (user: UserId) => { readonly feeDiscount: Rate; readonly multipleMax: number };
  /** Stores notifications in the transaction of their cause. */
  readonly notify: (tx: Tx, notices: readonly UserNotification[]) => Promise<void>;
  /** Stores receipts in the transaction of the settlement that they prove. */
  readonly prove?: (tx: Tx, events: readonly PositionEvent[]) => Promise<void>;
  /** Maximum time until a caller gets a reply, ms. */
  readonly replyMsMax?: number;
  /** Number of the newest receipt for each of a user's positions that has one. */
  readonly receiptsOf?: (
    queries: Queries,
    user: UserId,
    positions: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>;
}

/** Called inside the transaction of position events; its writes commit with them. */
export type PositionEventsListener = (tx: Tx, events: readonly PositionEvent[]) => Promise<void>;

/** Balances of the house as a batch sees them. */
export interface HouseFunds {
  readonly pool: Amount;
  readonly insurance: Amount;
}
