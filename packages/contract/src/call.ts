import type * as z from 'zod';
import type { Code } from './codes.ts';

export const OPERATOR_ROLES = ['support', 'finance', 'risk', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * Who may make a call: anyone; a user with a session (999 otherwise); a user whose e-mail or phone is bound and whose
 * identity is verified (998 otherwise); or an operator with one of the roles.
 */
export type Who = 'visitor' | 'user' | 'verified' | { readonly operator: readonly OperatorRole[] };

/**
 * What a call does, and so what its handler is given.
 * - `read`: nothing changes.
 * - `write`: changes something other than money; the handler opens its own transaction.
 * - `money`: runs inside one transaction opened for it, together with its idempotency key and first reply.
 * - `order`: goes to the matching engine, which keeps the client order id itself.
 */
export type Effect = 'read' | 'write' | 'money' | 'order';

/** What an API key may be allowed to do; every key may read. */
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
  /** The field that carries an uploaded file; the call then takes multipart/form-data. */
  readonly upload?: string;
  /** Refusals of its own, besides those that every call may answer. */
  readonly refusals: readonly Code[];
  /** The right that an API key needs for the call. Absent: only people make it; see `rightOf`. */
  readonly right?: ApiRight;
  /**
   * Fields that prove who asks and are no part of what is asked: whoever repeats a request under its key may prove it anew, and
   * nothing is kept from which a short secret could be guessed.
   */
  readonly proofs?: readonly string[];
  /** An operator who must register a passkey first may make it already. */
  readonly enrolment?: true;
  /** Requests a minute and caller (account, or address of a visitor) where the general limit is too generous. */
  readonly perMinute?: number;
  /** Calls of one class take from the same `perMinute`, so that what one of them answers is not asked through another. */
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
 * The right that an API key needs for a call. Undefined for calls that no key may make, which is every call that names no
 * right: exceptions are the public reads of visitors. Calls of operators and uploads never have one.
 */
export function rightOf({
  who,
  effect,
  right,
  upload,
}: Pick<Call, 'who' | 'effect' | 'right' | 'upload'>): ApiRight | undefined {
  // The signature covers the body as text; a file is never read as one.
  if (typeof who === 'object' || upload !== undefined) return undefined;
  return right ?? (who === 'visitor' && effect === 'read' ? 'read' : undefined);
}

/** A group of calls: path to call. */
export type Calls = Readonly<Record<string, Call>>;

/** What a client sends, before reading (texts and numbers). */
export type Sent<C extends Call> = z.input<C['input']>;
/** What a handler gets, after reading (branded ids and amounts). */
export type Read<C extends Call> = z.output<C['input']>;
/** What the envelope's `message` carries. */
export type Reply<C extends Call> = z.output<C['reply']>;
