import type { PrivateChannel, UserId } from '@karat/contract';
import { textFrame } from './frames.ts';
import type { Reader } from './channel.ts';

/** A reader of private channels: each has the number of its last message. */
export interface PrivateReader extends Reader {
  readonly numbers: Map<PrivateChannel, number>;
  /** Closes the socket: it has missed a message that cannot be skipped. */
  resync(): void;
}

/** Private channels of users. */
export interface PrivateChannels {
  /** Sends to every socket on which the user subscribes to the channel. */
  publishTo(user: UserId, channel: PrivateChannel, data: unknown): void;
  /** Returns true if any socket of the user subscribes. */
  hasReaders(user: UserId, channel: PrivateChannel): boolean;
  listen(user: UserId, channel: PrivateChannel, reader: PrivateReader): void;
  leave(user: UserId, channel: PrivateChannel, reader: PrivateReader): void;
}

/** Private data is never skipped or merged: a reader with more buffered bytes has to reconnect. */
const WAITING_MAX = 1024 * 1024;
const NOBODY: readonly PrivateReader[] = [];

export function createPrivateChannels(): PrivateChannels {
  const users = new Map<UserId, Set<PrivateReader>>();
  return {
    publishTo(user, channel, data) {
      const readers = users.get(user);
      if (!readers) return;
      const text = JSON.stringify(data);
      for (const reader of readers) {
        const number = reader.numbers.get(channel);
        if (number === undefined) continue;
        if (reader.waiting > WAITING_MAX) {
          reader.resync();
          continue;
        }
        reader.numbers.set(channel, number + 1);
        reader.write(textFrame(`{"ch":"${channel}","seq":${number + 1},"data":${text}}`));
      }
    },
    hasReaders(user, channel) {
      for (const reader of users.get(user) ?? NOBODY) if (reader.numbers.has(channel)) return true;
      return false;
    },
    listen(user, channel, reader) {
      let readers = users.get(user);
      if (!readers) {
        readers = new Set();
        users.set(user, readers);
      }
      readers.add(reader);
      if (!reader.numbers.has(channel)) reader.numbers.set(channel, 0);
    },
    leave(user, channel, reader) {
      reader.numbers.delete(channel);
      const readers = users.get(user);
      if (!readers || reader.numbers.size > 0) return;
      readers.delete(reader);
      if (readers.size === 0) users.delete(user);
    },
  };
}
