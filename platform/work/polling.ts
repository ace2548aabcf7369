import type { Context } from '@karat/platform/context';

/** Something that is looked at again and again while there is work in it. */
export interface Polling {
  start(): void;
  /** Goes through what is there now, batch after batch, and answers how many items that were. */
  runDue(): Promise<number>;
  /** Takes no further batch and waits for the one at hand. */
  stop(): Promise<void>;
}

/**
 * Runs batches whenever the interval has passed and none is running, each after the other until one is empty. A batch that
 * throws is logged, and the next interval tries again.
 */
export function createPolling(
  ctx: Context,
  what: { readonly name: string; readonly pollMs: number; runBatch(): Promise<number> },
): Polling {
  let stopped = false;
  let busy: Promise<number> | undefined;
  let stopPolling: (() => void) | undefined;

  async function runAll(): Promise<number> {
    let total = 0;
    while (!stopped) {
      const count = await what.runBatch();
      total += count;
      if (count === 0) break;
    }
    return total;
  }

  const once = (): Promise<number> => (busy ??= runAll().finally(() => (busy = undefined)));

  return {
    start() {
      stopPolling ??= ctx.clock.every(what.pollMs, () => {
        if (busy || stopped) return;
        once().catch((error: unknown) =>
          ctx.log.error({ of: what.name, error: String(error) }, 'a batch failed'),
        );
      });
    },
    runDue: once,
    async stop() {
      stopped = true;
      stopPolling?.();
      await busy?.catch(() => 0);
    },
  };
}
