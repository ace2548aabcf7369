import { isDeepStrictEqual } from 'node:util';
import { Refusal, refuse, rightOf } from '@karat/contract';
import type { ApiRight, Call, Calls, Who } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Clock } from '@karat/platform/clock';
import type { Database, Tx } from '@karat/platform/db';
import type { Log } from '@karat/platform/log';
import { ok, refusalOf, refused } from './envelope.ts';
import type { Answer, Download, Messages } from './envelope.ts';
import type { Fields } from './fields.ts';
import type { Caller, OperatorCaller, RequestInfo, SignedRequest, UploadedFile } from './handlers.ts';
import { firstReply, given, isKey } from './idempotency.ts';
import { TokenBuckets } from './limits.ts';
import { networkOf } from './network.ts';
import { createTurns } from './turns.ts';

type Maybe<T> = T | undefined | Promise<T | undefined>;

/** Who holds a token; answered at once where the session is in memory. */
export interface Authentication {
  readonly authenticate: (token: string, address?: string) => Maybe<Caller>;
  readonly authenticateOperator: (token: string) => Maybe<OperatorCaller>;
  /** Whose program signed a request; throws the refusal. Without it nobody's programs may ask. */
  readonly authenticateSigned?: (signed: SignedRequest, right: ApiRight) => Promise<Caller>;
}

/** Requests a minute. */
export interface RateLimits {
  /** Of an account. */
  readonly accountPerMinute: number;
  /** Of a network address without a session. */
  readonly addressPerMinute: number;
  /** Unknown tokens from a network address, before they are no longer looked up. */
  readonly unknownTokensPerMinute: number;
  /** Multiplies every limit, those of the contract too; for load tests. */
  readonly factor: number;
}

/** A call with its handler, whatever their types: the contract has matched them. */
export interface Mounted {
  readonly path: string;
  readonly call: Call;
  readonly handler: (asked: never) => unknown;
}

/** One request as it came, over HTTP or a socket. */
export interface Asking {
  readonly token: string | undefined;
  readonly lang: Lang;
  readonly request: RequestInfo;
  /** A program's signature in the place of a token. */
  readonly signed?: SignedRequest | undefined;
}

/** Who asks, after the door: session, rights and rate are in order. */
export type Admitted = Caller | OperatorCaller | undefined;

export interface InvokerOptions extends Authentication {
  readonly messages: Messages;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: RateLimits;
  /** Checks every reply against the contract; tests and development. */
  readonly checkReplies: boolean;
}

export interface Invoker {
  /** Session, rate and rights, at once where the session is in memory; throws or rejects with the refusal. */
  admit(mounted: Mounted, asking: Asking): Admitted | Promise<Admitted>;
  /** Reads the fields, runs the handler and makes the answer; never throws. */
  run(
    mounted: Mounted,
    asking: Asking,
    caller: Admitted,
    fields: Fields,
    file?: UploadedFile,
  ): Promise<Answer>;
  /** Both in one: how every ordinary request goes. */
  invoke(mounted: Mounted, asking: Asking, fields: Fields): Promise<Answer>;
  /** The answer that tells a failure, which is logged if it is ours. */
  fail(asking: Asking, failure: unknown, path?: string): Answer;
}

const KEYS_MAX = 50_000;

/** All calls of the groups under one roof; a path in two groups is a mistake. */
export function mountAll(
  contract: Readonly<Record<string, Calls>>,
  handlers: Readonly<Record<string, Readonly<Record<string, (asked: never) => unknown>>>>,
): Map<string, Mounted> {
  const mounted = new Map<string, Mounted>();
  for (const [group, calls] of Object.entries(contract)) {
    for (const [path, call] of Object.entries(calls)) {
      const handler = handlers[group]?.[path];
      if (!handler) throw new Error(`no handler for ${path}`);
      if (mounted.has(path)) throw new Error(`${path} is in two groups of the contract`);
      mounted.set(path, { path, call, handler });
    }
  }
  return mounted;
}

/** What every request goes through, whether it came over HTTP or a socket. */
export function createInvoker(options: InvokerOptions): Invoker {
  const { messages, log } = options;
  const admit = doorkeeper(options);
  const turn = createTurns();
  const fail = (asking: Asking, failure: unknown, path?: string): Answer => {
    const refusal = refusalOf(failure);
    if (failure !== refusal && refusal.code !== 'parameter_error') {
      log.error({ err: failure, path, request: asking.request.id }, 'request failed');
    }
    return refused(messages, refusal, asking.lang, asking.request.id);
  };
  const answer = async (
    mounted: Mounted,
    asking: Asking,
    admitted: Admitted | Promise<Admitted>,
    fields: Fields,
    file?: UploadedFile,
  ): Promise<Answer> => {
    const caller = admitted instanceof Promise ? await admitted : admitted;
    const carryOut = (): unknown => perform(options, mounted, asking, caller, fields, file);
    const payload = await (mounted.call.effect === 'money'
      ? turn(nameOf(caller, asking), async () => carryOut())
      : carryOut());
    if (options.checkReplies) checkReply(mounted, payload);
    return mounted.call.replyKind === 'file'
      ? { status: 200, file: payload as Download, refused: undefined }
      : ok(payload);
  };
  return {
    admit,
    fail,
    async run(mounted, asking, caller, fields, file) {
      try {
        return await answer(mounted, asking, caller, fields, file);
      } catch (failure) {
        return fail(asking, failure, mounted.path);
      }
    },
    async invoke(mounted, asking, fields) {
      try {
        return await answer(mounted, asking, admit(mounted, asking), fields);
      } catch (failure) {
        return fail(asking, failure, mounted.path);
      }
    },
  };
}

