import { once } from 'node:events';
import { request } from 'node:http';
import { WebSocket } from 'ws';
import type { Answer } from './judge.ts';

/** No reply within this time is a fault. */
export const ANSWER_MS_MAX = 30_000;

export interface Sending {
  readonly method: string;
  /** Path with query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends one HTTP request. Throws without a reply in time or if the connection ends without one. */
export function sendHttp(origin: string, { method, url, headers, body }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const asked = request({
      hostname,
      port,
      method,
      path: url,
      headers: { ...headers, ...(body.length > 0 ? { 'content-length': body.length } : {}) },
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    asked.on('error', reject);
    asked.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    asked.end(body);
  });
}

/** A socket whose frames get replies one after another. */
export interface Socket {
  /** Makes a call; undefined if the socket closed normally before the reply, as it does with its session. */
  call(frame: Readonly<Record<string, unknown>>): Promise<Answer | undefined>;
  /** Sends a raw frame and expects nothing. */
  throwIn(text: string): void;
  isOpen(): boolean;
  close(): void;
}

/** Closed without a reason, or by a failure of the server. */
const ABNORMAL = new Set([1006, 1011]);

export async function openSocket(origin: string, token: string | undefined): Promise<Socket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`);
  const waiting = new Map<number, (answer: Answer) => void>();
  let calls = 0;
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as { op?: string; id?: number };
    if (frame.op !== 'reply' || frame.id === undefined) return;
    waiting.get(frame.id)?.({ status: 200, contentType: 'application/json', body: data.toString() });
    waiting.delete(frame.id);
  });
  await once(socket, 'open');
  if (token !== undefined) socket.send(JSON.stringify({ op: 'login', token }));
  return {
    call: (frame) =>
      new Promise((resolve, reject) => {
        const id = (calls += 1);
        const late = setTimeout(() => reject(new Error('no reply over the socket')), ANSWER_MS_MAX);
        const ended = (code: number): void =>
          ABNORMAL.has(code) ? reject(new Error(`the socket ended with ${code}`)) : resolve(undefined);
        socket.once('close', ended);
        waiting.set(id, (answer) => {
          clearTimeout(late);
          socket.off('close', ended);
          resolve(answer);
        });
        socket.send(JSON.stringify({ op: 'call', id, ...frame }));
      }),
    throwIn: (text) => socket.send(text),
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.close(),
  };
}
