import type { IncomingMessage } from 'node:http';
import type { SignedRequest } from './handlers.ts';

const NUMBER = /^[0-9]{1,15}$/;
const HEADER_MAX = 200;

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' && value.length <= HEADER_MAX ? value : '';
}

/**
 * What a program signed, from the headers `X-KARAT-KEY`, `X-KARAT-TIMESTAMP` (unix ms), `X-KARAT-SIGNATURE` (HMAC-SHA-256 in
 * hex) and, if it wants another window than the usual one, `X-KARAT-RECV-WINDOW` (ms). Signed are timestamp, method, path
 * with query, and body, each on a line of its own; an `Idempotency-Key` stands behind the timestamp after a space, so that
 * nobody on the way takes it off or puts one on. `address` is the program's.
 */
export function signedOf(request: IncomingMessage, address: string, body: string): SignedRequest {
  const timestamp = headerOf(request, 'x-karat-timestamp');
  const window = headerOf(request, 'x-karat-recv-window');
  const once = request.headers['idempotency-key'];
  return {
    key: headerOf(request, 'x-karat-key'),
    payload: [
      once === undefined ? timestamp : `${timestamp} ${String(once)}`,
      request.method ?? '',
      request.url ?? '',
      body,
    ].join('\n'),
    signature: headerOf(request, 'x-karat-signature'),
    timestamp: NUMBER.test(timestamp) ? Number(timestamp) : Number.NaN,
    windowMs: NUMBER.test(window) ? Number(window) : undefined,
    address,
  };
}
