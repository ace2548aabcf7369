import { refuse } from '@karat/contract';
import type { CurrencyAmount, CurrencyId, UserId } from '@karat/contract';
import type { Confirmation } from '@karat/domains/credentials';
import type { Currency } from '@karat/domains/ledger';
import { ZERO, format, negate, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { isWithinLeverage, loanLimitsIn, maxBorrowable } from '@karat/rules';
import { userKey } from './deps.ts';
import type { LoansDeps } from './deps.ts';
import { mayBorrow, standingOf } from './eligibility.ts';
import { insertEvents } from './event-store.ts';
import { priceAmounts } from './pricing.ts';
import { eventOf } from './rules.ts';
import { insertLoan, lockLoanOfUser, writeLoan } from './store.ts';
import { withThresholds } from './thresholds.ts';
import type { Loan } from './types.ts';

export interface Application {
  readonly userId: UserId;
  readonly currencyId: CurrencyId;
  readonly amount: Amount;
  readonly days: number;
  readonly purpose: string;
  readonly collateral: readonly CurrencyAmount[];
}

/** A currency of loans and collateral with an amount that it can express. */
export async function checkCurrency(
  { ledger, policy }: LoansDeps,
  tx: Tx,
  { currency: id, amount }: CurrencyAmount,
): Promise<Currency> {
  if (!policy.currencies.includes(id)) return refuse('loan_collateral');
  const currency = await ledger.currency(tx, id);
  if (!currency.enabled) refuse('currency_disabled', { currency: currency.code });
  if (roundDown(amount, currency.decimals) !== amount)
    refuse('amount_too_precise', { decimals: currency.decimals });
  return currency;
}

/**
 * Whether an amount is within the limits and the leverage on the collateral, at current prices. Refuses `index_stale`,
 * `loan_amount` and `loan_leverage`.
 */
export function checkAmount(
  deps: LoansDeps,
  loan: Pick<Loan, 'currencyId' | 'amount' | 'decimals'>,
  collateral: readonly CurrencyAmount[],
  code: string,
): void {
  const owed = { currency: loan.currencyId, amount: loan.amount };
  const priced = priceAmounts(deps, [owed, ...collateral]);
  const [asked, ...equity] = priced?.positions ?? [];
  if (!priced || !asked || !priced.isFresh) return refuse('index_stale');
  const currency = { price: asked.price, decimals: loan.decimals };
  const limits = loanLimitsIn(deps.policy.limits, currency);
  if (loan.amount < limits.min || loan.amount > limits.max)
    refuse('loan_amount', { min: format(limits.min), max: format(limits.max), currency: code });
  if (!isWithinLeverage(equity, asked))
    refuse('loan_leverage', {
      max: format(maxBorrowable(equity, deps.policy.limits, currency)),
      currency: code,
    });
}

/**
 * Moves amounts of a user between the available and the held part of the exchange account. Refuses `insufficient_balance`
 * with the currency.
 */
export async function holdAssets(
  deps: LoansDeps,
  tx: Tx,
  { user, key, reference }: { readonly user: UserId; readonly key: string; readonly reference: number },
  amounts: readonly CurrencyAmount[],
): Promise<void> {
  const { ctx, ledger } = deps;
  const batch = await ledger.openBatch(
    tx,
    amounts.map(({ currency }) => userKey(user, currency)),
  );
  for (const { currency, amount } of amounts) {
    const { account } = userKey(user, currency);
    if (batch.available(account, currency) < amount)
      refuse('insufficient_balance', { currency: (await ledger.currency(tx, currency)).code });
  }
  batch.post({
    key,
    kind: 'loan:collateral',
    reference: String(reference),
    at: ctx.clock.now(),
    entries: amounts.map(({ currency, amount }) => ({
      ...userKey(user, currency),
      available: negate(amount),
      held: amount,
    })),
  });
  await batch.close();
}

/** Returns the assets of a loan to the available part of the exchange account. */
export async function releaseAssets(
  { ctx, ledger }: LoansDeps,
  tx: Tx,
  { user, key, reference }: { readonly user: UserId; readonly key: string; readonly reference: number },
  amounts: readonly CurrencyAmount[],
): Promise<void> {
  if (amounts.length === 0) return;
  await ledger.post(tx, {
    key,
    kind: 'loan:release',
    reference: String(reference),
    at: ctx.clock.now(),
    entries: amounts.map(({ currency, amount }) => ({
      ...userKey(user, currency),
      available: amount,
      held: negate(amount),
    })),
  });
}

/** Whether a user may apply for a term. Refuses `loan_application_open`, `loan_not_eligible`, `loan_days`. */
async function checkApplicant(deps: LoansDeps, tx: Tx, { userId, days }: Application): Promise<void> {
  const { policy } = deps;
  const standing = await standingOf(deps, tx, userId);
  if (standing.hindrances.includes('application_open')) refuse('loan_application_open');
  if (!mayBorrow(standing)) refuse('loan_not_eligible', { level: policy.vipLevel });
  if (days < policy.daysMin || days > policy.daysMax)
    refuse('loan_days', { min: policy.daysMin, max: policy.daysMax });
}

/**
 * Applies for a loan: the collateral is set aside until the decision. Refuses what the contract lists for `loan/apply`;
 * nothing has changed then.
 */
export async function apply(
  deps: LoansDeps,
  tx: Tx,
  application: Application,
  confirmation: Confirmation,
): Promise<Loan> {
  await deps.outflow.confirmBorrowing(tx, application.userId, confirmation);
  return submit(deps, tx, application);
}

/** Writes a confirmed application. */
export async function submit(known: LoansDeps, tx: Tx, application: Application): Promise<Loan> {
  const deps = await withThresholds(known, tx);
  const { ctx, messages, policy } = deps;
  const { userId, currencyId, amount, collateral } = application;
  const now = ctx.clock.now();
  await checkApplicant(deps, tx, application);
  const currency = await checkCurrency(deps, tx, { currency: currencyId, amount });
  for (const each of collateral) await checkCurrency(deps, tx, each);
  const { decimals, code } = currency;
  checkAmount(deps, { currencyId, amount, decimals }, collateral, code);
  const loan = await insertLoan(tx, {
    ...application,
    decimals,
    assets: collateral.toSorted((a, b) => a.currency - b.currency),
    appliedMs: now,
    decideByMs: now + policy.decideMs,
  });
  if (!loan) return refuse('loan_application_open');
  await holdAssets(deps, tx, { user: userId, key: `loan:apply:${loan.id}`, reference: loan.id }, collateral);
  const applied = { kind: 'applied', currencyId, amount, atMs: now } as const;
  await insertEvents(tx, loan.id, [eventOf(loan, applied)]);
  await messages.notify(tx, {
    user: userId,
    kind: 'loans:applied',
    values: { amount: format(amount), currency: code },
    key: `loan:${loan.id}:applied`,
  });
  return loan;
}

/** Ends an application: the collateral is free again. Refuses `loan_decided`. */
export async function endApplication(
  deps: LoansDeps,
  tx: Tx,
  loan: Loan,
  end: Pick<Loan, 'decidedBy' | 'reason' | 'note'> & { readonly state: 'cancelled' | 'rejected' },
): Promise<Loan> {
  if (loan.state !== 'pending') return refuse('loan_decided');
  const now = deps.ctx.clock.now();
  const ended: Loan = { ...loan, ...end, decidedMs: now, closedMs: now, assets: [] };
  const key = `loan:end:${loan.id}`;
  await releaseAssets(deps, tx, { user: loan.userId, key, reference: loan.id }, loan.assets);
  await writeLoan(tx, ended);
  const event = { kind: end.state, currencyId: loan.currencyId, amount: ZERO, atMs: now } as const;
  await insertEvents(tx, loan.id, [eventOf(ended, event)]);
  return ended;
}

/** Withdraws one of a user's applications. Refuses `loan_unknown` and `loan_decided`. */
export async function cancel(deps: LoansDeps, tx: Tx, user: UserId, id: number): Promise<Loan> {
  const loan = (await lockLoanOfUser(tx, user, id)) ?? refuse('loan_unknown');
  return endApplication(deps, tx, loan, {
    state: 'cancelled',
    decidedBy: undefined,
    reason: undefined,
    note: '',
  });
}
