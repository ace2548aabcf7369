import type { CloseReason, Code, MarginMode, MarketId, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Lang } from '@karat/i18n';
import type { Amount, Price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { PositionSide, TraderPosition } from '@karat/rules';

export type Side = 'long' | 'short';

/** A position as copy trading needs it. */
export interface CopiedPosition {
  readonly id: number;
  readonly userId: UserId;
  readonly marketId: MarketId;
  readonly side: Side;
  readonly mode: MarginMode;
  readonly multiple: number;
  /** 1 own, 2 copied. */
  readonly orderType: 1 | 2;
  /** The copied position of the trader. */
  readonly source: number | undefined;
  readonly originLots: Amount;
  /** Remaining lots. */
  readonly lots: Amount;
  readonly ended: boolean;
}

/** An event of a position, inside its transaction. */
export type CopiedPositionEvent =
  | {
      readonly kind: 'opened';
      readonly position: CopiedPosition;
      readonly price: Price;
      readonly margin: Amount;
      readonly fee: Amount;
    }
  | {
      readonly kind: 'closed';
      readonly position: CopiedPosition;
      readonly price: Price;
      readonly reason: CloseReason;
      /** Released margin. */
      readonly released: Amount;
      /** The user's gain or loss after fees and the insurance fund's payment, signed. */
      readonly net: Amount;
    }
  | {
      readonly kind: 'overnight';
      readonly position: CopiedPosition;
      readonly paid: Amount;
      readonly fromMargin: Amount;
    }
  | {
      readonly kind: 'margin_changed';
      readonly position: CopiedPosition;
      /** Margin that the owner added, negative if taken back. */
      readonly change: Amount;
    };

/** Lot size of a market's contracts and the price at which an order would fill now. */
export interface ContractTerms {
  readonly symbol: string;
  readonly lotStep: Amount;
  readonly minLots: Amount;
  readonly maxLots: Amount;
  /** Opening price of a side now; undefined while the market opens nothing. */
  price(side: Side): Price | undefined;
  /** Margin of a number of lots at a price. */
  margin(lots: Amount, price: Price, multiple: number): Amount;
}

export interface CopyOrder {
  readonly follow: number;
  readonly user: UserId;
  readonly marketId: MarketId;
  readonly side: Side;
  readonly mode: MarginMode;
  readonly lots: Amount;
  readonly multiple: number;
  readonly source: number;
  readonly slippage: { readonly from: Price; readonly most: Price };
}

/** An opened copy with its margin. */
export interface OpenedCopy {
  readonly follow: number;
  readonly position: number;
  readonly lots: Amount;
  readonly margin: Amount;
  readonly fee: Amount;
}

/** A request to close a copy down to a number of lots. */
export interface CopyClose {
  readonly user: UserId;
  readonly position: number;
  readonly left: Amount;
}

/** The contracts as copy trading uses them. Listeners receive every event in its transaction. */
export interface ContractsPort {
  terms(market: MarketId): ContractTerms | undefined;
  /**
   * Opens many at the market, in the given order; returns the refusal of each that was not opened. `keep` stores the
   * opened ones in their transaction.
   */
  openCopies(
    orders: readonly CopyOrder[],
    keep: (tx: Tx, opened: readonly OpenedCopy[]) => Promise<void>,
  ): Promise<readonly (Code | undefined)[]>;
  /** Closes many; an already closed one counts as done. Returns the number that could not be closed now. */
  closeCopies(closes: readonly CopyClose[]): Promise<number>;
  /**
   * Converts a copy into the follower's own position; returns its margin. Refuses `position_unknown`,
   * `position_not_open`.
   */
  makeOwn(tx: Tx, user: UserId, position: number): Promise<Amount>;
  /** Unrealised profit of open positions, signed; ended ones are omitted. */
  unrealised(queries: Queries, positions: readonly number[]): Promise<ReadonlyMap<number, Amount>>;
  /** Result of a user at a moment of the past (unix ms); undefined if the index of an open position is not known. */
  equityAt(queries: Queries, user: UserId, at: number): Promise<EquityAt | undefined>;
  /** All positions of a user that were filled until a moment. */
  filledPositions(queries: Queries, user: UserId, at: number): Promise<readonly TraderPosition[]>;
  /** Positions opened since a time, newest first; open ones are valued at the index. */
  openedSince(
    queries: Queries,
    user: UserId,
    since: number,
    limit: number,
  ): Promise<readonly TradedPosition[]>;
  /** Opening prices of positions, by position. */
  openingPrices(queries: Queries, positions: readonly number[]): Promise<ReadonlyMap<number, Price>>;
  /** Open positions that were opened until a time, newest first. */
  openUntil(queries: Queries, user: UserId, until: number, limit: number): Promise<readonly OpenPosition[]>;
  /** Public view of a user's closed positions, newest first. */
  history(
    queries: Queries,
    user: UserId,
    page: { readonly page: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly ClosedPosition[]; readonly total: number }>;
}

/** The result of a trader at a moment: of all fills, and of what was open at the index of the moment. */
export interface EquityAt {
  readonly realised: Amount;
  readonly unrealised: Amount;
}

/** A position of a trader as a simulation needs it. */
export interface TradedPosition {
  readonly id: number;
  readonly marketId: MarketId;
  readonly side: PositionSide;
  /** Opening price. */
  readonly price: Price;
  readonly openedAt: number;
  readonly closedAt: number | undefined;
  /** After fees; of an open position with its unrealised profit. */
  readonly net: Amount;
  readonly margin: Amount;
  /** Value at the opening price. */
  readonly notional: Amount;
  readonly lots: Amount;
}

export interface OpenPosition {
  readonly id: number;
  readonly marketId: MarketId;
  readonly symbol: string;
  readonly side: Side;
  readonly multiple: number;
  readonly lots: Amount;
  readonly price: Price;
  /** Undefined without an index. */
  readonly unrealised: Amount | undefined;
  readonly openedAt: number;
}

export interface ClosedPosition {
  readonly id: number;
  readonly marketId: MarketId;
  readonly symbol: string;
  readonly side: Side;
  readonly multiple: number;
  readonly lots: Amount;
  readonly price: Price;
  readonly closePrice: Price;
  readonly net: Amount;
  readonly openedAt: number;
  readonly closedAt: number;
}

export interface Person {
  readonly id: UserId;
  readonly nickname: string;
  readonly headPortrait: string | null;
}

export interface CopytradeDeps {
  readonly ctx: Context;
  readonly ledger: Ledger;
  readonly messages: Pick<Messages, 'notify' | 'notifyAll'>;
  readonly contracts: ContractsPort;
  readonly people: (queries: Queries, users: readonly UserId[]) => Promise<readonly Person[]>;
  /** Introduction of a simulated trader in a language; others wrote theirs in one. Default is the stored text. */
  readonly introductionIn?: (about: string, lang: Lang) => string;
}

/** Names of users by id; deleted users have none. */
export async function namesOf(
  deps: CopytradeDeps,
  queries: Queries,
  users: readonly UserId[],
): Promise<Map<UserId, Person>> {
  const people = await deps.people(queries, [...new Set(users)]);
  return new Map(people.map((person) => [person.id, person]));
}
