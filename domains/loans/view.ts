import { wireTime } from '@karat/contract';
import type { Contract, CurrencyId, Reply } from '@karat/contract';
import { format, percentFromRate } from '@karat/money';
import { loanDebt, loanLiquidationLevel, loanRiskRate } from '@karat/rules';
import type { LoansDeps } from './deps.ts';
import { priceLoan } from './pricing.ts';
import type { PricedLoan } from './pricing.ts';
import { chargeStarted, overdueDays } from './rules.ts';
import type { Loan, LoanEvent, RunningLoan } from './types.ts';

type Calls = Contract['loans'];
export type LoanView = Reply<Calls['loan/detail']>;
export type EventView = Reply<Calls['loan/events']>['data'][number];
export type CodeOf = (id: CurrencyId) => string;

const isRunning = (loan: Loan): loan is RunningLoan => loan.state === 'active' && loan.running !== undefined;

/** A loan with the charges of this moment, before they are written. */
export const chargedNow = (loan: Loan, now: number): Loan =>
  isRunning(loan) ? chargeStarted(loan, now).loan : loan;

/** The assets of a loan with prices and liquidation prices. */
export function assetViews(loan: Loan, priced: PricedLoan | undefined, codeOf: CodeOf): LoanView['assets'] {
  return loan.assets.map(({ currency, amount }) => {
    const found = priced?.assets.find(({ id }) => id === currency);
    const level = priced && found?.tick && loanLiquidationLevel(priced.assets, priced.debt, Number(currency));
    return {
      currency_id: currency,
      currency_name: codeOf(currency),
      amount: format(amount),
      price: found ? format(found.price) : null,
      liquidation_price: level ? format(level.price) : null,
      liquidation_side: level?.side ?? null,
    };
  });
}

/** The risk rate as text; null without a debt or a price. */
export function riskText(priced: PricedLoan | undefined): string | null {
  const risk = priced && loanRiskRate(priced);
  return risk === undefined ? null : format(risk);
}

export function loanView(deps: LoansDeps, stored: Loan, codeOf: CodeOf): LoanView {
  const now = deps.ctx.clock.now();
  const loan = chargedNow(stored, now);
  const priced = priceLoan(deps, loan);
  const { running, appliedMs } = loan;
  return {
    id: loan.id,
    state: loan.state,
    currency_id: loan.currencyId,
    currency_name: codeOf(loan.currencyId),
    decimals: loan.decimals,
    amount: format(loan.amount),
    days: loan.days,
    purpose: loan.purpose,
    assets: assetViews(loan, priced, codeOf),
    price: priced ? format(priced.debt.price) : null,
    fresh: priced?.isFresh ?? false,
    risk_rate: riskText(priced),
    rate: running ? format(percentFromRate(running.daily)) : null,
    debt: format(loanDebt(loan)),
    principal: format(loan.principal),
    interest: format(loan.interest),
    overdue: format(loan.overdue),
    overdue_days: isRunning(loan) ? overdueDays(loan, now) : 0,
    charged_days: loan.chargedDays,
    called: loan.calledMs !== undefined,
    reason: loan.reason ?? null,
    note: loan.note,
    created_at: wireTime(appliedMs),
    created_ms: appliedMs,
    decide_by_ms: loan.decideByMs,
    started_ms: running?.startedMs ?? null,
    due_ms: running?.dueMs ?? null,
    closed_ms: loan.closedMs ?? null,
    receipt: loan.receipt ?? null,
  };
}

/** An event with the number of its receipt. */
export const eventView = (event: LoanEvent, codeOf: CodeOf, receipt: string | undefined): EventView => ({
  id: event.id,
  kind: event.kind,
  day: event.day ?? null,
  amount: format(event.amount),
  currency_name: codeOf(event.currencyId),
  received: event.received ? format(event.received.amount) : null,
  received_name: event.received ? codeOf(event.received.currency) : null,
  debt: format(event.debt),
  at: wireTime(event.atMs),
  at_ms: event.atMs,
  receipt: receipt ?? null,
});
