import type { CurrencyId, MarketId, UserId } from '@karat/contract';
import type { Amount, Price, Rate } from '@karat/money';
import type { OptionDirection, OptionOutcome } from '@karat/rules';

/** A duration on offer. */
export interface Duration {
  readonly id: number;
  readonly seconds: number;
  /** Profit of a win for one unit of stake. */
  readonly ratio: Rate;
  readonly minStake: Amount;
  readonly maxStake: Amount;
  readonly enabled: boolean;
}

/** Limits of a currency in which options are paid. */
export interface Currency {
  readonly currencyId: CurrencyId;
  readonly minStake: Amount;
  readonly maxStake: Amount;
  /** Maximum open stakes of one user. */
  readonly userMax: Amount;
  /** Maximum obligations of the pool for one instrument and expiry. */
  readonly windowMax: Amount;
  /** Maximum obligations of the pool in total. */
  readonly poolMax: Amount;
  readonly enabled: boolean;
}

/** A user's own limit. */
export interface Limit {
  readonly value: Amount | undefined;
  /** Its value from `nextAt` (unix ms) on. */
  readonly next: Amount | undefined;
  readonly nextAt: number | undefined;
}

/** Stored state of a user. Dollar coins count one to one. */
export interface Person {
  readonly userId: UserId;
  readonly country: string | undefined;
  readonly quizVersion: number | undefined;
  readonly gamesQuizVersion: number | undefined;
  readonly openStake: Amount;
  /** Open stakes on games. */
  readonly gamesOpen: Amount;
  /** `2026-11-20`, the day that the two counters belong to. */
  readonly day: string;
  readonly dayStaked: Amount;
  readonly dayNet: Amount;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  readonly voids: number;
  readonly staked: Amount;
  readonly returned: Amount;
  readonly limitStake: Limit;
  readonly limitLoss: Limit;
  /** Unix ms. */
  readonly coolingUntil: number | undefined;
}

/** An order with its agreed terms and its outcome. */
export interface Order {
  readonly id: number;
  readonly userId: UserId;
  readonly marketId: MarketId;
  readonly currencyId: CurrencyId;
  readonly decimals: number;
  readonly direction: OptionDirection;
  readonly seconds: number;
  readonly stake: Amount;
  readonly ratio: Rate;
  readonly profit: Amount;
  readonly shard: number;
  /** Unix ms. */
  readonly acceptedMs: number;
  readonly expiresMs: number;
  readonly entrySecond: number | undefined;
  readonly entryPrice: Price | undefined;
  readonly outcome: OptionOutcome | undefined;
  readonly settlement: Price | undefined;
  readonly returned: Amount | undefined;
  readonly receipt: string | undefined;
  readonly settledMs: number | undefined;
}
