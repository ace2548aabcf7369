import type { Duplex } from 'node:stream';
import { CLOSE_CODES } from '@karat/contract';
import type { PrivateChannel } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Caller } from '@karat/platform/http';
import type { WebSocket } from 'ws';
import type { Channel } from './channel.ts';
import { textFrame } from './frames.ts';
import type { PrivateReader } from './private.ts';
import type { Corks } from './corks.ts';

export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
  /** Undefined if none is named. */
  readonly lang: Lang | undefined;
  /** Language before a login, if none is named. */
  readonly defaultLang: Lang;
}

/** Login of a socket: user and credential. */
export interface Login {
  readonly by: { readonly token: string } | { readonly program: number };
  readonly caller: Caller;
}

/** One open socket with its subscriptions and its login. */
export class Connection implements PrivateReader {
  readonly ws: WebSocket;
  readonly address: string;
  readonly userAgent: string;
  readonly channels = new Set<Channel>();
  readonly behind = new Set<Channel>();
  readonly numbers = new Map<PrivateChannel, number>();
  readonly held = new Map<PrivateChannel, string[]>();
  /** Set by a login: calls of this socket are authenticated by its token, or by the number of its API key. */
  session: Login | undefined;
  /** Language that the client named; undefined: that of the login. */
  namedLang: Lang | undefined;
  /** True if the last ping got its pong. */
  alive = true;
  /** A running login: later messages wait for it. */
  loggingIn: Promise<void> | undefined;
  /** Running calls. */
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

  /** Returns the language of replies on the socket. */
  get lang(): Lang {
    return this.namedLang ?? this.session?.caller.lang ?? this.#defaultLang;
  }

  get open(): boolean {
    return this.ws.readyState === this.ws.OPEN;
  }

  get waiting(): number {
    return this.#socket.writableLength;
  }

  /** Writes a prepared frame; without compression the library adds nothing to it. */
  write(frame: Buffer): void {
    if (!this.open) return;
    this.#corks.cork(this.#socket);
    this.#socket.write(frame);
  }

  send(text: string): void {
    this.write(textFrame(text));
  }

  resync(): void {
    this.ws.close(CLOSE_CODES.resync, 'too slow');
  }
}
