import { BATCH_JOURNALS_MAX } from '@karat/domains/ledger';
import type { Queued } from './commands.ts';
import { journalOf, writePlan } from './commit.ts';
import type { Committing, Work } from './commit.ts';
import { foresee } from './foresee.ts';
import { isEmpty, keysOf, makePlan } from './plan.ts';
import type { Plan } from './plan.ts';

/** Decides a batch at once if everything that it needs is in memory. Nothing has changed when it answers false. */
export function decideAhead(parts: Committing, queued: readonly Queued[], work: Work): boolean {
  const { kept } = parts.ledger;
  const known = parts.recent.recall(queued);
  if (!known) return false;
  const keys = foresee(work.commands, parts.books);
  if (!kept.knows(keys)) return false;
  const funds = { keys, available: kept.availableOf };
  work.plan = makePlan(parts, work, funds, known);
  return true;
}

/**
 * Sends a decided batch with its commit in one go, behind whatever is on its way before it; undefined when a balance that
 * it moves is not known. `onWritten` is told when only the commit is left.
 */
export function commitAhead(
  parts: Committing,
  { number }: Work,
  plan: Plan,
  onWritten: () => void,
): Promise<Plan> | undefined {
  const { batch } = plan;
  if (isEmpty(batch)) return Promise.resolve(plan);
  if (batch.journals.length > BATCH_JOURNALS_MAX) return undefined;
  const money = parts.ledger.kept.open(keysOf(batch));
  if (!money) return undefined;
  for (const journal of batch.journals) money.post(journal);
  money.depart();
  return parts.session
    .transact(async (tx) => {
      tx.withCommit(() => writePlan(parts, tx, plan, number));
      tx.withCommit(() => money.write(tx, journalOf(number)).then(onWritten));
    })
    .then(() => plan)
    .finally(() => money.landed());
}
