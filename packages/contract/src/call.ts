import type * as z from 'zod';
import type { Code } from './codes.ts';

export const OPERATOR_ROLES = ['support', 'finance', 'risk', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * Callers of a call: anyone; a user with a session (999 otherwise); a user with bound e-mail or phone and verified
 * identity (998 otherwise); or an operator with one of the roles.
 */
export type Who = 'visitor' | 'user' | 'verified' | { readonly operator: readonly OperatorRole[] };

/**
 * Effect of a call, which decides what its handler receives.
 * - `read`: changes nothing.
 * - `write`: changes something other than money; the handler opens its own transaction.
 * - `money`: runs inside one transaction opened for it, together with its idempotency key and first reply.
 * - `order`: goes to the matching engine, which stores the client order id itself.
 */
export type Effect = 'read' | 'write' | 'money' | 'order';

/** Rights of an API key besides reading. */
export const API_RIGHTS = ['read', 'trade', 'withdraw'] as const;
export type ApiRight = (typeof API_RIGHTS)[number];

/** `json`: the envelope. `file`: the reply is a download `{name, type, body}`. */
export type ReplyKind = 'json' | 'file';

/** One call of the app's protocol. Path is without the `/api/` prefix. */
export interface Call<
  M extends 'GET' | 'POST' | 'DELETE' = 'GET' | 'POST' | 'DELETE',
  W extends Who = Who,
  E extends Effect = Effect,
  I extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  readonly method: M;
  readonly who: W;
  readonly effect: E;
  /** One sentence for the documentation page. */
  readonly summary: string;
  readonly input: I;
  readonly reply: R;
  readonly replyKind?: ReplyKind;
  /** The field of an uploaded file; the call then accepts multipart/form-data. */
  readonly upload?: string;
  /** Maximum bytes of the uploaded file, where it differs from that of a picture. */
  readonly uploadBytesMax?: number;
  /** Refusals of its own, besides those that every call may return. */
  readonly refusals: readonly Code[];
  /** The right that an API key needs for the call. Absent: no API key may make it; see `rightOf`. */
  readonly right?: ApiRight;
  /**
   * Fields that prove identity and are excluded from the hashed input: a repeated request may carry a new proof, and
   * no stored hash allows guessing a short secret.
   */
  readonly proofs?: readonly string[];
  /** An operator who must register a passkey first may make it already. */
  readonly enrolment?: true;
  /** Requests per minute and caller (account, or address of a visitor), where the general limit is too high. */
  readonly perMinute?: number;
  /** The list field whose items count as one request each against `perMinute`. */
  readonly countsEach?: string;
  /** Calls of one class share `perMinute`, so that the same information cannot be queried through several calls. */
  readonly rateClass?: string;
}

type Spec<W, E, I, R> = Omit<Call, 'method' | 'who' | 'effect' | 'input' | 'reply' | 'refusals'> & {
  readonly who: W;
  readonly effect: E;
  readonly input: I;
  readonly reply: R;
  readonly refusals?: readonly Code[];
};

const declare =
  <M extends 'GET' | 'POST' | 'DELETE'>(method: M) =>
  <const W extends Who, const E extends Effect, I extends z.ZodType, R extends z.ZodType>(
    spec: Spec<W, E, I, R>,
  ): Call<M, W, E, I, R> => ({ ...spec, method, refusals: spec.refusals ?? [] });

export const get = declare('GET');
export const post = declare('POST');
export const del = declare('DELETE');

/**
 * Returns the right that an API key needs for a call; undefined if no key may make it, which is every call without a
 * right except public reads of visitors. Operator calls and uploads never have one.
 */
export function rightOf({
  who,
  effect,
  right,
  upload,
}: Pick<Call, 'who' | 'effect' | 'right' | 'upload'>): ApiRight | undefined {
  // The signature covers the body as text; a file is not text.
  if (typeof who === 'object' || upload !== undefined) return undefined;
  return right ?? (who === 'visitor' && effect === 'read' ? 'read' : undefined);
}

/** A group of calls: path to call. */
export type Calls = Readonly<Record<string, Call>>;

/** Input of a call before parsing (texts and numbers). */
export type Sent<C extends Call> = z.input<C['input']>;
/** Input of a handler, after parsing (branded ids and amounts). */
export type Read<C extends Call> = z.output<C['input']>;
/** Payload in the envelope's `message`. */
export type Reply<C extends Call> = z.output<C['reply']>;
