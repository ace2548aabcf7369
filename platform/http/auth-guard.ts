import { refuse, rightOf } from '@karat/contract';
import type { Call, Who } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Clock } from '@karat/platform/clock';
import type { Caller, OperatorCaller, RequestInfo, SignedRequest } from './handlers.ts';
import { TokenBuckets } from './limits.ts';
import type { Mounted } from './mount.ts';
import { networkOf } from './network.ts';
import { programGuard } from './program-guard.ts';
import type { ProgramAuthentication } from './program-guard.ts';

type MaybeAsync<T> = T | undefined | Promise<T | undefined>;

/** Finds the session of a token; synchronous if the session is in memory. */
export interface Authentication {
  readonly authenticate: (token: string, address?: string) => MaybeAsync<Caller>;
  readonly authenticateOperator: (token: string) => MaybeAsync<OperatorCaller>;
  /** Without it no program can authenticate. */
  readonly programs?: ProgramAuthentication;
}

/** Devices known from an earlier login. */
export interface DeviceAuthentication {
  /** Returns the rate-limit key of a device whose token has a valid signature; no lookup. */
  readonly deviceKey?: (token: string) => string | undefined;
}

/** Rate limits, requests per minute. */
export interface RateLimits {
  /** Per account. */
  readonly accountPerMinute: number;
  /** Per network address without a session. */
  readonly addressPerMinute: number;
  /** Unknown tokens per network address, before lookups stop. */
  readonly unknownTokensPerMinute: number;
  /** Multiplies every limit, those of the contract too; for load tests. */
  readonly factor: number;
}

/** One request, over HTTP or a socket. */
export interface IncomingRequest {
  readonly token: string | undefined;
  readonly lang: Lang;
  readonly request: RequestInfo;
  /** A program's signature instead of a token. */
  readonly signed?: SignedRequest | undefined;
  /** Number of the API key of the connection, instead of a token. */
  readonly program?: number | undefined;
  /** The header `traceparent`, unchecked. */
  readonly traceparent?: string | undefined;
}

/** The authenticated caller: session, rights and rate limits are checked. */
export type AuthenticatedCaller = Caller | OperatorCaller | undefined;

export interface AuthGuardOptions extends Authentication, DeviceAuthentication {
  readonly clock: Clock;
  readonly limits: RateLimits;
}

/**
 * Authenticates a request: session, rate limit and rights; synchronous if the session is in memory. Throws or rejects
 * with the refusal. `onIdentified` is called before limits and rights of an account are checked, so that their refusals reach the caller
 * in the language of the account.
 */
export type AuthenticateRequest = (
  mounted: Mounted,
  asking: IncomingRequest,
  onIdentified?: (caller: AuthenticatedCaller) => void,
) => AuthenticatedCaller | Promise<AuthenticatedCaller>;

export interface AuthGuard {
  readonly authenticateRequest: AuthenticateRequest;
  /** Counts the items of a request after the first; refuses `too_many_requests`. */
  readonly countItems: (
    mounted: Mounted,
    asking: IncomingRequest,
    caller: AuthenticatedCaller,
    input: unknown,
  ) => void;
  /**
   * Authenticates a login on a socket by session token. Uses the same rate limits as HTTP: an unknown token counts
   * against its network, a known one against its account. Rejects with `too_many_requests`.
   */
  readonly loginSession: (token: string, address: string) => Promise<Caller | undefined>;
  /**
   * Authenticates the login of a program by an API key on a connection; a signature is valid for one login. Rejects
   * with the refusal.
   */
  readonly loginProgram: (asking: IncomingRequest) => Promise<Caller>;
}

/** Maximum number of rate-limited callers, of each kind. */
const KEYS_MAX = 50_000;

/** Consumed rate limits. */
interface Usage {
  /** Takes one failed attempt of an address; false when the limit is reached. */
  readonly mayGuess: (address: string) => boolean;
  /** Takes `count` requests of a caller; false when the limit is reached. */
  mayAsk(mounted: Mounted, asking: IncomingRequest, caller: AuthenticatedCaller, count?: number): boolean;
  /** Returns the caller of a login; refuses `too_many_requests` when the account's limit is reached. */
  countLogin(caller: Caller): Caller;
}

