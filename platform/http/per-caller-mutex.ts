import { refuse } from '@karat/contract';
import { createSemaphore } from '@karat/platform/semaphore';
import type { Semaphore } from '@karat/platform/semaphore';

/** Maximum queue length per caller; further requests are refused at once. */
const WAITING_MAX = 100;

/**
 * Runs one request that moves money at a time for each caller. They would wait for each other's rows anyway, each with
 * a connection: here they wait without one, so that one caller's requests do not exhaust the pool. Refuses
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
