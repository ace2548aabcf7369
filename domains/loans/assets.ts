import { refuse } from '@karat/contract';
import type { CurrencyAmount, CurrencyId, UserId } from '@karat/contract';
import { format, negate, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { LOAN_RELEASE_PERCENT, isLoanBelow, maxRelease } from '@karat/rules';
import { addAll, amountIn, eventOf, isOverdue, withChange } from './rules.ts';
import { checkCurrency, holdAssets, releaseAssets } from './apply.ts';
import type { LoansDeps } from './deps.ts';
import { insertEvent } from './event-store.ts';
import { priceLoan } from './pricing.ts';
import { lockRunning, writeChange } from './running.ts';
import { lockLoanOfUser, writeLoan } from './store.ts';
import type { Loan, RunningLoan } from './types.ts';

export interface AssetChange {
  readonly userId: UserId;
  readonly id: number;
  readonly currency: CurrencyId;
  readonly amount: Amount;
}

/**
 * Adds collateral from the free balance to a running loan or to an application. Refuses `loan_unknown`, `loan_not_open`,
 * `loan_collateral`, `amount_too_precise`, `insufficient_balance`.
 */
export async function addCollateral(deps: LoansDeps, tx: Tx, change: AssetChange): Promise<Loan> {
  const { userId, id, currency, amount } = change;
  const added: CurrencyAmount = { currency, amount };
  await checkCurrency(deps, tx, added);
  const found = (await lockLoanOfUser(tx, userId, id)) ?? refuse('loan_unknown');
  const loan = found.state === 'pending' ? found : await lockRunning(deps, tx, userId, id);
  const after = { ...loan, assets: addAll(loan.assets, [added]) };
  const atMs = deps.ctx.clock.now();
  const event = eventOf(after, { kind: 'collateral_added', currencyId: currency, amount, atMs });
  const number = await insertEvent(tx, id, event);
  await holdAssets(deps, tx, { user: userId, key: `loan:add:${number}`, reference: id }, [added]);
  if (after.state === 'active' && after.running !== undefined)
    return writeChange(deps, tx, { ...after, running: after.running }, []);
  await writeLoan(tx, after);
  return after;
}

/**
 * Whether assets may leave a loan: it is not overdue, every price is current, and afterwards the rate is at or above the
 * release rate. Refuses `loan_overdue`, `index_stale`, `loan_release_limit` with the largest amount.
 */
function checkRelease(
  deps: LoansDeps,
  loan: RunningLoan,
  after: RunningLoan,
  {
    currency,
    decimals,
    code,
  }: { readonly currency: CurrencyId; readonly decimals: number; readonly code: string },
): void {
  if (isOverdue(loan, deps.ctx.clock.now())) refuse('loan_overdue');
  const [before, then] = [priceLoan(deps, loan), priceLoan(deps, after)];
  if (!before || !then || !before.isFresh || !then.isFresh) return refuse('index_stale');
  const asset = before.assets.find(({ id }) => id === currency);
  if (asset && !isLoanBelow(then, LOAN_RELEASE_PERCENT)) return;
  const max = asset ? maxRelease(before, { ...asset, decimals }, LOAN_RELEASE_PERCENT) : undefined;
  refuse('loan_release_limit', {
    max: max === undefined ? '0' : format(max),
    currency: code,
    percent: LOAN_RELEASE_PERCENT,
  });
}

/**
 * Takes assets out of a running loan, collateral or borrowed money alike. Refuses `loan_unknown`, `loan_not_open`,
 * `amount_too_precise`, and what `checkRelease` refuses.
 */
export async function takeAssets(deps: LoansDeps, tx: Tx, change: AssetChange): Promise<RunningLoan> {
  const { userId, id, currency, amount } = change;
  const loan = await lockRunning(deps, tx, userId, id);
  const { decimals, code } = await deps.ledger.currency(tx, currency);
  if (roundDown(amount, decimals) !== amount) refuse('amount_too_precise', { decimals });
  const held = amountIn(loan.assets, currency);
  if (amount > held)
    refuse('loan_release_limit', { max: format(held), currency: code, percent: LOAN_RELEASE_PERCENT });
  const after = { ...loan, assets: withChange(loan.assets, currency, negate(amount)) };
  checkRelease(deps, loan, after, { currency, decimals, code });
  const atMs = deps.ctx.clock.now();
  const event = eventOf(after, { kind: 'collateral_taken', currencyId: currency, amount, atMs });
  const number = await insertEvent(tx, id, event);
  await releaseAssets(deps, tx, { user: userId, key: `loan:take:${number}`, reference: id }, [
    { currency, amount },
  ]);
  return writeChange(deps, tx, after, []);
}
