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
  /** Coupons for trial margin; without it an order with a coupon is refused. */
  readonly trials?: TrialPort;
  /** Maximum time until a caller gets a reply, ms. */
  readonly replyMsMax?: number;
  /** Number of the newest receipt for each of a user's positions that has one. */
  readonly receiptsOf?: (
    queries: Queries,
    user: UserId,
    positions: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>;
}

/** A coupon that may pay margin and fees of one position. */
export interface TrialCoupon {
  readonly id: number;
  /** False for another kind of coupon. */
  readonly isTrial: boolean;
  /** Neither used nor expired. */
  readonly isUsable: boolean;
  /** Most that the house pays, in USDT. */
  readonly face: Amount;
  readonly multipleMax: number;
  /** Longest holding time of the position. */
  readonly holdMs: number;
  /** Undefined for all markets. */
  readonly markets: readonly MarketId[] | undefined;
}

/** A coupon that a user can use now. */
export interface UsableCoupon extends Pick<
  TrialCoupon,
  'id' | 'face' | 'multipleMax' | 'holdMs' | 'markets'
> {
  /** Unix ms. */
  readonly expiresAt: number;
}

/** Coupons for trial margin; locks and writes run in the transaction of the position. */
export interface TrialPort {
  /** Coupons that a user can use now, the first to expire first, at most 20. */
  usable(queries: Queries, user: UserId): Promise<readonly UsableCoupon[]>;
  /** Locks coupons until the transaction ends, by user; one of another user is left out. */
  lock(
    tx: Tx,
    uses: readonly { readonly userId: UserId; readonly couponId: number }[],
  ): Promise<ReadonlyMap<UserId, TrialCoupon>>;
  /** Stores that coupons are used, by which position, and what the house has paid and got back. */
  write(
    tx: Tx,
    uses: readonly {
      readonly couponId: number;
      readonly positionId: number;
      readonly paid: Amount;
      readonly returned: Amount;
    }[],
  ): Promise<void>;
}

/** Called inside the transaction of position events; its writes commit with them. */
export type PositionEventsListener = (tx: Tx, events: readonly PositionEvent[]) => Promise<void>;

/** Balances of the house as a batch sees them. */
export interface HouseFunds {
  readonly pool: Amount;
  readonly insurance: Amount;
}
