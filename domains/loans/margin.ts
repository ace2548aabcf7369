import { LOAN_REARM_PERCENT, isLoanBelow } from '@karat/rules';
import type { LoansDeps } from './deps.ts';
import { priceLoan } from './pricing.ts';
import type { RunningLoan } from './types.ts';

/** Whether the risk rate is back above the rate that ends a margin call, at current prices. */
export function isLoanRecovered(deps: Pick<LoansDeps, 'market'>, loan: RunningLoan): boolean {
  const priced = priceLoan(deps, loan);
  return priced !== undefined && priced.isFresh && !isLoanBelow(priced, LOAN_REARM_PERCENT);
}
