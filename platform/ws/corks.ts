import type { Duplex } from 'node:stream';

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
