import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isWhole } from './envelope.ts';
import type { Answer, Download, RefusalText } from './envelope.ts';
import { API_HEADERS } from './headers.ts';
import { endResponse } from './linger.ts';
import { streamBody } from './stream-body.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const FILE_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/;
const CORS_AGE_S = '600';

/** Origins of other sites whose pages may call the API; none by default. */
export type AllowedOrigins = ReadonlySet<string>;

/** Returns the headers of a reply besides `API_HEADERS`, as a flat list. */
function headersOf(
  answer: Answer,
  origin: string | undefined,
  origins: AllowedOrigins,
  requestId: string,
  closing: boolean,
): string[] {
  const body = bodyOf(answer);
  const type = 'file' in answer ? typeOf(answer.file) : JSON_TYPE;
  const headers = ['x-request-id', requestId, 'content-type', type];
  if (isWhole(body)) headers.push('content-length', String(Buffer.byteLength(body)));
  if ('file' in answer)
    headers.push('content-disposition', `attachment; filename="${plainName(answer.file.name)}"`);
  if (closing) headers.push('connection', 'close');
  if (answer.status === 429) headers.push('retry-after', '1');
  if (origins.size > 0) headers.push(...Object.entries(corsHeaders(origin, origins)).flat());
  return headers;
}

const bodyOf = (answer: Answer): Download['body'] => ('file' in answer ? answer.file.body : answer.body);

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
  const headers = headersOf(answer, request.headers.origin, origins, requestId, closing);
  response.writeHead(answer.status, [...API_HEADERS, ...headers]);
  const body = bodyOf(answer);
  if (isWhole(body)) end(request, response, body);
  else void streamBody(response, body).finally(free);
}

const linesOf = (headers: readonly string[]): string => {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
};
const API_LINES = linesOf(API_HEADERS);

/** Returns a whole reply as text, for connections that have no Node response. */
export function replyText(
  answer: RefusalText,
  { requestId, origins, closing, lines }: ReplyTextOptions,
): string {
  const { status, body } = answer;
  const headers = headersOf(answer, undefined, origins, requestId, closing);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${API_LINES}${linesOf(headers)}${lines}\r\n${body}`;
}

interface ReplyTextOptions {
  readonly requestId: string;
  readonly origins: AllowedOrigins;
  readonly closing: boolean;
  /** Further header lines, each with its line break. */
  readonly lines: string;
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

/** Handles a CORS preflight request. */
export function sendPreflight(
  request: IncomingMessage,
  response: ServerResponse,
  methods: string,
  origins: AllowedOrigins,
): void {
  const allowed = Object.entries(corsHeaders(request.headers.origin, origins)).flat();
  const headers = [...API_HEADERS, 'content-length', '0', ...allowed];
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
