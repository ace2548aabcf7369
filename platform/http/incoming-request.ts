import { toLang } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import { readForm } from './fields.ts';
import type { Fields } from './fields.ts';
import type { IncomingRequest } from './auth-guard.ts';
import type { AllowedOrigins } from './reply.ts';
import type { RequestHead } from './request-head.ts';
import { signedOf } from './signed.ts';

const NO_ORIGINS: AllowedOrigins = new Set();
const AGENT_MAX = 200;
const DEVICE_MAX = 200;
/** Scheme and host of a request in absolute form. */
const HOST = /^https?:\/\/[^/?#]+/i;

/** Returns the path of a request without query and fragment. */
export function pathOf(url: string): string {
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}

/** Returns the normalised path: without host, with unneeded percent-encoding removed. Undefined if it is malformed. */
export function plainPathOf(url: string): string | undefined {
  try {
    return decodeURI(pathOf(url.replace(HOST, '')));
  } catch {
    return undefined;
  }
}

/** The text after the question mark. */
export function queryOf({ url = '' }: RequestHead): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

/** Returns the language of the header, else of the field: English for an unknown one, undefined if none is named. */
export function namedLang(request: RequestHead, fields?: Fields): Lang | undefined {
  const header = request.headers['lang'];
  if (header !== undefined) return toLang(header);
  if (fields !== undefined && fields['lang'] !== undefined) return toLang(fields['lang']);
  const query = queryOf(request);
  if (query === '') return undefined;
  try {
    const { lang } = readForm(query);
    return lang === undefined ? undefined : toLang(lang);
  } catch {
    return undefined;
  }
}

/**
 * Returns the origin of the requesting page if this host served it or it may use the API; browsers do not let pages
 * forge it.
 */
function originOf(request: RequestHead, origins: AllowedOrigins): string | undefined {
  const { origin, host } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  return new URL(origin).host === host || origins.has(origin) ? origin : undefined;
}

function deviceOf({ headers }: RequestHead): string | undefined {
  const device = headers['x-karat-device'];
  return typeof device === 'string' && device.length <= DEVICE_MAX ? device : undefined;
}

/** Parts of a request outside of its headers, or parsed before. */
export interface RequestContext {
  readonly id: string;
  /** Undefined if the request names none. */
  readonly lang: Lang | undefined;
  /** For visitors whose request names no language. */
  readonly defaultLang: Lang;
  /** Network address of the client. */
  readonly address: string;
  /** The body as text, for its signature. */
  readonly body: string;
  readonly origins?: AllowedOrigins;
}

/** Builds the request for the invoker. */
export function incomingRequestOf(
  request: RequestHead,
  { id, lang, defaultLang, address, body, origins = NO_ORIGINS }: RequestContext,
): IncomingRequest {
  const { headers } = request;
  const { 'idempotency-key': key, traceparent } = headers;
  return {
    token: headers.authorization === '' ? undefined : headers.authorization,
    lang: lang ?? defaultLang,
    request: {
      namesLang: lang !== undefined,
      id,
      address,
      userAgent: (headers['user-agent'] ?? '').slice(0, AGENT_MAX),
      idempotencyKey: Array.isArray(key) ? key[0] : key,
      device: deviceOf(request),
      origin: originOf(request, origins),
    },
    traceparent: Array.isArray(traceparent) ? traceparent[0] : traceparent,
    signed: headers['x-karat-key'] === undefined ? undefined : signedOf(request, address, body),
  };
}
