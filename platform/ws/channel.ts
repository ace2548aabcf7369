import type { Family } from './channels.ts';
import { textFrame } from './frames.ts';
import type { Reader } from './reader.ts';

/** What several unsent messages become: the last one, one that is merged, or each its own. */
export type Conflation<Data> = 'latest' | 'none' | { merge(older: Data, newer: Data): Data };

/** Unsent messages of a channel that is not conflated; the oldest go first, and the gap in `seq` shows it. */
const UNSENT_MAX = 256;

/** One public channel: its number of the last message, its readers and what waits for the gate. */
export class Channel<Data = unknown> {
  readonly name: string;
  readonly params: readonly string[];
  readonly family: Family<Data>;
  readonly readers = new Set<Reader>();
  /** Number of the last message; grows by one with each. */
  seq = 0;
  #unsent: Data[] = [];

  constructor(name: string, params: readonly string[], family: Family<Data>) {
    this.name = name;
    this.params = params;
    this.family = family;
  }

  /** Keeps a message for the gate. Nobody listening: only the number grows, for those who read snapshots. */
  put(data: Data): boolean {
    if (this.readers.size === 0) {
      this.seq += 1;
      return false;
    }
    const { conflate } = this.family;
    const held = this.#unsent.at(-1);
    if (conflate === 'none' || held === undefined) this.#unsent.push(data);
    else this.#unsent[0] = conflate === 'latest' ? data : conflate.merge(held, data);
    if (this.#unsent.length > UNSENT_MAX) {
      this.#unsent.shift();
      this.seq += 1;
    }
    return true;
  }

  /** Sends what waits: serialised once for all. A reader with too much untaken is left out until it has caught up. */
  flush(waitingMax: number, onBehind: (reader: Reader) => void): number {
    let sent = 0;
    for (const data of this.#unsent) {
      this.seq += 1;
      const frame = this.#frame(data);
      for (const reader of this.readers) {
        if (reader.behind.has(this)) continue;
        if (reader.waiting > waitingMax) {
          reader.behind.add(this);
          onBehind(reader);
          continue;
        }
        reader.write(frame);
        sent += 1;
      }
    }
    this.#unsent = [];
    return sent;
  }

  /** The state with the number that the next difference continues from; undefined where the family has none. */
  snapshot(): Buffer | undefined {
    const data = this.family.snapshot?.(this.params);
    return data === undefined ? undefined : this.#frame(data);
  }

  #frame(data: Data): Buffer {
    return textFrame(`{"ch":"${this.name}","seq":${this.seq},"data":${JSON.stringify(data)}}`);
  }
}
