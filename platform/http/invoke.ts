import { isDeepStrictEqual } from 'node:util';
import { Refusal, refuse } from '@karat/contract';
import type { Call } from '@karat/contract';
import type { Database, Tx } from '@karat/platform/db';
import type { Log } from '@karat/platform/log';
import { createAuthGuard } from './auth-guard.ts';
import type {
  AuthenticateRequest,
  AuthenticatedCaller,
  IncomingRequest,
  AuthGuardOptions,
  AuthGuard,
} from './auth-guard.ts';
import { isWhole, ok, refusalOf, refused, refusedBy } from './envelope.ts';
import type { Answer, Download, Messages, RefusalText } from './envelope.ts';
import type { Fields } from './fields.ts';
import type { UploadedFile } from './handlers.ts';
import { firstReply, storedReply, isKey } from './idempotency.ts';
import { withinPages } from './last-page.ts';
import type { Mounted } from './mount.ts';
import { createPerCallerMutex } from './per-caller-mutex.ts';
import { reporting } from './stream-body.ts';
import { createStreamSlots } from './stream-slots.ts';

export interface InvokerOptions extends AuthGuardOptions {
  readonly messages: Messages;
  readonly db: Database;
  readonly log: Log;
  /** Refuses stopped calls; called with the path of every call. */
  readonly admitCall?: ((path: string) => void) | undefined;
  /** Checks every reply against the contract; tests and development. */
  readonly checkReplies: boolean;
}

export interface Invoker {
  readonly authenticateRequest: AuthenticateRequest;
  readonly loginSession: AuthGuard['loginSession'];
  readonly loginProgram: AuthGuard['loginProgram'];
  /** Parses the fields, runs the handler and builds the reply; never throws. */
  run(
    mounted: Mounted,
    asking: IncomingRequest,
    caller: AuthenticatedCaller,
    fields: Fields,
    file?: UploadedFile,
  ): Promise<Answer>;
  /** Authenticates and runs: the path of every ordinary request. `onCaller` is called once the caller is known. */
  invoke(
    mounted: Mounted,
    asking: IncomingRequest,
    fields: Fields,
    onCaller?: (caller: AuthenticatedCaller) => void,
  ): Promise<Answer>;
  /** Builds the reply of a failure; logs server failures. */
  fail(asking: IncomingRequest, failure: unknown, path?: string): RefusalText;
}

/** Steps of every request, over HTTP or a socket. */
export function createInvoker(options: InvokerOptions): Invoker {
  const { messages, log } = options;
  const { authenticateRequest, countItems, loginSession, loginProgram } = createAuthGuard(options);
  const parts = { ...options, countItems };
  const turn = createPerCallerMutex();
  const slots = createStreamSlots();
  const fail = (asking: IncomingRequest, failure: unknown, path?: string): RefusalText => {
    const refusal = refusalOf(failure);
    if (failure !== refusal && refusal.code !== 'parameter_error') {
      log.error({ err: failure, path, request: asking.request.id }, 'request failed');
    }
    return refused(messages, refusedBy(refusal, path), asking.lang, asking.request.id);
  };
  const carryOut = (
    mounted: Mounted,
    asking: IncomingRequest,
    caller: AuthenticatedCaller,
    fields: Fields,
    file?: UploadedFile,
  ): unknown =>
    mounted.call.effect === 'money'
      ? turn(nameOf(caller, asking), async () => perform(parts, mounted, asking, caller, fields, file))
      : perform(parts, mounted, asking, caller, fields, file);
  const fileOf = ({ path }: Mounted, file: Download, caller: string): Answer => {
    if (isWhole(file.body)) return { status: 200, file, refused: undefined };
    const free = slots.take(caller) ?? refuse('too_many_requests');
    const body = reporting(file.body, (err) => log.error({ err, path }, 'download failed'));
    return { status: 200, file: { ...file, body }, refused: undefined, free };
  };
  const answerOf = (
    mounted: Mounted,
    asking: IncomingRequest,
    caller: AuthenticatedCaller,
    payload: unknown,
  ): Answer => {
    if (options.checkReplies) checkReply(mounted, payload);
    return mounted.call.replyKind === 'file'
      ? fileOf(mounted, payload as Download, nameOf(caller, asking))
      : ok(payload);
  };
  return {
    authenticateRequest,
    loginSession,
    loginProgram,
    fail,
    async run(mounted, asking, caller, fields, file) {
      const spoken = inLangOf(caller, asking);
      try {
        return answerOf(mounted, spoken, caller, await carryOut(mounted, spoken, caller, fields, file));
      } catch (failure) {
        return fail(spoken, failure, mounted.path);
      }
    },
    async invoke(mounted, asking, fields, onCaller) {
      let spoken = asking;
      try {
        const admitted = authenticateRequest(mounted, asking, (found) => {
          onCaller?.(found);
          spoken = inLangOf(found, asking);
        });
        const caller = admitted instanceof Promise ? await admitted : admitted;
        return answerOf(mounted, spoken, caller, await carryOut(mounted, spoken, caller, fields));
      } catch (failure) {
        return fail(spoken, failure, mounted.path);
      }
    },
  };
}