function doorkeeper(options: InvokerOptions): Invoker['admit'] {
  const { clock, limits } = options;
  const accounts = new TokenBuckets(KEYS_MAX);
  const addresses = new TokenBuckets(KEYS_MAX);
  const unknown = new TokenBuckets(KEYS_MAX);
  const perCall = new Map<string, TokenBuckets>();

  /** Takes from what an address may try in vain; false when that is used up. */
  const mayGuess = ({ request }: Asking): boolean =>
    unknown.take(networkOf(request.address), limits.unknownTokensPerMinute * limits.factor, clock.now());

  const identify = (token: string, who: Who, asking: Asking): Admitted | Promise<Admitted> => {
    const found: Maybe<Caller | OperatorCaller> =
      typeof who === 'object'
        ? options.authenticateOperator(token)
        : options.authenticate(token, asking.request.address);
    return whenKnown(
      found,
      (caller) => caller ?? (mayGuess(asking) ? undefined : refuse('too_many_requests')),
    );
  };

  const take = (mounted: Mounted, asking: Asking, caller: Admitted): boolean => {
    const { perMinute } = mounted.call;
    const key =
      caller === undefined
        ? networkOf(asking.request.address)
        : 'userId' in caller
          ? caller.userId
          : -caller.operatorId;
    if (perMinute !== undefined) {
      let buckets = perCall.get(mounted.path);
      if (!buckets) perCall.set(mounted.path, (buckets = new TokenBuckets(KEYS_MAX)));
      return buckets.take(key, perMinute * limits.factor, clock.now());
    }
    if (caller === undefined)
      return addresses.take(key, limits.addressPerMinute * limits.factor, clock.now());
    return accounts.take(key, limits.accountPerMinute * limits.factor, clock.now());
  };

  const identifySigned = async (signed: SignedRequest, call: Call, asking: Asking): Promise<Admitted> => {
    const { authenticateSigned } = options;
    const right = rightOf(call);
    if (!authenticateSigned || right === undefined) return refuse('forbidden');
    try {
      return await authenticateSigned(signed, right);
    } catch (refusal) {
      // Wrong keys are looked up as seldom as wrong tokens.
      throw mayGuess(asking) ? refusal : new Refusal('too_many_requests');
    }
  };

  const letIn = (mounted: Mounted, asking: Asking, caller: Admitted): Admitted => {
    const { who } = mounted.call;
    if (!take(mounted, asking, caller)) refuse('too_many_requests');
    if (who === 'visitor') return caller;
    if (caller === undefined) refuse('unauthenticated');
    if (typeof who === 'object') {
      if (!('role' in caller) || !who.operator.includes(caller.role)) refuse('forbidden');
    } else if (who === 'verified' && 'verified' in caller && !caller.verified) refuse('not_verified');
    return caller;
  };

  return (mounted, asking) => {
    const { signed, token } = asking;
    const found =
      signed !== undefined
        ? identifySigned(signed, mounted.call, asking)
        : token !== undefined
          ? identify(token, mounted.call.who, asking)
          : undefined;
    return whenKnown(found, (caller) => letIn(mounted, asking, caller));
  };
}

/** Goes on with what may have to be waited for; what is there already costs no turn of the loop. */
const whenKnown = <T, R>(known: T | Promise<T>, goOn: (known: T) => R): R | Promise<R> =>
  known instanceof Promise ? known.then(goOn) : goOn(known);

/** Reads the input and runs the handler, with a transaction for money. */
function perform(
  options: InvokerOptions,
  mounted: Mounted,
  asking: Asking,
  caller: Admitted,
  fields: Fields,
  file: UploadedFile | undefined,
): unknown {
  const read = mounted.call.input.safeParse(fields);
  if (!read.success) {
    const name = read.error.issues[0]?.path[0];
    throw new Refusal('parameter_error', name === undefined ? {} : { field: String(name).slice(0, 40) });
  }
  const handle = (tx: Tx | undefined): unknown =>
    mounted.handler({
      input: read.data,
      caller,
      lang: asking.lang,
      request: asking.request,
      tx,
      file,
    } as never);
  if (mounted.call.effect !== 'money') return handle(undefined);
  const key = keyOf(asking);
  if (key === undefined) return options.db.transact(async (tx) => handle(tx));
  if (!isKey(key)) throw new Refusal('parameter_error', { field: 'Idempotency-Key' });
  const request = {
    caller: nameOf(caller, asking),
    path: mounted.path,
    key,
    input: read.data,
    now: options.clock.now(),
  };
  return options.db.transact((tx) => firstReply(tx, request, async () => handle(tx))).then(given);
}

/** A client's own key; a signed request without one is known by its signature, so that it moves money once however often it comes. */
const keyOf = ({ request, signed }: Asking): string | undefined =>
  request.idempotencyKey ?? (signed && `signed-${signed.signature.toLowerCase()}`);

function nameOf(caller: Admitted, asking: Asking): string {
  if (caller === undefined) return `address ${asking.request.address}`;
  return 'userId' in caller ? `user ${caller.userId}` : `operator ${caller.operatorId}`;
}

/** The bytes of a download are no JSON. */
const isBinary = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'body' in payload && payload.body instanceof Uint8Array;

/** A reply says exactly what the contract says: nothing missing, nothing more. */
function checkReply(mounted: Mounted, payload: unknown): void {
  if (isBinary(payload)) return;
  const wire: unknown = JSON.parse(JSON.stringify(payload ?? null));
  const read = mounted.call.reply.safeParse(wire);
  if (!read.success) throw new Error(`${mounted.path} answered against the contract: ${read.error.message}`);
  if (!isDeepStrictEqual(read.data, wire))
    throw new Error(`${mounted.path} answered more than the contract says`);
}
