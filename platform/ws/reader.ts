import type { Duplex } from 'node:stream';
import type { Channel } from './channel.ts';

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

/** Collects all writes to a socket within one tick into one system call. */
export interface Corks {
  cork(socket: Duplex): void;
}

export function createCorks(): Corks {
  let corked: Duplex[] = [];
  const uncork = (): void => {
    const sockets = corked;
    corked = [];
    for (const socket of sockets) socket.uncork();
  };
  return {
    cork(socket) {
      if (socket.writableCorked > 0) return;
      socket.cork();
      if (corked.push(socket) === 1) process.nextTick(uncork);
    },
  };
}
