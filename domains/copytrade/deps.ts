import type { CloseReason, Code, MarginMode, MarketId, UserId } from '@karat/contract';
import type { Ledger } from '@karat/domains/ledger';
import type { Messages } from '@karat/domains/messages';
import type { Amount, Price } from '@karat/money';
import type { Context } from '@karat/platform/context';
import type { Queries, Tx } from '@karat/platform/db';
import type { ClosedTrade } from './rules.ts';

export type Side = 'long' | 'short';

/** A position as copying has to know it. */
export interface CopiedPosition {
  readonly id: number;
  readonly userId: UserId;
  readonly marketId: MarketId;
  readonly side: Side;
  readonly mode: MarginMode;
  readonly multiple: number;
  /** 1 own, 2 copied. */
  readonly orderType: 1 | 2;
  /** The trader's position that it copies. */
  readonly source: number | undefined;
  readonly originLots: Amount;
  /** Lots that are left. */
  readonly lots: Amount;
  readonly ended: boolean;
}

/** What was done to a position, inside the transaction that did it. */
export type Done =
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
      /** Margin that is free again. */
      readonly released: Amount;
      /** Gain or loss that the user had, after fees and what the insurance fund paid, signed. */
      readonly net: Amount;
    }
  | {
      readonly kind: 'overnight';
      readonly position: CopiedPosition;
      readonly paid: Amount;
      readonly fromMargin: Amount;
    };

/** What a market's contracts are counted in, and where an order would fill now. */
export interface ContractTerms {
  readonly symbol: string;
  readonly lotStep: Amount;
  readonly minLots: Amount;
  readonly maxLots: Amount;
  /** Price at which a side would open now; undefined while nothing opens. */
  price(side: Side): Price | undefined;
  /** Margin of so many lots at a price. */
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

/** A copy that was opened, with what it took. */
export interface OpenedCopy {
  readonly follow: number;
  readonly position: number;
  readonly lots: Amount;
  readonly margin: Amount;
  readonly fee: Amount;
}

/** A copy to be closed down to so many lots. */
export interface CopyClose {
  readonly user: UserId;
  readonly position: number;
  readonly left: Amount;
}

/** What copying asks of the contracts. Whatever listens is told of every deed in its transaction. */
export interface ContractsPort {
  terms(market: MarketId): ContractTerms | undefined;
  /**
   * Opens many at the market, in the order given; answers why one was not opened. `keep` writes down those that were, in their
   * transaction.
   */
  openCopies(
    orders: readonly CopyOrder[],
    keep: (tx: Tx, opened: readonly OpenedCopy[]) => Promise<void>,
  ): Promise<readonly (Code | undefined)[]>;
  /** Closes many; what is closed already counts as done. Answers how many could not be closed now. */
  closeCopies(closes: readonly CopyClose[]): Promise<number>;
  /** Makes a copy the follower's own; answers its margin. Refuses `position_unknown`, `position_not_open`. */
  makeOwn(tx: Tx, user: UserId, position: number): Promise<Amount>;
  /** What open positions would bring now, signed; ended ones are left out. */
  unrealised(queries: Queries, positions: readonly number[]): Promise<ReadonlyMap<number, Amount>>;
  closedTrades(queries: Queries, user: UserId): Promise<readonly ClosedTrade[]>;
  /** Closed positions of a user, newest first, as everybody may see them. */
  history(
    queries: Queries,
    user: UserId,
    page: { readonly page: number; readonly limit: number },
  ): Promise<{ readonly rows: readonly ClosedPosition[]; readonly total: number }>;
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
}

/** Names of people by their id; somebody who is gone has none. */
export async function namesOf(
  deps: CopytradeDeps,
  queries: Queries,
  users: readonly UserId[],
): Promise<Map<UserId, Person>> {
  const people = await deps.people(queries, [...new Set(users)]);
  return new Map(people.map((person) => [person.id, person]));
}
