import type { CurrencyAmount, CurrencyId } from '@karat/contract';
import { ZERO, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { addCharge, loanCharge, loanChargeMs, loanDebt, startedLoanDays } from '@karat/rules';
import type { LoanCharge } from '@karat/rules';
import type { NewLoanEvent, RunningLoan } from './types.ts';

export const amountIn = (assets: readonly CurrencyAmount[], currency: CurrencyId): Amount =>
  assets.find((asset) => asset.currency === currency)?.amount ?? ZERO;

/** Assets after an amount of one currency was added (or, negative, taken away); zero amounts drop out. */
export function withChange(
  assets: readonly CurrencyAmount[],
  currency: CurrencyId,
  change: Amount,
): CurrencyAmount[] {
  const others = assets.filter((asset) => asset.currency !== currency);
  const amount = plus(amountIn(assets, currency), change);
  if (amount < 0n) throw new RangeError(`a loan has less of currency ${currency} than is taken`);
  const changed = amount === 0n ? others : [...others, { currency, amount }];
  return changed.toSorted((a, b) => a.currency - b.currency);
}

/** Amounts of collateral added to what there is. */
export const addAll = (
  assets: readonly CurrencyAmount[],
  more: readonly CurrencyAmount[],
): CurrencyAmount[] =>
  more.reduce(
    (all: CurrencyAmount[], { currency, amount }) => withChange(all, currency, amount),
    [...assets],
  );

export interface ChargedLoan {
  readonly loan: RunningLoan;
  readonly charges: readonly LoanCharge[];
  readonly events: readonly NewLoanEvent[];
}

/** Charges every day that has started until now, each with its own moment; at most `limit` days. */
export function chargeStarted(loan: RunningLoan, now: number, limit = Infinity): ChargedLoan {
  const terms = { ...loan.running, days: loan.days, decimals: loan.decimals };
  const charges: LoanCharge[] = [];
  const events: NewLoanEvent[] = [];
  let charged = loan;
  while (charges.length < limit) {
    const day = charged.chargedDays + 1;
    if (loanChargeMs(loan.running.startedMs, day) > now) break;
    const charge = loanCharge(charged, terms, day);
    charged = {
      ...charged,
      ...addCharge(charged, charge),
      chargedDays: day,
      nextChargeMs: loanChargeMs(loan.running.startedMs, day + 1),
    };
    charges.push(charge);
    events.push({
      kind: charge.kind,
      day,
      currencyId: loan.currencyId,
      amount: charge.amount,
      received: undefined,
      debt: loanDebt(charged),
      atMs: charge.dueMs,
    });
  }
  return { loan: charged, charges, events };
}

/** Started overdue days. */
export const overdueDays = (loan: RunningLoan, now: number): number =>
  startedLoanDays(loan.running.dueMs, now);

export const isOverdue = (loan: RunningLoan, now: number): boolean => overdueDays(loan, now) > 0;

/** The loan without a debt: closed. */
export const closed = (loan: RunningLoan, state: 'repaid' | 'liquidated', closedMs: number): RunningLoan => ({
  ...loan,
  state,
  principal: ZERO,
  interest: ZERO,
  overdue: ZERO,
  assets: [],
  nextChargeMs: undefined,
  calledMs: undefined,
  closedMs,
});

/** An event of a loan at its present debt. */
export const eventOf = (
  loan: Pick<RunningLoan, 'principal' | 'interest' | 'overdue'>,
  event: Pick<NewLoanEvent, 'kind' | 'currencyId' | 'amount' | 'atMs'> & Partial<NewLoanEvent>,
): NewLoanEvent => ({ day: undefined, received: undefined, debt: loanDebt(loan), ...event });
