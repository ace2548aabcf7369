import { submitInMemory, decideInMemory } from './in-memory-commit.ts';
import type { QueuedCommand } from '../intake/commands.ts';
import { commitLocked } from './locked-commit.ts';
import type { CommitDeps, BatchWork } from './locked-commit.ts';
import type { InFlightBatch, BatchPipeline } from './pipeline.ts';
import type { BatchPlan } from '../decide/plan.ts';

/**
 * Submits the commands as one batch: decided at once if memory suffices, else on locked rows. Returns undefined if it
 * needs rows and must wait until the batches before it are committed.
 */
export function submitBatch(
  deps: CommitDeps,
  flights: BatchPipeline,
  queued: readonly QueuedCommand[],
  { number, at }: Pick<BatchWork, 'number' | 'at'>,
): InFlightBatch | undefined {
  const work: BatchWork = { commands: queued.map((each) => each.command), number, at, plan: undefined };
  const flight = (alone: boolean, landed: Promise<BatchPlan>): InFlightBatch => ({
    queued,
    work,
    exclusive: alone,
    committed: landed,
  });
  try {
    if (!decideInMemory(deps, queued, work) && !flights.isEmpty) return undefined;
    if (!work.plan) return flight(true, commitLocked(deps, work));
    const landed = submitInMemory(deps, work, work.plan);
    if (landed) return flight(false, landed);
    return flight(
      true,
      flights.allCommitted().then(() => commitLocked(deps, work)),
    );
  } catch (error) {
    // A bug, which may have left a partial change in the books: the batch fails, and they are rebuilt.
    return flight(true, Promise.reject(error as Error));
  }
}
