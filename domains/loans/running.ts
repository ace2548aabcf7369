import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { LoansDeps } from './deps.ts';
import { insertEvents } from './event-store.ts';
import { isLoanRecovered } from './margin.ts';
import { noticeOverdue } from './notify.ts';
import { chargeStarted } from './rules.ts';
import { lockLoan, lockLoanOfUser, writeLoan } from './store.ts';
import { loansChanged } from './topics.ts';
import type { Loan, NewLoanEvent, RunningLoan } from './types.ts';

/** Charges what has started, so that every action sees the debt of this moment; written with the action. */
async function charged(deps: LoansDeps, tx: Tx, loan: RunningLoan): Promise<RunningLoan> {
  const result = chargeStarted(loan, deps.ctx.clock.now());
  await insertEvents(tx, loan.id, result.events);
  await noticeOverdue(deps, tx, loan, result.charges);
  return result.loan;
}

const isRunning = (loan: Loan): loan is RunningLoan => loan.state === 'active' && loan.running !== undefined;

/** One of a user's running loans, locked and charged until now. Refuses `loan_unknown` and `loan_not_open`. */
export async function lockRunning(deps: LoansDeps, tx: Tx, user: UserId, id: number): Promise<RunningLoan> {
  const loan = (await lockLoanOfUser(tx, user, id)) ?? refuse('loan_unknown');
  if (!isRunning(loan)) return refuse('loan_not_open');
  return charged(deps, tx, loan);
}

/** A loan that still runs, locked and charged until now; undefined if it has ended. */
export async function lockIfRunning(deps: LoansDeps, tx: Tx, id: number): Promise<RunningLoan | undefined> {
  const loan = await lockLoan(tx, id);
  return loan && isRunning(loan) ? charged(deps, tx, loan) : undefined;
}

/** Writes a locked loan with an event; a margin call ends where the risk rate has recovered. */
export async function writeChange(
  deps: LoansDeps,
  tx: Tx,
  loan: RunningLoan,
  events: readonly NewLoanEvent[],
): Promise<RunningLoan> {
  const isRecovered = loan.calledMs !== undefined && isLoanRecovered(deps, loan);
  const written: RunningLoan = isRecovered ? { ...loan, calledMs: undefined } : loan;
  await writeLoan(tx, written);
  await insertEvents(tx, loan.id, events);
  const { bus } = deps.ctx;
  tx.afterCommit(() => bus.publish(loansChanged, { ids: [loan.id] }));
  return written;
}
