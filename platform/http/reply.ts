import type { IncomingMessage, ServerResponse } from 'node:http';
import { isWhole } from './envelope.ts';
import type { Answer, Download } from './envelope.ts';
import { API_HEADERS } from './headers.ts';
import { endResponse } from './linger.ts';
import { streamBody } from './stream-body.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
const FILE_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/;
const CORS_AGE_S = '600';

/** Origins of other sites whose pages may call the API; none by default. */
export type AllowedOrigins = ReadonlySet<string>;

/** Writes a reply: one header block, one body, without extra allocations. `end` writes the body. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  origins: AllowedOrigins,
  requestId: string,
  closing: boolean,
  end: typeof endResponse = endResponse,
): void {
  const free = 'file' in answer ? answer.free : undefined;
  if (response.destroyed || response.headersSent) return free?.();
  const body = 'file' in answer ? answer.file.body : answer.body;
  const headers = [
    ...API_HEADERS,
    'x-request-id',
    requestId,
    'content-type',
    'file' in answer ? typeOf(answer.file) : JSON_TYPE,
  ];
  if (isWhole(body)) headers.push('content-length', String(Buffer.byteLength(body)));
  if ('file' in answer)
    headers.push('content-disposition', `attachment; filename="${plainName(answer.file.name)}"`);
  if (closing) headers.push('connection', 'close');
  if (answer.status === 429) headers.push('retry-after', '1');
  if (origins.size > 0) allow(headers, request, origins);
  response.writeHead(answer.status, headers);
  if (isWhole(body)) end(request, response, body);
  else void streamBody(response, body).finally(free);
}

/** Returns the headers that let pages of an allowed origin read a reply. */
export function corsHeaders(
  origin: string | undefined,
  origins: AllowedOrigins,
): Readonly<Record<string, string>> {
  if (origins.size === 0) return {};
  return origin !== undefined && origins.has(origin)
    ? {
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'x-request-id, content-disposition',
      }
    : { vary: 'Origin' };
}

const allow = (headers: string[], request: IncomingMessage, origins: AllowedOrigins): unknown =>
  headers.push(...Object.entries(corsHeaders(request.headers.origin, origins)).flat());

/** Handles a CORS preflight request. */
export function sendPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  methods: string,
  origins: AllowedOrigins,
): void {
  const headers = [...API_HEADERS, 'content-length', '0'];
  allow(headers, request, origins);
  headers.push('access-control-allow-methods', methods, 'access-control-max-age', CORS_AGE_S);
  headers.push(
    'access-control-allow-headers',
    'authorization, content-type, idempotency-key, lang, x-karat-device',
  );
  response.writeHead(204, headers);
  response.end();
}

const typeOf = (file: Download): string =>
  !FILE_TYPE.test(file.type)
    ? 'application/octet-stream'
    : file.body instanceof Uint8Array
      ? file.type
      : `${file.type}; charset=utf-8`;
const plainName = (name: string): string => name.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);
