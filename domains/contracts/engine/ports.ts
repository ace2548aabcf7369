import type { CurrencyId, MarketId, NoticesOf, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { IndexPrice, Market, MarketState } from '@karat/domains/market';
import type { Amount, Price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { PositionEvent } from '../margin-account.ts';

/** What contracts ask of the market. */
export interface MarketPort {
  all(): readonly Market[];
  find(id: MarketId): Market | undefined;
  byPair(base: CurrencyId, quote: CurrencyId): Market | undefined;
  state(id: MarketId): MarketState;
  index(id: MarketId): IndexPrice | undefined;
  /** The last tick at or before a second (unix s), if one is kept. */
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
  /** Verification level of a user, for the highest leverage. */
  readonly levelOf: (queries: Queries, user: UserId) => Promise<number>;
  /** Keeps notices in the transaction of what they are about. */
  readonly tell: (tx: Tx, notices: readonly UserNotification[]) => Promise<void>;
  /** Leaves receipts in the transaction of what they prove. */
  readonly prove?: (tx: Tx, events: readonly PositionEvent[]) => Promise<void>;
  /** A caller is answered within this time, ms. */
  readonly answerMsMax?: number;
  /** Number of the newest receipt of each of a user's positions that has one. */
  readonly receiptsOf?: (
    queries: Queries,
    user: UserId,
    positions: readonly number[],
  ) => Promise<ReadonlyMap<number, string>>;
}

/** Told inside the transaction of deeds; what it writes becomes true together with them. */
export type PositionEventsListener = (tx: Tx, events: readonly PositionEvent[]) => Promise<void>;

/** Balances of the house as a batch sees them. */
export interface HouseFunds {
  readonly pool: Amount;
  readonly insurance: Amount;
}
