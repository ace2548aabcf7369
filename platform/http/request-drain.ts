const MS_PER_S = 1_000;
const LOOK_MS = 20;
/** Bytes that have arrived are read within it. */
const GRACE_MS = 100;

/** Requests under way, and whether new ones should go elsewhere. */
export interface RequestDrain {
  /** From now on every answer asks its client to connect anew. */
  closing: boolean;
  /** Notes that a request has come in; answers the moment. */
  begin(): number;
  /** Notes that it is answered; answers the seconds it took. */
  end(began: number): number;
  /** Resolves when nothing is under way any more, at the latest after `most` ms. */
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
