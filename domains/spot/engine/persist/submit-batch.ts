import { submitInMemory, decideInMemory } from './in-memory-commit.ts';
import type { QueuedCommand } from '../intake/commands.ts';
import { commitLocked } from './locked-commit.ts';
import type { CommitDeps, BatchWork } from './locked-commit.ts';
import type { InFlightBatch, BatchPipeline } from './pipeline.ts';
import type { BatchPlan } from '../decide/plan.ts';

/**
 * Sends the commands on their way as one batch: decided at once if that can be done from memory, else on locked rows.
 * Undefined when it needs rows and must wait until the batches before it have landed.
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
    // A bug, which may have left half a change in the books: the batch fails, and they are built anew.
    return flight(true, Promise.reject(error as Error));
  }
}
