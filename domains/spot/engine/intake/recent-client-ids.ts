import type { StoredClientId } from '../decide/batch-state.ts';
import type { QueuedCommand, UsedClientId } from './commands.ts';
import { clientIdKey, emptyPrefetch } from './prefetched-rows.ts';
import type { PrefetchedRows } from './prefetched-rows.ts';

/** Keys in memory at most; a look at the rows that is older than the oldest of them is worth nothing. */
const KEYS_MAX = 20_000;

/**
 * Client keys of the latest batches in the order in which they were decided: what a look at the rows, taken before a command
 * had its turn, cannot have seen.
 */
export class RecentClientIds {
  readonly #keys = new Map<string, UsedClientId>();
  #decided = 0;
  #durable = 0;
  #forgotten = 0;

  /** What has to be named after a look at the rows that begins now: from here on keys may be missing in it. */
  get sequence(): number {
    return this.#durable;
  }

  /** What these commands have to know of client keys; undefined when one of them needs rows that have not been read. */
  lookUp(queued: readonly QueuedCommand[]): PrefetchedRows | undefined {
    const known = emptyPrefetch();
    for (const { command, key } of queued) {
      if (command.kind === 'cancel_all' || command.kind === 'amend') return undefined;
      if (command.kind !== 'place' || command.input.clientKey === undefined) continue;
      if (!key || this.#forgotten > key.moment) return undefined;
      const name = clientIdKey(command.userId, command.input.clientKey);
      const taken = this.#keys.get(name) ?? key.taken;
      if (taken) known.clientIds.set(name, taken);
    }
    return known;
  }

  recordDecided(keys: readonly StoredClientId[]): void {
    for (const { userId, key, input, orderId } of keys) {
      this.#keys.set(clientIdKey(userId, key), { input, id: orderId });
      this.#decided += 1;
    }
    for (const name of this.#keys.keys()) {
      if (this.#keys.size <= KEYS_MAX) break;
      this.#keys.delete(name);
      this.#forgotten += 1;
    }
  }

  recordDurable(keys: readonly StoredClientId[]): void {
    this.#durable += keys.length;
  }

  /** A batch has failed: nothing that was decided and not committed holds, and no look from before. */
  reset(): void {
    this.#keys.clear();
    this.#decided += 1;
    this.#durable = this.#decided;
    this.#forgotten = this.#decided;
  }
}
