import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '@karat/contract';
import { toLang } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { refused } from './envelope.ts';
import type { Messages } from './envelope.ts';
import { DRAIN_BYTES_MAX, DRAIN_MS_MAX } from './linger.ts';
import { replyText, send } from './reply.ts';

/** Bytes of a malformed request that are searched for its language. */
const HEAD_BYTES_MAX = 16 * 1024;
const LANG_HEADER = /\r\nlang: *([a-z]{2,3}) *\r\n/i;

/** Handles bytes that are no valid request: a header that is too long or no HTTP, a body that breaks off. */
export interface MalformedRequests {
  /** Called for every request, so that replies keep the order of requests. */
  follow(request: IncomingMessage, response: ServerResponse): void;
  /** Refuses malformed bytes after pending replies, and closes the connection. */
  refuse(failure: Error, socket: Socket): void;
}

export function createMalformedRequestReplies(messages: Messages, nextId: () => string): MalformedRequests {
  const latest = new WeakMap<Socket, ServerResponse>();
  /** Refused sockets that are still sending, with the bytes that are still dropped. */
  const draining = new WeakMap<Socket, { left: number }>();
  const hangUp = (socket: Socket): void => {
    draining.set(socket, { left: DRAIN_BYTES_MAX });
    socket.end();
    const timer = setTimeout(() => socket.destroy(), DRAIN_MS_MAX);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  };
  /** Drops bytes after a refusal, so that the client reads it. */
  const drop = (failure: Error, socket: Socket): void => {
    const drain = draining.get(socket);
    const packet = 'rawPacket' in failure ? failure.rawPacket : undefined;
    if (!drain || !Buffer.isBuffer(packet)) return void socket.destroy();
    drain.left -= packet.length;
    if (drain.left < 0) socket.destroy();
  };
  return {
    follow: (request, response) => void latest.set(request.socket, response),
    refuse(failure, socket) {
      if (!socket.writable) return drop(failure, socket);
      const status = statusOf(failure);
      const id = nextId();
      const answer = refused(messages, new Refusal('parameter_error'), langOf(failure), id, status);
      const last = latest.get(socket);
      if (last === undefined || last.writableFinished) {
        socket.write(replyText(answer, { requestId: id, origins: new Set(), closing: true, lines: '' }));
        return hangUp(socket);
      }
      // A complete request still gets its reply; bytes after it cannot be parsed.
      last.on('finish', () => hangUp(socket));
      if (last.req.complete) return;
      // The rest of the body cannot be parsed, so there is nothing to wait for.
      if (last.headersSent) last.end();
      else
        send(last.req, last, answer, new Set(), id, true, (_request, response, body) => response.end(body));
    },
  };
}

function statusOf(failure: Error): number {
  const code = 'code' in failure ? failure.code : undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
}

function langOf(failure: Error): Lang {
  const packet = 'rawPacket' in failure ? failure.rawPacket : undefined;
  if (!Buffer.isBuffer(packet)) return toLang(undefined);
  return toLang(LANG_HEADER.exec(packet.toString('latin1', 0, HEAD_BYTES_MAX))?.[1]);
}
