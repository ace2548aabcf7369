import type { Code } from '@karat/contract';

/** Why there is no reply: no connection, none within the time limit, a server that failed, or a call that it no longer has. */
type Lost = 'network' | 'slow' | 'server' | 'outdated';

/** What is said of each, in the user's language; `refused` is an answer of a proxy, by its status. */
export interface LostTexts extends Readonly<Record<Lost, string>> {
  readonly refused: (status: number) => string;
}

/** Why a call failed, by `code`; `message` is in the user's language. */
export class CallError extends Error {
  /**
   * `999` no session, `998` identity not verified, `error` any refusal, `network` unknown outcome; with the code
   * `unavailable` the service itself is down, with `network`, `slow` and `server` there was no reply.
   */
  readonly kind: '999' | '998' | 'error' | 'network';
  readonly code: Code | Lost;
  readonly requestId: string | null;
  /** Field that is refused, by its name in the request. */
  readonly field: string | null;

  constructor(
    kind: CallError['kind'],
    code: CallError['code'],
    message: string,
    requestId: string | null = null,
    field: string | null = null,
  ) {
    super(message);
    this.name = 'CallError';
    this.kind = kind;
    this.code = code;
    this.requestId = requestId;
    this.field = field;
  }
}

interface Refused {
  readonly type: string;
  readonly message: string;
  readonly error: Code;
  readonly request_id?: string;
  readonly field?: unknown;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isRefused = (value: unknown): value is Refused =>
  isObject(value) &&
  typeof value['type'] === 'string' &&
  typeof value['message'] === 'string' &&
  typeof value['error'] === 'string';

const LOST: ReadonlySet<string> = new Set<Lost>(['network', 'slow', 'server', 'outdated']);
/** Whether there was no reply of the service. */
export const isLost = (code: CallError['code']): code is Lost => LOST.has(code);

/** Statuses that a proxy returns when the service is down. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Error of an answer that is not of the service: a proxy's, or that of a network that asks for a login first. */
function foreignAnswer(status: number, texts: LostTexts): CallError {
  if (AWAY.has(status)) return new CallError('network', 'unavailable', texts.server);
  if (status >= 500) return new CallError('network', 'server', texts.server);
  if (status === 408) return new CallError('network', 'slow', texts.slow);
  if (status === 404) return new CallError('error', 'outdated', texts.outdated);
  if (status >= 400) return new CallError('error', 'server', texts.refused(status));
  return new CallError('network', 'network', texts.network);
}

/** Returns the payload of a reply; throws on refusals, other statuses than 200 and anything that is not an envelope. */
export function payloadOf(status: number, body: unknown, texts: LostTexts): unknown {
  if (status === 200 && isObject(body) && (body['type'] === 'ok' || body['code'] === 1))
    return body['message'];
  if (!isRefused(body)) throw foreignAnswer(status, texts);
  // The service has every call of its own version of the app.
  if (status === 404 && body.error === 'not_found')
    throw new CallError('error', 'outdated', texts.outdated, body.request_id ?? null);
  // A database failure may have committed the change: a retry sends the same idempotency key.
  if (body.error === 'unavailable')
    throw new CallError('network', 'unavailable', body.message, body.request_id ?? null);
  const kind = body.type === '999' || body.type === '998' ? body.type : 'error';
  const field = typeof body.field === 'string' ? body.field : null;
  throw new CallError(kind, body.error, body.message, body.request_id ?? null, field);
}

/** Builds a form body; absent fields are left out. */
export function formOf(input: Readonly<Record<string, unknown>>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
      for (const [place, each] of value.entries()) form.set(`${name}[${place}]`, each);
      continue;
    }
    if (
      typeof value !== 'string' &&
      typeof value !== 'number' &&
      typeof value !== 'boolean' &&
      typeof value !== 'bigint'
    ) {
      throw new TypeError(`a form takes no ${typeof value} (${name})`);
    }
    form.set(name, String(value));
  }
  return form;
}
