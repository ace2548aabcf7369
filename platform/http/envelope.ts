import { Refusal } from '@karat/contract';
import type { Code, CommonCode } from '@karat/contract';
import { fill, withoutSlots } from '@karat/i18n';
import type { Catalogue, Lang } from '@karat/i18n';
import { isUnavailable, isUnusableValue } from '@karat/platform/db';
import { Unreadable } from './fields.ts';

/** A serialised envelope with its HTTP status. */
export interface RefusalText {
  readonly status: number;
  readonly body: string;
  readonly refused: Code | undefined;
}

/** Reply to a client: an HTTP status with the serialised envelope, or a download. */
export type Answer =
  | RefusalText
  | {
      readonly status: 200;
      readonly file: Download;
      readonly refused: undefined;
      /** Frees the slot of a file that is read piece by piece; called when nothing more is sent. */
      readonly free?: () => void;
    };

export interface Download {
  readonly name: string;
  readonly type: string;
  /** Pieces are read as the client takes them; only those of text, in UTF-8. */
  readonly body: string | Uint8Array | AsyncIterable<string>;
}

/** Whether a body is complete, and not read piece by piece. */
export const isWhole = (body: Download['body']): body is string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array;

/** Texts of refusals. A code without a text is shown unchanged. */
export type Messages = Catalogue<CommonCode> &
  Partial<Catalogue<Code>> & {
    /** By the field; by call or group and field (`shop/buy/code`, `shop/code`) where these mean something else. */
    readonly fieldNames?: Readonly<Record<string, Readonly<Record<Lang, string>>>>;
  };

export const ok = (payload: unknown): Answer => ({
  status: 200,
  body: `{"type":"ok","message":${JSON.stringify(payload) ?? 'null'},"code":1}`,
  refused: undefined,
});

/** HTTP statuses are for the transport; every other refusal has status 200. */
const STATUS: Partial<Record<Code, number>> = {
  host_unknown: 404,
  method_not_allowed: 405,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_error: 500,
  unavailable: 503,
};

const TYPE: Partial<Record<Code, string>> = {
  unauthenticated: '999',
  not_verified: '998',
  receiver_unbound: '998',
};

/** Text between the refusal and the field's name; French has a no-break space before the colon. */
const COLONS: Readonly<Record<Lang, string>> = {
  en: ': ',
  hk: '：',
  th: ': ',
  jp: '：',
  kor: ': ',
  fra: '\u202f: ',
  spa: ': ',
  vn: ': ',
  zh: '：',
};

/**
 * Returns the field's name in a language after a colon, as the call or its group names it; fields without a translation keep
 * their wire name.
 */
function fieldText({ fieldNames = {} }: Messages, field: string, path: string, lang: Lang): string {
  const keys = [`${path}/${field}`, `${path.slice(0, path.indexOf('/'))}/${field}`, field];
  const key = keys.find((each) => Object.hasOwn(fieldNames, each));
  return COLONS[lang] + ((key === undefined ? undefined : fieldNames[key]?.[lang]) ?? field);
}

/** Adds the path of the call, which may name a field in its own way, to a parameter error. */
export const refusedBy = (refusal: Refusal, path: string | undefined): Refusal =>
  refusal.code === 'parameter_error' && path !== undefined
    ? new Refusal(refusal.code, { ...refusal.values, path })
    : refusal;

/** Returns the text of a refusal in a language. */
export function refusalText(messages: Messages, refusal: Refusal, lang: Lang): string {
  const { field, path = '' } = refusal.values;
  const values =
    refusal.code === 'parameter_error'
      ? { where: field === undefined ? '' : fieldText(messages, String(field), String(path), lang) }
      : refusal.values;
  return withoutSlots(fill(messages[refusal.code]?.[lang] ?? refusal.code, lang, values));
}

/**
 * Returns the envelope of a refusal; `status` overrides the HTTP status (an unknown path is 404, an unknown row is
 * not).
 */
export function refused(
  messages: Messages,
  refusal: Refusal,
  lang: Lang,
  requestId: string,
  status: number = STATUS[refusal.code] ?? 200,
): RefusalText {
  const body = JSON.stringify({
    type: TYPE[refusal.code] ?? 'error',
    message: refusalText(messages, refusal, lang),
    code: 0,
    error: refusal.code,
    field: refusal.values['field'],
    request_id: requestId,
  });
  return { status, body, refused: refusal.code };
}

/** Converts an exception into a refusal. Unexpected exceptions become `internal_error` and are logged. */
export function refusalOf(failure: unknown): Refusal {
  if (failure instanceof Refusal) return failure;
  if (failure instanceof Unreadable) {
    return new Refusal(
      'parameter_error',
      failure.field === undefined ? {} : { field: failure.field.slice(0, 40) },
    );
  }
  if (isUnavailable(failure)) return new Refusal('unavailable');
  if (isUnusableValue(failure)) return new Refusal('parameter_error');
  return new Refusal('internal_error');
}
