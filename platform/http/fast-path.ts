import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@karat/platform/clock';
import type { ServedCall } from './api.ts';
import { mediaOf } from './body.ts';
import type { Answer } from './envelope.ts';
import type { ServesHost } from './hosts.ts';
import type { RequestHead } from './request-head.ts';
import { plainRequestReader } from './plain-request.ts';
import { replyText } from './reply.ts';
import type { AllowedOrigins } from './reply.ts';

export interface FastPathOptions {
  /** Calls whose requests may skip Node's parser, by path; they reply with JSON. */
  readonly calls: ReadonlyMap<string, ServedCall>;
  readonly servesHost: ServesHost;
  readonly origins: AllowedOrigins;
  readonly clock: Clock;
  /** Idle connections are closed after this time, ms. */
  readonly keepAliveMs: number;
}

/** Connections whose requests have all been plain so far. */
export interface FastPath {
  /** Closes them, once their replies are written. */
  close(): void;
}

type Accept = (socket: Socket) => void;

/**
 * Reads plain requests of hot calls without `node:http`, whose streams, timers and objects cost more than the call itself.
 * A connection stays here as long as each of its reads is exactly one such request; at anything else it
 * goes to Node's parser with those bytes, for good. So there is one reader of everything that two readers could
 * understand differently, and one that refuses.
 */
export function openFastPath(server: Server, options: FastPathOptions): FastPath {
  const accept = server.listeners('connection') as Accept[];
  server.removeAllListeners('connection');
  const handOver: Accept = (socket) => {
    for (const listener of accept) listener.call(server, socket);
  };
  const open = new Set<FastConnection>();
  const kept = keptLines(options.clock, options.keepAliveMs);
  server.on('connection', (socket: Socket) => {
    const connection = new FastConnection(socket, options, kept, handOver, () => open.delete(connection));
    open.add(connection);
  });
  return {
    close() {
      for (const connection of open) connection.close();
    },
  };
}

/** Returns the header lines of a connection that is kept, with the date of the present second. */
function keptLines(clock: Clock, keepAliveMs: number): () => string {
  const kept = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(keepAliveMs / 1_000)}\r\n`;
  let second = Number.NaN;
  let lines = '';
  return () => {
    const now = Math.floor(clock.now() / 1_000);
    if (now !== second) {
      second = now;
      lines = `date: ${new Date(now * 1_000).toUTCString()}\r\n${kept}`;
    }
    return lines;
  };
}

class FastConnection {
  readonly #socket: Socket;
  readonly #options: FastPathOptions;
  readonly #kept: () => string;
  readonly #handOver: Accept;
  readonly #left: () => void;
  readonly #read = plainRequestReader();
  /** A request has no reply yet. */
  #busy = false;
  /** Nothing follows the next reply. */
  #ending = false;
  /** Bytes that arrived before the reply to the request before them. */
  #early: Buffer | undefined;

  constructor(
    socket: Socket,
    options: FastPathOptions,
    kept: () => string,
    handOver: Accept,
    left: () => void,
  ) {
    this.#socket = socket;
    this.#options = options;
    this.#kept = kept;
    this.#handOver = handOver;
    this.#left = left;
    socket.setTimeout(options.keepAliveMs);
    socket.on('data', this.#onData);
    socket.on('end', this.#onEnd);
    socket.on('timeout', this.#onTimeout);
    socket.on('drain', this.#onDrain);
    socket.on('error', this.#onError);
    socket.on('close', this.#onClose);
  }

  close(): void {
    if (this.#busy) this.#ending = true;
    else this.#socket.destroySoon();
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#busy) {
      // Replies keep the order of requests.
      this.#socket.pause();
      this.#early = bytes;
      return;
    }
    if (!this.#take(bytes)) this.#give(bytes);
  };

  readonly #onEnd = (): void => this.close();
  readonly #onTimeout = (): void => {
    if (!this.#busy) this.#socket.destroy();
  };
  readonly #onDrain = (): void => {
    if (this.#early === undefined) this.#socket.resume();
  };
  readonly #onError = (): void => void this.#socket.destroy();
  readonly #onClose = (): void => this.#left();

  /** Runs a plain request; returns false if the bytes are anything else. */
  #take(bytes: Buffer): boolean {
    const { calls, servesHost } = this.#options;
    const request = this.#read(bytes);
    const call = request && calls.get(request.path);
    if (request === undefined || call === undefined || request.body.length > call.bytesMax) return false;
    const { path, headers, body } = request;
    const media = mediaOf(headers['content-type'] ?? '');
    const head: RequestHead = { method: 'POST', url: path, headers, socket: this.#socket };
    // Pages of other origins, and what is refused before a call, are Node's.
    if (media === undefined || headers.origin !== undefined || !servesHost(head)) return false;
    this.#busy = true;
    call.run(head, { bytes: body, media }, this.#deliver);
    return true;
  }

  readonly #deliver = (answer: Answer, requestId: string, closing: boolean): void => {
    const socket = this.#socket;
    this.#busy = false;
    if ('file' in answer) throw new Error('a call on the fast path replied with a file');
    if (socket.destroyed) return;
    const ends = closing || this.#ending;
    const { origins } = this.#options;
    const lines = ends ? '' : this.#kept();
    const flushed = socket.write(replyText(answer, { requestId, origins, closing: ends, lines }));
    const early = this.#early;
    if (ends) socket.destroySoon();
    else if (early !== undefined) this.#give(early);
    // A client that does not read its replies sends no further requests.
    else if (!flushed) socket.pause();
  };

  /** Gives the connection to Node's server, which reads these bytes first. */
  #give(bytes: Buffer): void {
    const socket = this.#socket;
    socket.pause();
    socket.off('data', this.#onData);
    socket.off('end', this.#onEnd);
    socket.off('timeout', this.#onTimeout);
    socket.off('drain', this.#onDrain);
    socket.off('error', this.#onError);
    socket.off('close', this.#onClose);
    socket.setTimeout(0);
    this.#left();
    socket.unshift(bytes);
    this.#handOver(socket);
    socket.resume();
  }
}
