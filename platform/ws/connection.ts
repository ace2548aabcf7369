import type { Duplex } from 'node:stream';
import { CLOSE_CODES } from '@karat/contract';
import type { PrivateChannel } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Caller } from '@karat/platform/http';
import type { WebSocket } from 'ws';
import type { Channel } from './channel.ts';
import { textFrame } from './frames.ts';
import type { PrivateReader } from './private.ts';
import type { Corks } from './reader.ts';

export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
  /** Undefined where none is named. */
  readonly lang: Lang | undefined;
  /** Before a login, where none is named. */
  readonly defaultLang: Lang;
}

/** Who logged in on a socket, and by what. */
export interface Login {
  readonly by: { readonly token: string } | { readonly program: number };
  readonly caller: Caller;
}

/** One open socket with what it listens to and who logged in on it. */
export class Connection implements PrivateReader {
  readonly ws: WebSocket;
  readonly address: string;
  readonly userAgent: string;
  readonly channels = new Set<Channel>();
  readonly behind = new Set<Channel>();
  readonly numbers = new Map<PrivateChannel, number>();
  /** Set by a login: calls of this socket are made with its token, or with the number of its API key. */
  session: Login | undefined;
  /** Language that the client named; undefined: that of the login. */
  namedLang: Lang | undefined;
  /** Whether the last ping was answered. */
  alive = true;
  /** A login under way: what is said after it waits for it. */
  loggingIn: Promise<void> | undefined;
  /** Calls under way. */
  calls = 0;
  readonly #socket: Duplex;
  readonly #corks: Corks;
  readonly #defaultLang: Lang;

  constructor(ws: WebSocket, socket: Duplex, corks: Corks, from: Visitor) {
    this.ws = ws;
    this.#socket = socket;
    this.#corks = corks;
    this.address = from.address;
    this.userAgent = from.userAgent;
    this.namedLang = from.lang;
    this.#defaultLang = from.defaultLang;
  }

  /** Language of what is said on the socket. */
  get lang(): Lang {
    return this.namedLang ?? this.session?.caller.lang ?? this.#defaultLang;
  }

  get open(): boolean {
    return this.ws.readyState === this.ws.OPEN;
  }

  get waiting(): number {
    return this.#socket.writableLength;
  }

  /** Writes a ready-made frame; without compression the library adds nothing to it. */
  write(frame: Buffer): void {
    if (!this.open) return;
    this.#corks.cork(this.#socket);
    this.#socket.write(frame);
  }

  tell(text: string): void {
    this.write(textFrame(text));
  }

  resync(): void {
    this.ws.close(CLOSE_CODES.resync, 'too slow');
  }
}
