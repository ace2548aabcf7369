/** Takes changes from events of the bus, and has them read and sent. */
export interface SerialConsumer<Change> {
  /** Consumed at once, or together with others after the running call. Equal primitives count once. */
  add(changes: Iterable<Change>): void;
}

/**
 * Calls `consume` with the changes that have gathered, one call at a time: two reads of a changed row at once may be
 * answered in the other order, and the state that clients keep would be the older one. `failed` gets the error of a call
 * and its changes, which are not consumed again.
 */
export function createSerialConsumer<Change>(
  consume: (changes: readonly Change[]) => Promise<unknown>,
  failed: (error: unknown, changes: readonly Change[]) => void,
): SerialConsumer<Change> {
  let gathered = new Set<Change>();
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (gathered.size > 0) {
      const changes = [...gathered];
      gathered = new Set();
      try {
        await consume(changes);
      } catch (error) {
        failed(error, changes);
      }
    }
    running = false;
  };
  return {
    add(changes) {
      for (const change of changes) gathered.add(change);
      if (!running) void run();
    },
  };
}
