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
 * Sends a decided batch as one statement that is its whole transaction, behind whatever is on its way before it; undefined
 * when a balance that it moves is not known.
 */
export function commitAhead(parts: Committing, { number }: Work, plan: Plan): Promise<Plan> | undefined {
  const { batch } = plan;
  if (isEmpty(batch)) return Promise.resolve(plan);
  if (batch.journals.length > BATCH_JOURNALS_MAX) return undefined;
  const money = parts.ledger.kept.open(keysOf(batch));
  if (!money) return undefined;
  for (const journal of batch.journals) money.post(journal);
  money.depart();
  return writePlan(parts, parts.session, plan, number, money.part(journalOf(number)))
    .then(() => {
      money.committed();
      return plan;
    })
    .finally(() => money.landed());
}
