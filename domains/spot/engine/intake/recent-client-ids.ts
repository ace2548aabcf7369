import type { StoredClientId } from '../decide/batch-state.ts';
import type { QueuedCommand, UsedClientId } from './commands.ts';
import { clientIdKey, emptyPrefetch } from './prefetched-rows.ts';
import type { PrefetchedRows } from './prefetched-rows.ts';

/** Maximum number of keys in memory; a lookup older than the oldest of them is invalid. */
const KEYS_MAX = 20_000;

/** Client keys of the latest batches in decision order: a lookup of rows before a command's turn may miss them. */
export class RecentClientIds {
  readonly #keys = new Map<string, UsedClientId>();
  #decided = 0;
  #durable = 0;
  #forgotten = 0;

  /** Returns the mark of a lookup that begins now: it may miss later keys. */
  get sequence(): number {
    return this.#durable;
  }

  /** Returns the known client keys for these commands; undefined if one of them needs unread rows. */
  lookUp(queued: readonly QueuedCommand[]): PrefetchedRows | undefined {
    const known = emptyPrefetch();
    for (const { command, key } of queued) {
      if (command.kind === 'cancel_all' || command.kind === 'amend' || command.kind === 'replace')
        return undefined;
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

  /** A batch has failed: undurable decisions and earlier lookups are invalid. */
  reset(): void {
    this.#keys.clear();
    this.#decided += 1;
    this.#durable = this.#decided;
    this.#forgotten = this.#decided;
  }
}
