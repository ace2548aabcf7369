import { commitAhead, decideAhead } from './ahead.ts';
import type { Queued } from './commands.ts';
import { commitLocked } from './commit.ts';
import type { Committing, Work } from './commit.ts';
import type { Flight, Flights } from './flights.ts';
import type { Plan } from './plan.ts';

/**
 * Sends the commands on their way as one batch: decided at once if that can be done from memory, else on locked rows.
 * Undefined when it needs rows and must wait until the batches before it have landed.
 */
export function dispatch(
  parts: Committing,
  flights: Flights,
  queued: readonly Queued[],
  { number, at }: Pick<Work, 'number' | 'at'>,
): Flight | undefined {
  const work: Work = { commands: queued.map((each) => each.command), number, at, plan: undefined };
  const flight = (alone: boolean, landed: Promise<Plan>): Flight => ({ queued, work, alone, landed });
  try {
    if (!decideAhead(parts, queued, work) && !flights.none) return undefined;
    if (!work.plan) return flight(true, commitLocked(parts, work));
    const landed = commitAhead(parts, work, work.plan);
    if (landed) return flight(false, landed);
    return flight(
      true,
      flights.landed().then(() => commitLocked(parts, work)),
    );
  } catch (error) {
    // A bug, which may have left half a change in the books: the batch fails, and they are built anew.
    return flight(true, Promise.reject(error as Error));
  }
}
