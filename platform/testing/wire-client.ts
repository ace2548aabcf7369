import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export const FORM = 'application/x-www-form-urlencoded';

/** Returns a request line and headers as they are on the wire. */
export const headText = (line: string, ...headers: string[]): string =>
  `${[line, 'Host: shop', ...headers].join('\r\n')}\r\n\r\n`;

/** Returns a whole `POST` request as it is on the wire. */
export const postText = (body: string, type = FORM, path = '/api/shop/echo'): string =>
  `${headText(`POST ${path} HTTP/1.1`, `Content-Type: ${type}`, `Content-Length: ${body.length}`)}${body}`;

export interface WireReply {
  readonly status: number;
  /** In lower case. */
  readonly head: string;
  readonly body: Record<string, unknown>;
}

/** A connection to which bytes are written as they are. */
export interface WireClient {
  readonly socket: Socket;
  /** Waits for the next reply; replies are JSON with a length. */
  readonly next: () => Promise<WireReply>;
}

const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();

/** Returns the first reply of a text in latin1 and the text after it; undefined if it is not complete. */
function firstReply(text: string): { readonly reply: WireReply; readonly rest: string } | undefined {
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
  if (end === -1 || !(text.length >= end + 4 + length)) return undefined;
  const body = JSON.parse(utf8(text.slice(end + 4, end + 4 + length))) as Record<string, unknown>;
  const reply = { status: Number(text.slice(9, 12)), head: text.slice(0, end).toLowerCase(), body };
  return { reply, rest: text.slice(end + 4 + length) };
}

/** Connects to a server of this machine. */
export async function openWire(port: number): Promise<WireClient> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  return {
    socket,
    async next() {
      for (;;) {
        const found = firstReply(text);
        if (found !== undefined) {
          text = found.rest;
          return found.reply;
        }
        const [piece] = (await once(socket, 'data')) as [Buffer];
        text += piece.toString('latin1');
      }
    },
  };
}
