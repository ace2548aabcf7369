import type { PrivateChannel, UserId } from '@karat/contract';
import { systemClock } from '@karat/platform/clock';
import type { Clock } from '@karat/platform/clock';
import { createSemaphore } from '@karat/platform/semaphore';
import type { Reader } from './channel.ts';
import { textFrame } from './frames.ts';

/** A reader of private channels: each has the number of its last message. */
export interface PrivateReader extends Reader {
  readonly numbers: Map<PrivateChannel, number>;
  /** Messages of channels whose snapshot is being read: they follow it. */
  readonly held: Map<PrivateChannel, string[]>;
  /** Closes the socket: it has missed a message that cannot be skipped. */
  resync(): void;
}

/** Private channels of users. */
export interface PrivateChannels {
  /** Sets the state of a user with which every subscription to the channel begins; `data` of its first frame. */
  setSnapshot(channel: PrivateChannel, read: (user: UserId) => Promise<unknown>): void;
  /** Sends to every socket on which the user subscribes to the channel. */
  publishTo(user: UserId, channel: PrivateChannel, data: unknown): void;
  /** Returns true if any socket of the user subscribes. */
  hasReaders(user: UserId, channel: PrivateChannel): boolean;
  /** Begins with the snapshot of the channel, unless `snapshot` is false. */
  listen(user: UserId, channel: PrivateChannel, reader: PrivateReader, snapshot?: boolean): void;
  leave(user: UserId, channel: PrivateChannel, reader: PrivateReader): void;
}

/** Private data is never skipped or merged: a reader with more buffered bytes has to reconnect. */
const WAITING_MAX = 1024 * 1024;
const NOBODY: readonly PrivateReader[] = [];
/** Messages that wait for one snapshot; a reader with more has to reconnect. */
const HELD_MAX = 1_000;
/** Snapshots that are read at once: after a restart all clients come back together. */
const READS_AT_ONCE = 4;
/** Until a snapshot that could not be read is tried again, ms. */
const RETRY_MS = 2_000;

type Snapshot = (user: UserId) => Promise<unknown>;

function send(reader: PrivateReader, channel: PrivateChannel, text: string): void {
  const number = (reader.numbers.get(channel) ?? 0) + 1;
  reader.numbers.set(channel, number);
  reader.write(textFrame(`{"ch":"${channel}","seq":${number},"data":${text}}`));
}

/** Returns the function that sends a user's snapshot to a reader, then what was published meanwhile. */
function createSnapshots(clock: Clock) {
  const reads = createSemaphore(READS_AT_ONCE, Number.MAX_SAFE_INTEGER);
  return function begin(user: UserId, channel: PrivateChannel, reader: PrivateReader, read: Snapshot): void {
    // The snapshot that is under way is the newest one.
    if (reader.held.has(channel)) return;
    const held: string[] = [];
    reader.held.set(channel, held);
    const isWaiting = (): boolean => reader.open && reader.held.get(channel) === held;
    const attempt = async (): Promise<void> => {
      const data = await reads.run(
        async () => (isWaiting() ? read(user) : undefined),
        () => undefined,
      );
      if (!isWaiting()) return;
      reader.held.delete(channel);
      const number = reader.numbers.get(channel) ?? 0;
      reader.write(
        textFrame(`{"ch":"${channel}","seq":${number},"snapshot":true,"data":${JSON.stringify(data)}}`),
      );
      for (const text of held) send(reader, channel, text);
    };
    const tryAgain = (): void => {
      attempt().catch(() => {
        if (isWaiting()) clock.after(RETRY_MS, tryAgain);
      });
    };
    tryAgain();
  };
}

export function createPrivateChannels(clock: Clock = systemClock): PrivateChannels {
  const users = new Map<UserId, Set<PrivateReader>>();
  const snapshots = new Map<PrivateChannel, Snapshot>();
  const begin = createSnapshots(clock);
  return {
    setSnapshot: (channel, read) => void snapshots.set(channel, read),
    publishTo(user, channel, data) {
      const readers = users.get(user);
      if (!readers) return;
      const text = JSON.stringify(data);
      for (const reader of readers) {
        if (!reader.numbers.has(channel)) continue;
        const held = reader.held.get(channel);
        if (reader.waiting > WAITING_MAX || (held !== undefined && held.length >= HELD_MAX)) reader.resync();
        else if (held) held.push(text);
        else send(reader, channel, text);
      }
    },
    hasReaders(user, channel) {
      for (const reader of users.get(user) ?? NOBODY) if (reader.numbers.has(channel)) return true;
      return false;
    },
    listen(user, channel, reader, snapshot = true) {
      let readers = users.get(user);
      if (!readers) {
        readers = new Set();
        users.set(user, readers);
      }
      readers.add(reader);
      if (!reader.numbers.has(channel)) reader.numbers.set(channel, 0);
      const read = snapshot ? snapshots.get(channel) : undefined;
      if (read) begin(user, channel, reader, read);
    },
    leave(user, channel, reader) {
      reader.numbers.delete(channel);
      reader.held.delete(channel);
      const readers = users.get(user);
      if (!readers || reader.numbers.size > 0) return;
      readers.delete(reader);
      if (readers.size === 0) users.delete(user);
    },
  };
}
