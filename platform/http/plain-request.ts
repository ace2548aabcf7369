import type { IncomingHttpHeaders } from 'node:http';

/** A request that was read whole, without Node's parser. */
export interface PlainRequest {
  readonly path: string;
  /** By lower-case name. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Head of a request, kept because the next one on its connection is often the same. */
interface Head {
  readonly text: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bodyBytes: number;
}

const HEAD_BYTES_MAX = 8 * 1024;
const HEADERS_MAX = 50;
const HEAD_END = Buffer.from('\r\n\r\n');
const REQUEST_LINE = /^POST (\/[a-z0-9_/]+) HTTP\/1\.1$/;
/** One space after the colon, printable ASCII, no space at the end. */
const HEADER = /^([A-Za-z0-9-]+): ([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/;
const LENGTH = /^[1-9][0-9]{0,4}$/;
/** Headers that change how a message is framed, or what the connection is. */
const FRAMING: ReadonlySet<string> = new Set([
  'expect',
  'http2-settings',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns the headers by lower-case name; undefined if one is repeated, malformed or changes the framing. */
function headersOf(lines: readonly string[]): IncomingHttpHeaders | undefined {
  const headers: Record<string, string> = {};
  if (lines.length > HEADERS_MAX) return undefined;
  for (const line of lines) {
    const found = HEADER.exec(line);
    const name = found?.[1]?.toLowerCase();
    const value = found?.[2];
    if (name === undefined || value === undefined) return undefined;
    if (Object.hasOwn(headers, name) || FRAMING.has(name)) return undefined;
    headers[name] = value;
  }
  return headers;
}

function headOf(text: string): Head | undefined {
  const [first = '', ...lines] = text.split('\r\n');
  const path = REQUEST_LINE.exec(first)?.[1];
  const headers = headersOf(lines);
  if (path === undefined || headers === undefined) return undefined;
  const { connection, 'content-length': length = '' } = headers;
  if (headers.host === undefined || !LENGTH.test(length)) return undefined;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined;
  return { text, path, headers, bodyBytes: Number(length) };
}

/**
 * Returns a function that reads the bytes of one connection which arrived together. It returns a request if they are exactly
 * one `POST` in the plainest form, in which no two readers can differ (RFC 9112): a path without query or escapes,
 * single headers of printable ASCII, a length in digits, and a body that ends with the bytes. Undefined for all else.
 */
export function plainRequestReader(): (bytes: Buffer) => PlainRequest | undefined {
  let last: Head | undefined;
  return (bytes) => {
    const end = bytes.indexOf(HEAD_END);
    if (end === -1 || end > HEAD_BYTES_MAX) return undefined;
    const text = bytes.toString('latin1', 0, end);
    const head = last !== undefined && last.text === text ? last : headOf(text);
    last = head;
    const bodyAt = end + HEAD_END.length;
    if (head === undefined || bytes.length !== bodyAt + head.bodyBytes) return undefined;
    return { path: head.path, headers: head.headers, body: bytes.subarray(bodyAt) };
  };
}
