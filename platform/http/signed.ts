import type { FastifyRequest } from 'fastify';
import { textOf } from './fields.ts';
import type { SignedRequest } from './handlers.ts';

const NUMBER = /^[0-9]{1,15}$/;
const HEADER_MAX = 200;

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' && value.length <= HEADER_MAX ? value : '';
}

/**
 * What a program signed, from the headers `X-KARAT-KEY`, `X-KARAT-TIMESTAMP` (unix ms), `X-KARAT-SIGNATURE` (HMAC-SHA-256 in
 * hex) and, if it wants another window than the usual one, `X-KARAT-RECV-WINDOW` (ms). Signed are timestamp, method, path
 * with query, and body, each on a line of its own; an `Idempotency-Key` stands behind the timestamp after a space, so that
 * nobody on the way takes it off or puts one on. Undefined without a key.
 */
export function signedOf(request: FastifyRequest): SignedRequest | undefined {
  if (request.headers['x-karat-key'] === undefined) return undefined;
  const timestamp = headerOf(request, 'x-karat-timestamp');
  const window = headerOf(request, 'x-karat-recv-window');
  const once = request.headers['idempotency-key'];
  const body = Buffer.isBuffer(request.body) ? textOf(request.body) : '';
  return {
    key: headerOf(request, 'x-karat-key'),
    payload: [
      once === undefined ? timestamp : `${timestamp} ${String(once)}`,
      request.method,
      request.raw.url ?? '',
      body,
    ].join('\n'),
    signature: headerOf(request, 'x-karat-signature'),
    timestamp: NUMBER.test(timestamp) ? Number(timestamp) : Number.NaN,
    windowMs: NUMBER.test(window) ? Number(window) : undefined,
    address: request.ip,
  };
}
