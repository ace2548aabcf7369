/** Semaphore with a bounded queue in order of arrival. */
export interface Semaphore {
  /** Runs the work when a slot is free, or returns `full` at once if the queue is full. */
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
        // A slot is handed on rather than freed, so that later callers do not overtake.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
