import type { Call, Calls, OperatorId, OperatorRole, Read, Reply, SessionId, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Tx } from '@karat/platform/db';

/** A program that acts for its owner. */
export interface Program {
  /** Number of its API key. */
  readonly key: number;
  readonly label: string;
  /** When the key was made, unix ms. */
  readonly since: number;
}

/** A user with a session, or one of the user's programs. */
export interface Caller {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  /** Identity is verified and e-mail or phone is bound. */
  readonly verified: boolean;
  /** Language of the account, for requests that name none. */
  readonly lang?: Lang;
  /** Set for a program, whose key has the right that the call needs. */
  readonly program?: Program;
}

/** An operator with a session. */
export interface OperatorCaller {
  readonly operatorId: OperatorId;
  readonly login: string;
  readonly role: OperatorRole;
  readonly sessionId: SessionId;
  /** Must register a passkey first: may only make the calls of that registration. */
  readonly mustEnrol?: true;
}

export interface RequestInfo {
  readonly id: string;
  /** Network address of the client. */
  readonly address: string;
  readonly userAgent: string;
  /** The header `Idempotency-Key`, if present. */
  readonly idempotencyKey: string | undefined;
  /** The header `X-Karat-Device`: the token from an earlier login on this device. */
  readonly device?: string | undefined;
  /** Is false if the request names no language, so that the account's language is used. */
  readonly namesLang?: boolean;
  /** Origin of the requesting page, if this host served it or configuration allows it. */
  readonly origin?: string | undefined;
}

/** A request that a program signed with its API key. */
export interface SignedRequest {
  readonly key: string;
  /** The signed text, unchanged. */
  readonly payload: string;
  /** Lower-case hex, so that a signature has one form; empty if it is no HMAC-SHA-256. */
  readonly signature: string;
  /** Unix ms, by the program's clock. */
  readonly timestamp: number;
  /** Validity after the timestamp, ms. */
  readonly windowMs: number | undefined;
  /** Network address of the program. */
  readonly address: string;
}

/** A file of a multipart request, in memory; its size was limited while it was read. */
export interface UploadedFile {
  readonly bytes: Uint8Array;
  readonly name: string;
}

type CallerOf<C extends Call> = C['who'] extends 'visitor'
  ? Caller | undefined
  : C['who'] extends 'user' | 'verified'
    ? Caller
    : OperatorCaller;

/** Arguments of a handler. `tx` is set for calls that move money, `file` for uploads. */
export interface HandlerRequest<C extends Call> {
  readonly input: Read<C>;
  readonly caller: CallerOf<C>;
  readonly lang: Lang;
  readonly request: RequestInfo;
  readonly tx: C['effect'] extends 'money' ? Tx : undefined;
  readonly file: UploadedFile | undefined;
}

export type Handler<C extends Call> = (asked: HandlerRequest<C>) => Reply<C> | Promise<Reply<C>>;

/** One handler for each call of a group: a missing one does not compile. */
export type Handlers<Group extends Calls> = { readonly [Path in keyof Group]: Handler<Group[Path]> };
