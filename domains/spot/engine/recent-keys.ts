import type { KeptKey } from './batch.ts';
import type { Queued, Taken } from './commands.ts';
import { keyName, nothingKnown } from './foreknow.ts';
import type { Foreknown } from './foreknow.ts';

/** Keys in memory at most; a look at the rows that is older than the oldest of them is worth nothing. */
const KEYS_MAX = 20_000;

/**
 * Client keys of the latest batches in the order in which they were decided: what a look at the rows, taken before a command
 * had its turn, cannot have seen.
 */
export class RecentKeys {
  readonly #keys = new Map<string, Taken>();
  #decided = 0;
  #durable = 0;
  #forgotten = 0;

  /** What has to be named after a look at the rows that begins now: from here on keys may be missing in it. */
  get moment(): number {
    return this.#durable;
  }

  /** What these commands have to know of client keys; undefined when one of them needs rows that have not been read. */
  recall(queued: readonly Queued[]): Foreknown | undefined {
    const known = nothingKnown();
    for (const { command, key } of queued) {
      if (command.kind === 'cancel_all' || command.kind === 'amend') return undefined;
      if (command.kind !== 'place' || command.input.clientKey === undefined) continue;
      if (!key || this.#forgotten > key.moment) return undefined;
      const name = keyName(command.userId, command.input.clientKey);
      const taken = this.#keys.get(name) ?? key.taken;
      if (taken) known.keys.set(name, taken);
    }
    return known;
  }

  decided(keys: readonly KeptKey[]): void {
    for (const { userId, key, input, orderId } of keys) {
      this.#keys.set(keyName(userId, key), { input, id: orderId });
      this.#decided += 1;
    }
    for (const name of this.#keys.keys()) {
      if (this.#keys.size <= KEYS_MAX) break;
      this.#keys.delete(name);
      this.#forgotten += 1;
    }
  }

  durable(keys: readonly KeptKey[]): void {
    this.#durable += keys.length;
  }

  /** A batch has failed: nothing that was decided and not committed holds, and no look from before. */
  forget(): void {
    this.#keys.clear();
    this.#decided += 1;
    this.#durable = this.#decided;
    this.#forgotten = this.#decided;
  }
}
