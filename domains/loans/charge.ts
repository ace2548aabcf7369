import type { Tx } from '@karat/platform/db';
import type { LoansDeps } from './deps.ts';
import { insertEvents } from './event-store.ts';
import { noticeOverdue } from './notify.ts';
import { chargeStarted } from './rules.ts';
import { claimDue, writeLoan } from './store.ts';
import { loansChanged } from './topics.ts';

const BATCH = 200;
/** Days of one loan in one transaction; a server that was down longer takes several. */
const DAYS_MAX = 60;

/**
 * Charges every day that has started, of a batch of loans, each day with its own moment: interest within the term, the overdue
 * charge after it. A claimed loan is locked, so that a day is charged once however often a process dies. Returns how many days
 * it charged.
 */
export async function chargeDue(deps: LoansDeps, tx: Tx): Promise<number> {
  const { ctx, onStep, batch = BATCH } = deps;
  const now = ctx.clock.now();
  const claimed = await claimDue(tx, now, batch);
  if (claimed.length === 0) return 0;
  onStep?.('claimed');
  let days = 0;
  for (const loan of claimed) {
    const charged = chargeStarted(loan, now, DAYS_MAX);
    await insertEvents(tx, loan.id, charged.events);
    onStep?.('posted');
    await writeLoan(tx, charged.loan);
    await noticeOverdue(deps, tx, loan, charged.charges);
    days += charged.charges.length;
  }
  onStep?.('written');
  const ids = claimed.map(({ id }) => id);
  tx.afterCommit(() => ctx.bus.publish(loansChanged, { ids }));
  return days;
}
