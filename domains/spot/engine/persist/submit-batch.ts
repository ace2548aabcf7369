import { endWaits, endWith, spansOf } from '@karat/platform/tracing';
import type { Tracer } from '@karat/platform/tracing';
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
  pipeline: BatchPipeline,
  queued: readonly QueuedCommand[],
  { number, at }: Pick<BatchWork, 'number' | 'at'>,
): InFlightBatch | undefined {
  const work: BatchWork = { commands: queued.map((each) => each.command), number, at, plan: undefined };
  const inFlight = (alone: boolean, committed: Promise<BatchPlan>): InFlightBatch => ({
    queued,
    work,
    exclusive: alone,
    committed,
  });
  try {
    if (!decideInMemory(deps, queued, work) && !pipeline.isEmpty) return undefined;
    if (!work.plan) return inFlight(true, commitLocked(deps, work));
    const committed = submitInMemory(deps, work, work.plan);
    if (committed) return inFlight(false, committed);
    return inFlight(
      true,
      pipeline.allCommitted().then(() => commitLocked(deps, work)),
    );
  } catch (error) {
    // A bug, which may have left a partial change in the books: the batch fails, and they are rebuilt.
    return inFlight(true, Promise.reject(error as Error));
  }
}

/** Submits a batch in a trace of its own, linked to those of its commands; its statements are steps of it. */
export function submitTraced(
  tracer: Tracer | undefined,
  ...[deps, pipeline, queued, work]: Parameters<typeof submitBatch>
): InFlightBatch | undefined {
  if (tracer === undefined) return submitBatch(deps, pipeline, queued, work);
  const span = tracer.startLinked('spot batch', spansOf(queued), { 'karat.batch.size': queued.length });
  const inFlight = tracer.within(span, () => submitBatch(deps, pipeline, queued, work));
  // A batch that must wait is submitted again later; its span is not exported.
  if (inFlight === undefined) return undefined;
  endWaits(queued, span);
  void endWith(span, inFlight.committed, () => 'commit_failed');
  return inFlight;
}