/** Sets the language of the caller's account if the request names none. */
export const inLangOf = (caller: AuthenticatedCaller, asking: IncomingRequest): IncomingRequest =>
  asking.request.namesLang === false && caller && 'userId' in caller && caller.lang !== undefined
    ? { ...asking, lang: caller.lang }
    : asking;

/** Parses an input by its schema; refuses `parameter_error` with the first invalid field. */
function parseInput({ input }: Call, fields: Fields): unknown {
  const read = input.safeParse(fields);
  if (read.success) return read.data;
  const name = read.error.issues[0]?.path[0];
  throw new Refusal('parameter_error', name === undefined ? {} : { field: String(name).slice(0, 40) });
}

/** Parses the input and runs the handler, with a transaction for money. */
function perform(
  options: InvokerOptions & Pick<AuthGuard, 'countItems'>,
  mounted: Mounted,
  asking: IncomingRequest,
  caller: AuthenticatedCaller,
  fields: Fields,
  file: UploadedFile | undefined,
): unknown {
  options.admitCall?.(mounted.path);
  const data: unknown = mounted.read?.(fields) ?? parseInput(mounted.call, fields);
  options.countItems(mounted, asking, caller, data);
  const handle = (tx: Tx | undefined, input: unknown = data): unknown =>
    mounted.handler({
      input,
      caller,
      lang: asking.lang,
      request: asking.request,
      tx,
      file,
    } as never);
  if (mounted.call.effect !== 'money')
    return withinPages(mounted.call, data, (input) => handle(undefined, input));
  const key = keyOf(asking);
  if (key === undefined) return options.db.transact(async (tx) => handle(tx));
  if (!isKey(key)) throw new Refusal('parameter_error', { field: 'Idempotency-Key' });
  const request = {
    caller: nameOf(caller, asking),
    path: mounted.path,
    key,
    input: requestInfoOf(mounted.call, data),
    now: options.clock.now(),
  };
  return options.db.transact((tx) => firstReply(tx, request, async () => handle(tx))).then(storedReply);
}

/** Returns the input without proofs of identity. */
const requestInfoOf = ({ proofs = [] }: Call, input: unknown): unknown =>
  Object.fromEntries(Object.entries(input as Fields).filter(([name]) => !proofs.includes(name)));

/**
 * Returns a client's own key; a signed request without one is identified by its signature, so that it moves money
 * once.
 */
const keyOf = ({ request, signed }: IncomingRequest): string | undefined =>
  request.idempotencyKey ?? (signed && `signed-${signed.signature}`);

function nameOf(caller: AuthenticatedCaller, asking: IncomingRequest): string {
  if (caller === undefined) return `address ${asking.request.address}`;
  return 'userId' in caller ? `user ${caller.userId}` : `operator ${caller.operatorId}`;
}

/** A reply has exactly the fields of the contract; a download is no JSON. */
function checkReply(mounted: Mounted, payload: unknown): void {
  if (mounted.call.replyKind === 'file') return;
  const wire: unknown = JSON.parse(JSON.stringify(payload ?? null));
  const read = mounted.call.reply.safeParse(wire);
  if (!read.success) throw new Error(`${mounted.path} violates the contract: ${read.error.message}`);
  if (!isDeepStrictEqual(read.data, wire))
    throw new Error(`${mounted.path} has fields outside of the contract`);
}
