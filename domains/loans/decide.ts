import { refuse } from '@karat/contract';
import type { LoanReason } from '@karat/contract';
import { format, negate, percentFromRate } from '@karat/money';
import type { Rate } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { loanChargeMs, loanDueMs } from '@karat/rules';
import { checkAmount, endApplication } from './apply.ts';
import { poolKey, readCurrencyCodes, userKey } from './deps.ts';
import type { LoansDeps } from './deps.ts';
import { mayBorrow, standingOf } from './eligibility.ts';
import { insertEvents } from './event-store.ts';
import { chargeStarted, eventOf, withChange } from './rules.ts';
import { lockLoan, writeLoan } from './store.ts';
import { withThresholds } from './thresholds.ts';
import { loansChanged } from './topics.ts';
import type { Loan, RunningLoan } from './types.ts';

export interface Approval {
  readonly id: number;
  /** Rate per day. */
  readonly daily: Rate;
  readonly operator: string;
}

export interface Rejection {
  readonly id: number;
  readonly reason: LoanReason;
  /** For the applicant; may be empty. */
  readonly note: string;
  readonly operator: string;
}

/** Moves the loan from the pool to the assets of the loan. Refuses `loan_pool_empty`. */
async function draw({ ledger }: LoansDeps, tx: Tx, loan: Loan, at: number): Promise<void> {
  const [pool, own] = [poolKey(loan.currencyId), userKey(loan.userId, loan.currencyId)];
  const batch = await ledger.openBatch(tx, [own, pool]);
  if (batch.available(pool.account, pool.currency) < loan.amount) refuse('loan_pool_empty');
  batch.post({
    key: `loan:drawdown:${loan.id}`,
    kind: 'loan:drawdown',
    reference: String(loan.id),
    at,
    entries: [
      { ...own, held: loan.amount },
      { ...pool, available: negate(loan.amount) },
    ],
  });
  await batch.close();
}

/** Refuses an application that cannot be approved now; nothing changes. */
export async function checkApproval(deps: LoansDeps, tx: Tx, loan: Loan): Promise<void> {
  if (loan.state !== 'pending') refuse('loan_decided');
  if (!mayBorrow(await standingOf(deps, tx, loan.userId)))
    refuse('loan_not_eligible', { level: deps.policy.vipLevel });
  const codeOf = await readCurrencyCodes(deps, tx);
  checkAmount(await withThresholds(deps, tx), loan, loan.assets, codeOf(loan.currencyId));
}

/**
 * Approves an application at a rate and pays it out: the money joins the assets of the loan. Day 1 is charged at once. Refuses
 * `loan_unknown`, `loan_decided`, `loan_not_eligible`, `index_stale`, `loan_amount`, `loan_leverage`, `loan_pool_empty`.
 */
export async function approve(deps: LoansDeps, tx: Tx, { id, daily, operator }: Approval): Promise<Loan> {
  const { ctx, messages } = deps;
  const loan = (await lockLoan(tx, id)) ?? refuse('loan_unknown');
  await checkApproval(deps, tx, loan);
  const now = ctx.clock.now();
  await draw(deps, tx, loan, now);
  const started: RunningLoan = {
    ...loan,
    state: 'active',
    decidedMs: now,
    decidedBy: operator,
    running: { daily, startedMs: now, dueMs: loanDueMs(now, loan.days) },
    principal: loan.amount,
    nextChargeMs: loanChargeMs(now, 1),
    assets: withChange(loan.assets, loan.currencyId, loan.amount),
  };
  const approved = { kind: 'approved', currencyId: loan.currencyId, amount: loan.amount, atMs: now } as const;
  const { loan: charged, events } = chargeStarted(started, now);
  await writeLoan(tx, charged);
  await insertEvents(tx, id, [eventOf(started, approved), ...events]);
  const codeOf = await readCurrencyCodes(deps, tx);
  await messages.notify(tx, {
    user: loan.userId,
    kind: 'loans:approved',
    values: {
      amount: format(loan.amount),
      currency: codeOf(loan.currencyId),
      rate: format(percentFromRate(daily)),
      days: loan.days,
    },
    key: `loan:${id}:approved`,
  });
  tx.afterCommit(() => ctx.bus.publish(loansChanged, { ids: [id] }));
  return charged;
}

/** Rejects an application with a reason and a note, both of which the applicant reads. Refuses `loan_unknown` and `loan_decided`. */
export async function reject(
  deps: LoansDeps,
  tx: Tx,
  { id, reason, note, operator }: Rejection,
): Promise<Loan> {
  const loan = (await lockLoan(tx, id)) ?? refuse('loan_unknown');
  const ended = await endApplication(deps, tx, loan, {
    state: 'rejected',
    decidedBy: operator,
    reason,
    note,
  });
  const codeOf = await readCurrencyCodes(deps, tx);
  await deps.messages.notify(tx, {
    user: loan.userId,
    kind: 'loans:rejected',
    values: { amount: format(loan.amount), currency: codeOf(loan.currencyId), reason, note },
    key: `loan:${id}:rejected`,
  });
  return ended;
}
