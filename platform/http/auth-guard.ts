import { refuse, rightOf } from '@karat/contract';
import type { Who } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Clock } from '@karat/platform/clock';
import type { Caller, OperatorCaller, RequestInfo, SignedRequest } from './handlers.ts';
import { TokenBuckets } from './limits.ts';
import type { Mounted } from './mount.ts';
import { networkOf } from './network.ts';
import { programGuard } from './program-guard.ts';
import type { ProgramAuthentication } from './program-guard.ts';

type MaybeAsync<T> = T | undefined | Promise<T | undefined>;

/** Who holds a token; answered at once where the session is in memory. */
export interface Authentication {
  readonly authenticate: (token: string, address?: string) => MaybeAsync<Caller>;
  readonly authenticateOperator: (token: string) => MaybeAsync<OperatorCaller>;
  /** Without it no program may ask. */
  readonly programs?: ProgramAuthentication;
}

/** Devices that a login has made known. */
export interface DeviceAuthentication {
  /** What requests of a device are counted by when its token has a right signature; no lookup. */
  readonly deviceKey?: (token: string) => string | undefined;
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

/** One request as it came, over HTTP or a socket. */
export interface IncomingRequest {
  readonly token: string | undefined;
  readonly lang: Lang;
  /** Whether the request names its language; otherwise a caller is answered in that of the account. */
  readonly namesLang?: boolean;
  readonly request: RequestInfo;
  /** A program's signature in the place of a token. */
  readonly signed?: SignedRequest | undefined;
  /** Number of the API key that the connection logged in with, in the place of a token. */
  readonly program?: number | undefined;
}

/** Who asks, after the door: session, rights and rate are in order. */
export type AuthenticatedCaller = Caller | OperatorCaller | undefined;

export interface AuthGuardOptions extends Authentication, DeviceAuthentication {
  readonly clock: Clock;
  readonly limits: RateLimits;
}

/** Session, rate and rights, at once where the session is in memory; throws or rejects with the refusal. */
export type AuthGuard = (
  mounted: Mounted,
  asking: IncomingRequest,
) => AuthenticatedCaller | Promise<AuthenticatedCaller>;

export interface Doorkeeper {
  readonly admit: AuthGuard;
  /**
   * The user whose session a token opens, for a login on a socket. Takes from the same buckets as a request over HTTP: an
   * unknown token from that of its network, a known one from that of its account. Rejects with `too_many_requests`.
   */
  readonly loginSession: (token: string, address: string) => Promise<Caller | undefined>;
  /** The login of a program by an API key on a connection; its signature is good for one login. Rejects with the refusal. */
  readonly loginProgram: (asking: IncomingRequest) => Promise<Caller>;
}

/** Callers whose requests are counted at once, of each kind. */
const KEYS_MAX = 50_000;

/** What has been used up of the rates. */
interface Usage {
  /** Takes from what an address may try in vain; false when that is used up. */
  readonly mayGuess: (address: string) => boolean;
  /** Takes one request from what the caller may ask in a minute; false when that is used up. */
  mayAsk(mounted: Mounted, asking: IncomingRequest, caller: AuthenticatedCaller): boolean;
  /** The caller of a login, where the account may still ask; refuses `too_many_requests`. */
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
    mayAsk({ path, call }, asking, caller) {
      const key = keyOf(caller, asking, devices);
      const now = clock.now();
      if (call.perMinute !== undefined) {
        return bucketsOf(call.rateClass ?? path).take(key, call.perMinute * limits.factor, now);
      }
      return caller === undefined
        ? addresses.take(key, limits.addressPerMinute * limits.factor, now)
        : accounts.take(key, limits.accountPerMinute * limits.factor, now);
    },
    countLogin: (caller) =>
      accounts.take(caller.userId, limits.accountPerMinute * limits.factor, clock.now())
        ? caller
        : refuse('too_many_requests'),
  };
}

/** The door: looks up who asks, counts their requests, and checks that they may. */
export function createAuthGuard(options: AuthGuardOptions): Doorkeeper {
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
    if (signed !== undefined || program !== undefined) return programs.identify(asking, rightOf(call));
    return token === undefined ? undefined : identify(token, call.who, asking);
  };

  return {
    admit(mounted, asking) {
      const admitted = thenSync(find(mounted, asking), (caller) => letIn(mounted, asking, caller));
      if (asking.signed === undefined) return admitted;
      return thenSync(admitted, (caller) => programs.takeOnce(asking, mounted.call).then(() => caller));
    },
    async loginSession(token, address) {
      const caller = await options.authenticate(token, address);
      if (!caller) return usage.mayGuess(address) ? undefined : refuse('too_many_requests');
      return usage.countLogin(caller);
    },
    async loginProgram(asking) {
      const caller = usage.countLogin(await programs.identify(asking, 'read'));
      await programs.takeOnce(asking, 'login');
      return caller;
    },
  };
}

/**
 * What requests are counted by: users above zero, operators below, visitors by their device where a login has made it known,
 * else by their network. A stranger behind the same address so takes nothing from a known device.
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

/** Goes on with what may have to be waited for; what is there already costs no turn of the loop. */
const thenSync = <T, R>(known: T | Promise<T>, goOn: (known: T) => R | Promise<R>): R | Promise<R> =>
  known instanceof Promise ? known.then(goOn) : goOn(known);
