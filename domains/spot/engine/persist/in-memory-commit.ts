import { BATCH_JOURNALS_MAX } from '@karat/domains/ledger';
import type { QueuedCommand } from '../intake/commands.ts';
import { journalKeyOf, writePlan } from './locked-commit.ts';
import type { CommitDeps, BatchWork } from './locked-commit.ts';
import { predictTouchedBalances } from './touched-balances.ts';
import { isEmpty, balanceKeysOf, planBatch } from '../decide/plan.ts';
import type { BatchPlan } from '../decide/plan.ts';

/** Decides a batch at once if everything that it needs is in memory. Nothing has changed if it returns false. */
export function decideInMemory(deps: CommitDeps, queued: readonly QueuedCommand[], work: BatchWork): boolean {
  const { cache } = deps.ledger;
  const known = deps.recent.lookUp(queued);
  if (!known) return false;
  const keys = predictTouchedBalances(work.commands, deps.books);
  if (!cache.has(keys)) return false;
  const funds = { keys, available: cache.availableOf };
  work.plan = planBatch(deps, work, funds, known);
  return true;
}

/**
 * Sends a decided batch as one statement that is its whole transaction, behind the batches in flight; undefined if a
 * balance that it moves is unknown.
 */
export function submitInMemory(
  deps: CommitDeps,
  { number }: BatchWork,
  plan: BatchPlan,
): Promise<BatchPlan> | undefined {
  const { batch } = plan;
  if (isEmpty(batch)) return Promise.resolve(plan);
  if (batch.journals.length > BATCH_JOURNALS_MAX) return undefined;
  const money = deps.ledger.cache.openCached(balanceKeysOf(batch));
  if (!money) return undefined;
  for (const journal of batch.journals) money.post(journal);
  money.submit();
  return writePlan(deps, deps.session, plan, number, money.statementPart(journalKeyOf(number)))
    .then(() => {
      money.committed();
      return plan;
    })
    .finally(() => money.ended());
}
