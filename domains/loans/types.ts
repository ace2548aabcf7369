import type {
  CurrencyAmount,
  CurrencyId,
  LoanEventKind,
  LoanReason,
  LoanState,
  UserId,
} from '@karat/contract';
import type { LoanDebt } from '@karat/rules';
import type { Amount, Rate } from '@karat/money';

/** An application, and the loan that it became. */
export interface Loan extends LoanDebt {
  readonly id: number;
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly decimals: number;
  readonly amount: Amount;
  readonly days: number;
  readonly purpose: string;
  readonly state: LoanState;
  /** Everything that secures it, held in the borrower's exchange account; no zero amounts. */
  readonly assets: readonly CurrencyAmount[];
  /** Unix ms. */
  readonly appliedMs: number;
  readonly decideByMs: number;
  readonly decidedMs: number | undefined;
  readonly decidedBy: string | undefined;
  readonly reason: LoanReason | undefined;
  /** What operators wrote to a rejected applicant; may be empty. */
  readonly note: string;
  /** What operators agreed; undefined before the approval. */
  readonly running: RunningTerms | undefined;
  readonly chargedDays: number;
  readonly nextChargeMs: number | undefined;
  readonly calledMs: number | undefined;
  readonly closedMs: number | undefined;
  readonly receipt: string | undefined;
}

export interface RunningTerms {
  /** Rate per day; 0.0003 is 0.03 %. */
  readonly daily: Rate;
  readonly startedMs: number;
  readonly dueMs: number;
}

/** A loan that runs. */
export type RunningLoan = Loan & { readonly running: RunningTerms };

export interface LoanEvent {
  readonly id: number;
  readonly kind: LoanEventKind;
  readonly day: number | undefined;
  readonly currencyId: CurrencyId;
  readonly amount: Amount;
  readonly received: CurrencyAmount | undefined;
  /** What was owed afterwards. */
  readonly debt: Amount;
  readonly atMs: number;
}
export type NewLoanEvent = Omit<LoanEvent, 'id'>;
