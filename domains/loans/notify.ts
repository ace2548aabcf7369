import { format } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { loanDebt } from '@karat/rules';
import type { LoanCharge } from '@karat/rules';
import { readCurrencyCodes } from './deps.ts';
import type { LoansDeps } from './deps.ts';
import type { RunningLoan } from './types.ts';

/** Notifies the borrower when the first overdue day of a loan is charged. */
export async function noticeOverdue(
  deps: Pick<LoansDeps, 'ledger' | 'messages'>,
  tx: Tx,
  loan: RunningLoan,
  charges: readonly LoanCharge[],
): Promise<void> {
  if (!charges.some(({ day }) => day === loan.days + 1)) return;
  const codeOf = await readCurrencyCodes(deps, tx);
  await deps.messages.notify(tx, {
    user: loan.userId,
    kind: 'loans:overdue',
    values: { id: loan.id, debt: format(loanDebt(loan)), currency: codeOf(loan.currencyId) },
    key: `loan:${loan.id}:overdue`,
  });
}
