import { refuse } from '@karat/contract';
import { createSemaphore } from '@karat/platform/semaphore';
import type { Semaphore } from '@karat/platform/semaphore';

/** Requests of one caller that may wait for their turn; further ones are refused at once. */
const WAITING_MAX = 100;

/**
 * Lets one request that moves money run at a time for each caller. They would wait for each other's rows anyway, each with a
 * connection in its hands: here they wait with nothing, so that one caller's haste takes nothing from the others. Refuses
 * `too_many_requests` beyond a hundred that wait.
 */
export function createPerCallerMutex(): <T>(caller: string, work: () => Promise<T>) => Promise<T> {
  const gates = new Map<string, { readonly gate: Semaphore; inside: number }>();
  return async (caller, work) => {
    let turn = gates.get(caller);
    if (!turn) {
      turn = { gate: createSemaphore(1, WAITING_MAX), inside: 0 };
      gates.set(caller, turn);
    }
    turn.inside += 1;
    try {
      return await turn.gate.run(work, () => refuse('too_many_requests'));
    } finally {
      turn.inside -= 1;
      if (turn.inside === 0) gates.delete(caller);
    }
  };
}
