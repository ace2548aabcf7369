/** Lets so many through at a time; the others wait in order, up to a limit. */
export interface Semaphore {
  /** Runs the work when its turn comes, or `full` at once when too many wait already. */
  run<T>(work: () => Promise<T>, full: () => T): Promise<T>;
}

export function createSemaphore(atOnce: number, waitingMax: number): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work, full) {
      if (running >= atOnce) {
        if (waiting.length >= waitingMax) return full();
        await new Promise<void>((go) => waiting.push(go));
      } else {
        running += 1;
      }
      try {
        return await work();
      } finally {
        // A place is handed on rather than freed, so that nobody who comes later overtakes.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
