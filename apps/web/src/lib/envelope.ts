import type { Code } from '@karat/contract';

/** Why a call failed, by `code`; `message` is in the user's language. */
export class CallError extends Error {
  /**
   * `999` no session, `998` identity not verified, `error` any refusal, `network` unknown outcome; with the code
   * `unavailable` the service itself is down.
   */
  readonly kind: '999' | '998' | 'error' | 'network';
  readonly code: Code | 'network';
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

/** Statuses that a proxy returns when the service is down. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Returns the payload of a reply; throws on refusals, other statuses than 200 and anything that is not an envelope. */
export function payloadOf(status: number, body: unknown, lost: string): unknown {
  if (status === 200 && isObject(body) && (body['type'] === 'ok' || body['code'] === 1))
    return body['message'];
  if (!isRefused(body)) throw new CallError('network', AWAY.has(status) ? 'unavailable' : 'network', lost);
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
