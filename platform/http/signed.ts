import type { SignedRequest } from './handlers.ts';
import type { RequestHead } from './request-head.ts';

const NUMBER = /^[0-9]{1,15}$/;
const NONCE = /^[A-Za-z0-9_-]{1,64}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
const HEADER_MAX = 200;

function headerOf(request: RequestHead, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' && value.length <= HEADER_MAX ? value : '';
}

/** Parts of a signed request besides its content; all texts unchanged. */
export interface SignatureFields {
  readonly key: string;
  /** Unix ms. */
  readonly timestamp: string;
  /** Distinguishes equal requests of the same millisecond. */
  readonly nonce: string | undefined;
  readonly signature: string;
  /** Milliseconds. */
  readonly window?: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Text of a signed request, four lines: timestamp, method, path with query, and body. A nonce follows the timestamp
 * after a dot, an idempotency key after a space, so that nobody can add or remove one in transit.
 */
export function signedRequest(
  fields: SignatureFields,
  request: { readonly method: string; readonly url: string; readonly body: string; readonly address: string },
): SignedRequest {
  const { key, timestamp, nonce, window = '', idempotencyKey } = fields;
  const moment = nonce === undefined ? timestamp : `${timestamp}.${nonce}`;
  const first = idempotencyKey === undefined ? moment : `${moment} ${idempotencyKey}`;
  const signature = fields.signature.toLowerCase();
  const isReadable = SIGNATURE.test(signature) && (nonce === undefined || NONCE.test(nonce));
  return {
    key,
    payload: [first, request.method, request.url, request.body].join('\n'),
    signature: isReadable ? signature : '',
    timestamp: NUMBER.test(timestamp) ? Number(timestamp) : Number.NaN,
    windowMs: NUMBER.test(window) ? Number(window) : undefined,
    address: request.address,
  };
}

/**
 * Reads the signature of a program from the headers `X-KARAT-KEY`, `X-KARAT-TIMESTAMP` (unix ms), `X-KARAT-SIGNATURE`
 * (HMAC-SHA-256 in hex), and optionally `X-KARAT-NONCE` and `X-KARAT-RECV-WINDOW` (ms). `address` is the program's.
 */
export function signedOf(request: RequestHead, address: string, body: string): SignedRequest {
  const once = request.headers['idempotency-key'];
  return signedRequest(
    {
      key: headerOf(request, 'x-karat-key'),
      timestamp: headerOf(request, 'x-karat-timestamp'),
      nonce: request.headers['x-karat-nonce'] === undefined ? undefined : headerOf(request, 'x-karat-nonce'),
      signature: headerOf(request, 'x-karat-signature'),
      window: headerOf(request, 'x-karat-recv-window'),
      idempotencyKey: once === undefined ? undefined : String(once),
    },
    { method: request.method ?? '', url: request.url ?? '', body, address },
  );
}
