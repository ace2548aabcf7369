const MS_PER_S = 1_000;
const LOOK_MS = 20;
/** Time to read bytes that have arrived. */
const GRACE_MS = 100;

/** Running requests, and whether new ones should go elsewhere. */
export interface RequestDrain {
  /** From now on every reply asks its client to reconnect. */
  closing: boolean;
  /** Counts a new request; returns its start time. */
  begin(): number;
  /** Counts the end of a request; returns its duration in seconds. */
  end(began: number): number;
  /** Resolves when no request is running, at the latest after `max` ms. */
  drained(most: number): Promise<void>;
}

export function createRequestDrain(): RequestDrain {
  let active = 0;
  return {
    closing: false,
    begin() {
      active += 1;
      return performance.now();
    },
    end(began) {
      active -= 1;
      return (performance.now() - began) / MS_PER_S;
    },
    async drained(most) {
      const until = performance.now() + most;
      await new Promise((resolve) => setTimeout(resolve, GRACE_MS));
      while (active > 0 && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    },
  };
}
