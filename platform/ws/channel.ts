import type { Family } from './family.ts';
import { textFrame } from './frames.ts';

/** The sending side of one socket. */
export interface Reader {
  /** Is true while frames may be written. */
  readonly open: boolean;
  /** Bytes buffered for the other side. */
  readonly waiting: number;
  /** Channels whose data was skipped because the reader was slow; each gets a fresh snapshot once it has caught up. */
  readonly behind: Set<Channel>;
  write(frame: Buffer): void;
}

/**
 * Maximum unsent messages of a channel that is not conflated; the oldest are dropped first, and the gap in `seq` shows
 * it.
 */
const UNSENT_MAX = 256;

/** One public channel: number of the last message, readers and unsent messages. */
export class Channel<Data = unknown> {
  readonly name: string;
  readonly params: readonly string[];
  readonly family: Family<Data>;
  readonly readers = new Set<Reader>();
  /** Number of the last message; increases by one with each. */
  seq = 0;
  #unsent: Data[] = [];

  constructor(name: string, params: readonly string[], family: Family<Data>) {
    this.name = name;
    this.params = params;
    this.family = family;
  }

  /** Queues a message for the next send. Without readers only the number grows, for readers of snapshots. */
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

  /** Sends queued messages: serialised once for all. A slow reader is skipped until it has caught up. */
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

  /** Returns the snapshot with the number that the next difference continues from; undefined if the family has none. */
  snapshot(): Buffer | undefined {
    const data = this.family.snapshot?.(this.params);
    return data === undefined ? undefined : this.#frame(data);
  }

  #frame(data: Data): Buffer {
    return textFrame(`{"ch":"${this.name}","seq":${this.seq},"data":${JSON.stringify(data)}}`);
  }
}
