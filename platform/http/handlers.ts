import type { Call, Calls, OperatorId, OperatorRole, Read, Reply, SessionId, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Tx } from '@karat/platform/db';

/** A program that asks in the place of its owner. */
export interface Program {
  /** Number of its API key. */
  readonly key: number;
  readonly label: string;
  /** When the key was made, unix ms. */
  readonly since: number;
}

/** A user with a session, or with a program. */
export interface Caller {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  /** Identity data verified and e-mail or phone bound. */
  readonly verified: boolean;
  /** Language of the account, for requests that name none. */
  readonly lang?: Lang;
  /** There where a program asks, whose key has the right that the call needs. */
  readonly program?: Program;
}

/** An operator with a session. */
export interface OperatorCaller {
  readonly operatorId: OperatorId;
  readonly login: string;
  readonly role: OperatorRole;
  readonly sessionId: SessionId;
  /** Must register a passkey first: may make only calls that are part of that. */
  readonly mustEnrol?: true;
}

export interface RequestInfo {
  readonly id: string;
  /** Network address of the client. */
  readonly address: string;
  readonly userAgent: string;
  /** The header `Idempotency-Key`, if one came. */
  readonly idempotencyKey: string | undefined;
  /** The header `X-Karat-Device`: the token that the server gave this device at an earlier login. */
  readonly device?: string | undefined;
  /** Origin of the page that asks, where it is one that this host gave out or that may use the API. */
  readonly origin?: string | undefined;
}

/** A request that a program signed with its API key. */
export interface SignedRequest {
  readonly key: string;
  /** What was signed, as it came. */
  readonly payload: string;
  /** Lower-case hex, so that one signature is written in one way; empty where it is no HMAC-SHA-256. */
  readonly signature: string;
  /** Unix ms, by the program's clock. */
  readonly timestamp: number;
  /** How long after it the request may come, in ms. */
  readonly windowMs: number | undefined;
  /** Network address of the program. */
  readonly address: string;
}

/** A file of a multipart request, whole in memory; its size was limited while it came in. */
export interface UploadedFile {
  readonly bytes: Uint8Array;
  readonly name: string;
}

type CallerOf<C extends Call> = C['who'] extends 'visitor'
  ? Caller | undefined
  : C['who'] extends 'user' | 'verified'
    ? Caller
    : OperatorCaller;

/** What a handler gets. `tx` is there for calls that move money, `file` for uploads. */
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
