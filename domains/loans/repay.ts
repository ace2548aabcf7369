import { refuse } from '@karat/contract';
import type { RepaymentSource, UserId } from '@karat/contract';
import type { Entry } from '@karat/domains/ledger';
import { ZERO, format, min, minus, negate, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { loanDebt, reduceDebt, splitRepayment } from '@karat/rules';
import { poolKey, readCurrencyCodes, userKey } from './deps.ts';
import type { LoansDeps } from './deps.ts';
import { amountIn, closed, eventOf, withChange } from './rules.ts';
import { lockRunning, writeChange } from './running.ts';
import type { RunningLoan } from './types.ts';

export interface Repayment {
  readonly userId: UserId;
  readonly id: number;
  /** Undefined: everything. More than the debt pays the debt. */
  readonly amount: Amount | undefined;
  readonly source: RepaymentSource;
}

interface Payment {
  readonly amount: Amount;
  readonly fromAssets: Amount;
  readonly fromBalance: Amount;
}

/** The entries of a payment; with the last one the remaining assets return to the borrower. */
function entriesOf(
  loan: RunningLoan,
  { amount, fromAssets, fromBalance }: Payment,
  isLast: boolean,
): Entry[] {
  const entries: Entry[] = [
    { ...poolKey(loan.currencyId), available: amount },
    { ...userKey(loan.userId, loan.currencyId), available: negate(fromBalance), held: negate(fromAssets) },
  ];
  if (!isLast) return entries;
  for (const { currency, amount: held } of withChange(loan.assets, loan.currencyId, negate(fromAssets)))
    entries.push({ ...userKey(loan.userId, currency), available: held, held: negate(held) });
  return entries;
}

/** Posts a payment. Refuses `insufficient_balance`. */
async function pay(
  { ctx, ledger }: LoansDeps,
  tx: Tx,
  loan: RunningLoan,
  payment: Payment,
  isLast: boolean,
): Promise<void> {
  const entries = entriesOf(loan, payment, isLast);
  const own = userKey(loan.userId, loan.currencyId);
  const batch = await ledger.openBatch(tx, entries);
  if (batch.available(own.account, own.currency) < payment.fromBalance)
    refuse('insufficient_balance', { currency: (await ledger.currency(tx, own.currency)).code });
  batch.post({
    // The charged days and the debt name the payment: the debt falls with each one.
    key: `loan:repayment:${loan.id}:${loan.chargedDays}:${format(loanDebt(loan))}`,
    kind: 'loan:repayment',
    reference: String(loan.id),
    at: ctx.clock.now(),
    entries,
  });
  await batch.close();
}

/**
 * Repays a part or all of a loan: overdue charges first, then interest, then principal. With the last payment the loan ends and
 * its assets are free. Refuses `loan_unknown`, `loan_not_open`, `amount_too_precise`, `insufficient_balance`.
 */
export async function repay(deps: LoansDeps, tx: Tx, repayment: Repayment): Promise<RunningLoan> {
  const { ctx, messages } = deps;
  const loan = await lockRunning(deps, tx, repayment.userId, repayment.id);
  const now = ctx.clock.now();
  const debt = loanDebt(loan);
  const amount = min(repayment.amount ?? debt, debt);
  if (roundDown(amount, loan.decimals) !== amount) refuse('amount_too_precise', { decimals: loan.decimals });
  const held = amountIn(loan.assets, loan.currencyId);
  const fromAssets = repayment.source === 'assets' ? min(held, amount) : ZERO;
  const isLast = amount === debt;
  await pay(deps, tx, loan, { amount, fromAssets, fromBalance: minus(amount, fromAssets) }, isLast);
  const reduced: RunningLoan = {
    ...loan,
    ...reduceDebt(loan, splitRepayment(loan, amount)),
    assets: withChange(loan.assets, loan.currencyId, negate(fromAssets)),
  };
  const after = isLast ? closed(reduced, 'repaid', now) : reduced;
  const event = { kind: 'repaid', currencyId: loan.currencyId, amount, atMs: now } as const;
  const written = await writeChange(deps, tx, after, [eventOf(after, event)]);
  const codeOf = await readCurrencyCodes(deps, tx);
  await messages.notify(tx, {
    user: loan.userId,
    kind: 'loans:repaid',
    values: {
      id: loan.id,
      amount: format(amount),
      currency: codeOf(loan.currencyId),
      debt: format(loanDebt(after)),
    },
    key: `loan:${loan.id}:repaid:${format(debt)}:${loan.chargedDays}`,
  });
  return written;
}