function createUsage({ clock, limits, ...devices }: AuthGuardOptions): Usage {
  const accounts = new TokenBuckets(KEYS_MAX);
  const addresses = new TokenBuckets(KEYS_MAX);
  const unknown = new TokenBuckets(KEYS_MAX);
  const perCall = new Map<string, TokenBuckets>();
  const bucketsOf = (path: string): TokenBuckets => {
    let buckets = perCall.get(path);
    if (!buckets) {
      buckets = new TokenBuckets(KEYS_MAX);
      perCall.set(path, buckets);
    }
    return buckets;
  };

  return {
    mayGuess: (address) =>
      unknown.take(networkOf(address), limits.unknownTokensPerMinute * limits.factor, clock.now()),
    mayAsk({ path, call }, asking, caller, count = 1) {
      const key = keyOf(caller, asking, devices);
      const now = clock.now();
      if (call.perMinute !== undefined) {
        return bucketsOf(call.rateClass ?? path).take(key, call.perMinute * limits.factor, now, count);
      }
      return caller === undefined
        ? addresses.take(key, limits.addressPerMinute * limits.factor, now, count)
        : accounts.take(key, limits.accountPerMinute * limits.factor, now, count);
    },
    countLogin: (caller) =>
      accounts.take(caller.userId, limits.accountPerMinute * limits.factor, clock.now())
        ? caller
        : refuse('too_many_requests'),
  };
}

/** Requests that an input counts as. */
function itemsOf({ countsEach: name }: Call, input: unknown): number {
  if (name === undefined || typeof input !== 'object' || input === null) return 1;
  const list = Object.entries(input).find(([each]) => each === name)?.[1] as unknown;
  return Array.isArray(list) ? list.length : 1;
}

/** Authenticates callers, counts their requests against rate limits, and checks their rights. */
export function createAuthGuard(options: AuthGuardOptions): AuthGuard {
  const usage = createUsage(options);

  const identify = (
    token: string,
    who: Who,
    asking: IncomingRequest,
  ): AuthenticatedCaller | Promise<AuthenticatedCaller> => {
    const found: MaybeAsync<Caller | OperatorCaller> =
      typeof who === 'object'
        ? options.authenticateOperator(token)
        : options.authenticate(token, asking.request.address);
    return thenSync(
      found,
      (caller) =>
        caller ?? (usage.mayGuess(asking.request.address) ? undefined : refuse('too_many_requests')),
    );
  };

  const letIn = (
    mounted: Mounted,
    asking: IncomingRequest,
    caller: AuthenticatedCaller,
  ): AuthenticatedCaller => {
    const { who } = mounted.call;
    if (!usage.mayAsk(mounted, asking, caller)) refuse('too_many_requests');
    if (who === 'visitor') return caller;
    if (caller === undefined) refuse('unauthenticated');
    if (typeof who === 'object') {
      if (!('role' in caller) || !who.operator.includes(caller.role)) refuse('forbidden');
      if (caller.mustEnrol && !mounted.call.enrolment) refuse('forbidden');
    } else if (who === 'verified' && 'verified' in caller && !caller.verified) refuse('not_verified');
    return caller;
  };

  const programs = programGuard(options.programs, usage.mayGuess);
  const find = (
    { call }: Mounted,
    asking: IncomingRequest,
  ): AuthenticatedCaller | Promise<AuthenticatedCaller> => {
    const { signed, token, program } = asking;
    if (signed !== undefined || program !== undefined)
      return programs.identify(asking, rightOf(call), call.effect !== 'read');
    return token === undefined ? undefined : identify(token, call.who, asking);
  };

  return {
    authenticateRequest(mounted, asking, onIdentified) {
      const admitted = thenSync(find(mounted, asking), (caller) => {
        if (caller !== undefined) onIdentified?.(caller);
        const allowed = letIn(mounted, asking, caller);
        // Who needs a login and has none is nobody yet; a visitor of a public call is a caller.
        if (caller === undefined) onIdentified?.(caller);
        return allowed;
      });
      if (asking.signed === undefined) return admitted;
      return thenSync(admitted, (caller) => programs.takeOnce(asking, mounted.call).then(() => caller));
    },
    countItems(mounted, asking, caller, input) {
      const more = itemsOf(mounted.call, input) - 1;
      if (more > 0 && !usage.mayAsk(mounted, asking, caller, more)) refuse('too_many_requests');
    },
    async loginSession(token, address) {
      const caller = await options.authenticate(token, address);
      if (!caller) return usage.mayGuess(address) ? undefined : refuse('too_many_requests');
      return usage.countLogin(caller);
    },
    async loginProgram(asking) {
      const caller = usage.countLogin(await programs.identify(asking, 'read', true));
      await programs.takeOnce(asking, 'login');
      return caller;
    },
  };
}

/**
 * Returns the rate-limit key: users above zero, operators below, visitors by their known device, else by their
 * network. So a stranger behind the same address takes nothing from a known device.
 */
function keyOf(
  caller: AuthenticatedCaller,
  { request }: IncomingRequest,
  { deviceKey }: DeviceAuthentication,
): string | number {
  if (caller === undefined) {
    const known = request.device === undefined ? undefined : deviceKey?.(request.device);
    return known ?? networkOf(request.address);
  }
  return 'userId' in caller ? caller.userId : -caller.operatorId;
}

/** Continues with a value or a promise; a value costs no turn of the event loop. */
const thenSync = <T, R>(known: T | Promise<T>, goOn: (known: T) => R | Promise<R>): R | Promise<R> =>
  known instanceof Promise ? known.then(goOn) : goOn(known);
