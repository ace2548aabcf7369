import type { MarketId, OrderId, RecurringOutcome, RecurringState, UserId } from '@karat/contract';
import type { Amount, Rate } from '@karat/money';
import type { Occurrence, Schedule } from './schedule.ts';
import type { PlainDate } from '@karat/rules';

/** Sums of orders: quote spent, base bought before fees, and fees in base. */
export interface Purchase {
  readonly spent: Amount;
  readonly bought: Amount;
  readonly fee: Amount;
}

/** What a plan buys; fixed when it is created. */
export interface PlanTerms extends Schedule {
  readonly userId: UserId;
  readonly marketId: MarketId;
  /** What each purchase spends, in the quote currency. */
  readonly amount: Amount;
  /** Maximum relative distance of the price from the index. */
  readonly slippage: Rate;
  readonly createdMs: number;
}

export interface Plan extends PlanTerms, Purchase {
  readonly id: number;
  readonly state: RecurringState;
  readonly next: Occurrence;
  /** Whether an order for the next date may have been placed. */
  readonly isPlacing: boolean;
  /** Why the next date is tried again. */
  readonly waiting: 'not_traded' | undefined;
  readonly purchases: number;
  readonly skips: number;
  readonly endedMs: number | undefined;
}

/** The result of one date of a plan. */
export interface Execution extends Purchase {
  readonly date: PlainDate;
  readonly dueMs: number;
  readonly outcome: RecurringOutcome;
  readonly orderId: OrderId | undefined;
  readonly executedMs: number;
}
