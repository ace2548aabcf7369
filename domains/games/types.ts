import type { CurrencyId, GameDisputeState, GameKind, GameOutcome, MarketId, UserId } from '@karat/contract';
import type { GameTerms, ReceiptTick } from '@karat/evidence';
import type { Amount, Price, Rate } from '@karat/money';
import type { RemainderCutoff } from '@karat/rules';

export interface OptionPool {
  readonly pool: Amount;
  readonly entries: number;
}

/** How the pool of a round is divided; written once, when the payout begins. */
export interface Division {
  readonly outcome: GameOutcome;
  readonly fee: Amount;
  readonly shared: Amount;
  readonly rightPool: Amount;
  readonly cutoff: RemainderCutoff | undefined;
}

export interface Round {
  readonly id: number;
  readonly kind: GameKind;
  readonly scheduleId: number | undefined;
  readonly marketId: MarketId | undefined;
  readonly currencyId: CurrencyId;
  readonly decimals: number;
  readonly stakeMin: Amount;
  readonly stakeMax: Amount;
  readonly userMax: Amount;
  readonly feeRate: Rate;
  readonly opensMs: number;
  readonly closesMs: number;
  readonly settlesMs: number;
  /** The committed text, and what it says. */
  readonly termsText: string;
  readonly terms: GameTerms;
  readonly hash: string;
  readonly committedMs: number;
  readonly pool: Amount;
  readonly entries: number;
  readonly options: readonly OptionPool[];
  /** The right option, from 1. */
  readonly answer: number | undefined;
  readonly answerId: number | undefined;
  readonly disputableUntilMs: number | undefined;
  readonly ticks: readonly ReceiptTick[];
  readonly cancelReason: string | undefined;
  readonly division: Division | undefined;
  readonly payingMs: number | undefined;
  readonly settledMs: number | undefined;
}

export interface Entry {
  readonly id: number;
  readonly roundId: number;
  readonly userId: UserId;
  readonly option: number;
  readonly stake: Amount;
  readonly createdMs: number;
  readonly payout: Amount | undefined;
  readonly receipt: string | undefined;
  readonly settledMs: number | undefined;
}

/** An answer of two operators. */
export interface Answer {
  readonly id: number;
  readonly roundId: number;
  readonly option: number;
  readonly link: string;
  readonly file: string;
  readonly sha256: string;
  readonly note: string;
  readonly decidedMs: number;
  readonly withdrawnMs: number | undefined;
}

export interface Dispute {
  readonly id: number;
  readonly answerId: number;
  readonly roundId: number;
  readonly userId: UserId;
  readonly reason: string;
  readonly state: GameDisputeState;
  readonly answer: string | undefined;
  readonly createdMs: number;
  readonly decidedMs: number | undefined;
  readonly decidedBy: string | undefined;
}

/** Stakes and fee of rounds. */
export interface StakeTerms {
  readonly currencyId: CurrencyId;
  readonly stakeMin: Amount;
  readonly stakeMax: Amount;
  readonly userMax: Amount;
  readonly feeRate: Rate;
}

/** A daily price question. Minutes count back from the settlement. */
export interface ScheduleTerms extends StakeTerms {
  readonly marketId: MarketId;
  /** Minutes after midnight UTC. */
  readonly minute: number;
  readonly step: Price;
  readonly createBefore: number;
  readonly openBefore: number;
  readonly closeBefore: number;
}

export interface Schedule extends ScheduleTerms {
  readonly id: number;
  readonly termsText: string;
  readonly hash: string;
  readonly committedMs: number;
  readonly endedMs: number | undefined;
}
