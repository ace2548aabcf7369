/** Loans on collateral: applications, operators' decisions, daily interest, margin calls and liquidations. */
import type { Contract } from '@karat/contract';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { Tx } from '@karat/platform/db';
import type { Handlers } from '@karat/platform/http';
import { loansApprovals } from './approvals.ts';
import { seedDemoLoans, seedFunds } from './demo.ts';
import type { DemoBorrowers } from './demo.ts';
import type { LoansDeps } from './deps.ts';
import { loansHandlers } from './http.ts';
import { createLoansWorker } from './worker.ts';
import type { LoansWorker } from './worker.ts';

export { loansMessages } from './messages.ts';
export { loansNotices } from './notices.ts';
export { loanHistoryOf } from './credit-history.ts';
export type { LoanHistory } from './credit-history.ts';
export { checkLoans } from './obligations.ts';
export { DEFAULT_POLICY } from './policy.ts';
export type { LoanPolicy } from './policy.ts';
export { RiskBook } from './risk-book.ts';
export type { RunningLoan } from './types.ts';
export type { Borrower, LoansDeps } from './deps.ts';
export { debtsOfUsers, loansWealth } from './wealth.ts';

export interface Loans {
  readonly handlers: Handlers<Contract['loans']>;
  /** What two operators decide: large loans, and who is a market maker. */
  readonly approvals: ApprovalKinds;
  /** Charges days and values loans; runs where due work runs. */
  readonly worker: LoansWorker;
  /** The first money of the pool. Demonstrations only. */
  seedFunds(tx: Tx): Promise<void>;
  /** Loans of demo users, once; the index must be running. Demonstrations only. */
  seedDemoLoans(tx: Tx, users: DemoBorrowers): Promise<void>;
}

export function createLoans(deps: LoansDeps): Loans {
  return {
    handlers: loansHandlers(deps),
    approvals: loansApprovals(deps),
    worker: createLoansWorker(deps),
    seedFunds: (tx) => seedFunds(deps, tx),
    seedDemoLoans: (tx, users) => seedDemoLoans(deps, tx, users),
  };
}
