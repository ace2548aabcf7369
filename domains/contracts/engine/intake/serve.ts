import { FenceLost } from '../recovery/fence.ts';
import type { QueuedCommand } from './command-queue.ts';
import { serveTogether } from './command.ts';
import { EngineStopped, isTransient } from '../persist/batch.ts';
import type { EngineDeps } from '../deps.ts';

/** Tries of a batch that fails by the database before its commands are served one by one. */
const ATTEMPTS_MAX = 3;

/**
 * Serves commands in one transaction and answers their callers. A batch that is known not to be durable is served again, after
 * `reload`: together where the database failed, else one by one, so that a command that cannot be done does not take the
 * others with it. Whose caller was answered meanwhile is not served again. Throws FenceLost and EngineStopped.
 */
export async function serve(
  works: EngineDeps,
  queued: readonly QueuedCommand[],
  reload: () => Promise<void>,
): Promise<void> {
  let left = queued;
  for (let attempt = 1; left.length > 0; attempt++) {
    for (const each of left) each.inDoubt = true;
    try {
      const outcomes = await serveTogether(
        works,
        left.map((each) => each.command),
      );
      left.forEach((each, index) => {
        const outcome = outcomes[index];
        if (outcome) each.answer(outcome);
        else each.giveUp();
      });
      return;
    } catch (error) {
      if (error instanceof EngineStopped || error instanceof FenceLost) throw error;
      for (const each of left) each.inDoubt = false;
      works.deps.ctx.log.error({ err: error, commands: left.length, attempt }, 'contract batch failed');
      await reload();
      left = left.filter((each) => !each.isAnswered);
      if (isTransient(error) && attempt < ATTEMPTS_MAX) continue;
      if (left.length === 1) left[0]?.giveUp();
      else for (const each of left) await serve(works, [each], reload);
      return;
    }
  }
}
