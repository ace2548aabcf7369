import { ZERO, min, minus, mulUp, plus, rate, sum } from '@karat/money';
import type { Amount, Rate } from '@karat/money';

/** A day of a loan: 24 hours from its own start. */
export const LOAN_DAY_MS = 86_400_000;
/** Charge of an overdue day: 0.5 % of principal and interest. */
export const LOAN_OVERDUE_RATE = rate('0.005');

/** What a borrower owes, by kind. */
export interface LoanDebt {
  readonly principal: Amount;
  readonly interest: Amount;
  /** Charges of overdue days; they bear no charges themselves. */
  readonly overdue: Amount;
}

export const loanDebt = ({ principal, interest, overdue }: LoanDebt): Amount =>
  sum([principal, interest, overdue]);

/** Interest of one day, rounded up at the decimals of the currency. */
export const loanInterest = (principal: Amount, daily: Rate, decimals: number): Amount =>
  mulUp(principal, daily, decimals);

/** Charge of one overdue day, rounded up at the decimals of the currency. */
export const overdueCharge = (
  { principal, interest }: Pick<LoanDebt, 'principal' | 'interest'>,
  decimals: number,
): Amount => mulUp(plus(principal, interest), LOAN_OVERDUE_RATE, decimals);

/** Days between two moments, a started one in full; 0 at the very moment. */
export const startedLoanDays = (from: number, to: number): number =>
  Math.max(0, Math.ceil((to - from) / LOAN_DAY_MS));

/** When a loan is due, unix ms. */
export const loanDueMs = (startedMs: number, days: number): number => startedMs + days * LOAN_DAY_MS;

/**
 * The moment (unix ms) at which day `day` (from 1) is charged: the first one at the start, every other one as soon as it has
 * started. Days after the term are overdue days.
 */
export const loanChargeMs = (startedMs: number, day: number): number =>
  day === 1 ? startedMs : startedMs + (day - 1) * LOAN_DAY_MS + 1;

export interface LoanTerms {
  readonly startedMs: number;
  readonly days: number;
  /** Rate per day; 0.0004 is 0.04 %. */
  readonly daily: Rate;
  readonly decimals: number;
}

/** The charge of one day. */
export interface LoanCharge {
  readonly day: number;
  readonly kind: 'interest' | 'overdue';
  readonly amount: Amount;
  /** Unix ms. */
  readonly dueMs: number;
}

/** The charge of a day on a debt: interest within the term, the overdue charge after it. */
export function loanCharge(debt: LoanDebt, terms: LoanTerms, day: number): LoanCharge {
  const isOverdue = day > terms.days;
  return {
    day,
    kind: isOverdue ? 'overdue' : 'interest',
    amount: isOverdue
      ? overdueCharge(debt, terms.decimals)
      : loanInterest(debt.principal, terms.daily, terms.decimals),
    dueMs: loanChargeMs(terms.startedMs, day),
  };
}

/** The debt after a charge. */
export const addCharge = (debt: LoanDebt, { kind, amount }: Pick<LoanCharge, 'kind' | 'amount'>): LoanDebt =>
  kind === 'interest'
    ? { ...debt, interest: plus(debt.interest, amount) }
    : { ...debt, overdue: plus(debt.overdue, amount) };

/** A payment by what it pays: overdue charges first, then interest, then principal. At most the debt is taken. */
export function splitRepayment(debt: LoanDebt, payment: Amount): LoanDebt {
  const overdue = min(debt.overdue, payment);
  const interest = min(debt.interest, minus(payment, overdue));
  const principal = min(debt.principal, minus(minus(payment, overdue), interest));
  return { overdue, interest, principal };
}

/** The debt less a payment that `splitRepayment` has split. */
export const reduceDebt = (debt: LoanDebt, paid: LoanDebt): LoanDebt => ({
  principal: minus(debt.principal, paid.principal),
  interest: minus(debt.interest, paid.interest),
  overdue: minus(debt.overdue, paid.overdue),
});

/** Interest of the whole term on an unchanged principal. */
export const interestOfTerm = (
  principal: Amount,
  { days, daily, decimals }: Omit<LoanTerms, 'startedMs'>,
): Amount => {
  const oneDay = loanInterest(principal, daily, decimals);
  let total = ZERO;
  for (let day = 0; day < days; day += 1) total = plus(total, oneDay);
  return total;
};
