import { endWaits, endWith, spansOf } from '@karat/platform/tracing';
import { FenceLost } from '../recovery/fence.ts';
import type { QueuedCommand } from './command-queue.ts';
import { serveTogether } from './command.ts';
import { EngineStopped, isTransient } from '../persist/batch.ts';
import type { EngineDeps } from '../deps.ts';
import { secondsBetween } from '../times.ts';

/** Attempts of a batch that fails by the database before its commands run one by one. */
const ATTEMPTS_MAX = 3;

/**
 * Runs commands in one transaction and replies to their callers. A batch that is known not to be durable runs again
 * after `reload`: as a whole if the database failed, else one by one, so that one failing command does not fail the
 * others. Commands whose caller already has a reply are skipped. Throws FenceLost and EngineStopped.
 */
export async function serve(
  engine: EngineDeps,
  queued: readonly QueuedCommand[],
  reload: () => Promise<void>,
): Promise<void> {
  let left = queued;
  for (let attempt = 1; left.length > 0; attempt++) {
    for (const each of left) each.inDoubt = true;
    const started = performance.now();
    try {
      const outcomes = await serveTraced(engine, left);
      engine.onBatch({
        size: left.length,
        waited: secondsBetween(Math.min(...left.map(({ since }) => since)), started),
        commit: secondsBetween(started, performance.now()),
      });
      left.forEach((each, index) => {
        const outcome = outcomes[index];
        if (outcome) each.answer(outcome);
        else each.giveUp();
      });
      return;
    } catch (error) {
      if (error instanceof EngineStopped || error instanceof FenceLost) throw error;
      for (const each of left) each.inDoubt = false;
      engine.deps.ctx.log.error({ err: error, commands: left.length, attempt }, 'contract batch failed');
      await reload();
      left = left.filter((each) => !each.isAnswered);
      if (isTransient(error) && attempt < ATTEMPTS_MAX) continue;
      if (left.length === 1) left[0]?.giveUp();
      else for (const each of left) await serve(engine, [each], reload);
      return;
    }
  }
}

/** Runs a batch in a trace of its own, linked to those of its commands; its statements are steps of it. */
function serveTraced(engine: EngineDeps, queued: readonly QueuedCommand[]): ReturnType<typeof serveTogether> {
  const { tracer } = engine.deps.ctx;
  const commands = queued.map((each) => each.command);
  if (tracer === undefined) return serveTogether(engine, commands);
  const span = tracer.startLinked('contracts batch', spansOf(queued), { 'karat.batch.size': queued.length });
  endWaits(queued, span);
  const outcomes = tracer.within(span, () => serveTogether(engine, commands));
  return endWith(span, outcomes, () => 'commit_failed');
}
