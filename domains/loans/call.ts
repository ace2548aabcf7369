import { ZERO, format } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { LOAN_CALL_PERCENT, LOAN_LIQUIDATION_PERCENT, isLoanBelow, loanRiskRate } from '@karat/rules';
import type { LoansDeps } from './deps.ts';
import { priceLoan } from './pricing.ts';
import { eventOf } from './rules.ts';
import { lockIfRunning, writeChange } from './running.ts';

/**
 * Calls a borrower whose risk rate has fallen below the call rate, once per fall; a call ends where the rate has recovered.
 * Returns true if it called.
 */
export async function callMargin(deps: LoansDeps, tx: Tx, id: number): Promise<boolean> {
  const loan = await lockIfRunning(deps, tx, id);
  if (!loan) return false;
  const priced = priceLoan(deps, loan);
  const isLow = priced?.isFresh === true && isLoanBelow(priced, LOAN_CALL_PERCENT);
  if (!isLow || loan.calledMs !== undefined) {
    await writeChange(deps, tx, loan, []);
    return false;
  }
  const atMs = deps.ctx.clock.now();
  const called = { kind: 'called', currencyId: loan.currencyId, amount: ZERO, atMs } as const;
  await writeChange(deps, tx, { ...loan, calledMs: atMs }, [eventOf(loan, called)]);
  await deps.messages.notify(tx, {
    user: loan.userId,
    kind: 'loans:called',
    values: {
      id,
      rate: format(loanRiskRate(priced) ?? ZERO),
      percent: LOAN_CALL_PERCENT,
      liquidation: LOAN_LIQUIDATION_PERCENT,
    },
    key: `loan:${id}:called:${atMs}`,
  });
  return true;
}
