import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '@karat/contract';
import type { Calls } from '@karat/contract';
import { DEFAULT_LANG } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import type { Metrics } from '@karat/platform/metrics';
import type { Random } from '@karat/platform/random';
import type { Tracer } from '@karat/platform/tracing';
import { fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerCalls, mountRefusals, mountUploads, refuser, servedCalls } from './api.ts';
import type { ApiOptions, CallListener, ServedCall } from './api.ts';
import { openFastPath } from './fast-path.ts';
import type { FastPath, FastPathOptions } from './fast-path.ts';
import { createMalformedRequestReplies } from './malformed-request.ts';
import { mountDocs } from './docs.ts';
import type { Handlers } from './handlers.ts';
import { hostGuard } from './hosts.ts';
import type { ServesHost } from './hosts.ts';
import { forgetOldReplies } from './idempotency.ts';
import { createInvoker } from './invoke.ts';
import type { Invoker, InvokerOptions } from './invoke.ts';
import { mountAll } from './mount.ts';
import type { Mounted } from './mount.ts';
import { addressReader } from './network.ts';
import { openApi } from './openapi.ts';
import type { ApiNotes } from './openapi.ts';
import { mountPages } from './pages.ts';
import type { Page } from './pages.ts';
import { mountProbes } from './probes.ts';
import type { Readiness } from './probes.ts';
import { requestIds } from './request-ids.ts';
import { createRequestLog, createRequestObserver } from './request-log.ts';
import type { RequestObserver } from './request-log.ts';
import { createRequestDrain } from './request-drain.ts';
import { tracedInvoker } from './traced-invoker.ts';

export interface HttpOptions<Groups extends Readonly<Record<string, Calls>>> extends InvokerOptions {
  readonly contract: Groups;
  readonly handlers: { readonly [Name in keyof Groups]: Handlers<Groups[Name]> };
  readonly random: Random;
  readonly metrics: Metrics;
  readonly metricsToken?: string | undefined;
  /** Records a span for each call. */
  readonly tracer?: Tracer | undefined;
  /** One of this many successful requests is logged; none if undefined. */
  readonly logSample?: number | undefined;
  readonly ready: Readiness;
  /** Names of degraded parts: listed by `/readyz`, and no reason to be not ready. */
  readonly degraded?: (() => readonly string[]) | undefined;
  readonly version: string;
  /** What the page of the API says besides calls. */
  readonly notes?: ApiNotes;
  /** Origins of other sites whose pages may call the API. */
  readonly origins: readonly string[];
  /** Further origins that the pages may connect to. */
  readonly lines?: readonly string[];
  /** Served host names besides those of this machine; without it all are served. */
  readonly hosts?: readonly string[] | undefined;
  /** For requests without a language and a caller; English by default. */
  readonly defaultLang?: Lang;
  /** Own proxies in front; their `X-Forwarded-For` is trusted. */
  readonly proxies: number;
  readonly uploadBytesMax: number;
  /** Paths of calls whose plain requests skip Node's parser; they reply with JSON. */
  readonly fastPaths?: readonly string[] | undefined;
  /** False if this process only has probes: it serves no call over HTTP. */
  readonly answersCalls?: boolean;
  readonly pages: readonly Page[];
  /** Routes of other modules, such as user files. */
  readonly mounts: readonly ((app: FastifyInstance) => void | Promise<void>)[];
}

export interface Http {
  readonly app: FastifyInstance;
  /** Handles a request of any server. */
  readonly listener: RequestListener;
  readonly servesHost: ServesHost;
  readonly invoker: Invoker;
  /** Every call by its path, for other transports. */
  readonly mounted: ReadonlyMap<string, Mounted>;
  readonly nextId: () => string;
  /** Counts and logs a handled request, for other transports. */
  readonly observe: RequestObserver;
  /** Waits for running requests and accepts no new ones. */
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_MS = 72_000;
const SERVER_OPTIONS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // Refused here instead, with an envelope like everything else.
  requireHostHeader: false,
};
const BODY_BYTES_MAX = 64 * 1024;
const QUIET_MS_MAX = 10_000;
const FORGET_EVERY_MS = 600_000;

/** Opens the HTTP server: every call of the contract, its documentation, probes and the built apps. */
export async function createHttp<const Groups extends Readonly<Record<string, Calls>>>(
  options: HttpOptions<Groups>,
): Promise<Http> {
  const mounted = mountAll(options.contract, options.handlers);
  const plain = createInvoker(options);
  const invoker = options.tracer ? tracedInvoker(plain, options.tracer) : plain;
  const nextId = requestIds(options.random);
  const traffic = createRequestDrain();
  const addressOf = addressReader(options.proxies);
  const defaultLang = options.defaultLang ?? DEFAULT_LANG;
  const { logSample, log, metrics } = options;
  const requestLog = logSample === undefined ? undefined : createRequestLog(log, logSample);
  const observe = createRequestObserver(metrics, requestLog);
  const api = {
    ...options,
    defaultLang,
    mounted,
    invoker,
    nextId,
    traffic,
    observe,
    addressOf,
    origins: new Set(options.origins),
  };
  const calls = options.answersCalls === false ? new Map<string, ServedCall>() : servedCalls(api);
  const servesHost = hostGuard(options.hosts);
  const { app, listener } = createApp(answerCalls(calls, api), servesHost, options.proxies, api);
  const fastPath = fastPathOf(app.server, calls, { ...options, servesHost, origins: api.origins });
  // First, because routes use the error handler present at their registration.
  mountRefusals(app, api);
  if (options.answersCalls !== false) await mountUploads(app, api);
  mountProbes(app, {
    ready: async () => ({ ...(await options.ready()), open: !traffic.closing }),
    degraded: options.degraded,
    metrics: options.metrics,
    metricsToken: options.metricsToken,
    origins: api.origins,
  });
  if (options.answersCalls !== false)
    mountDocs(app, () =>
      openApi(mounted, groupsOf(options.contract), options.messages, options.version, options.notes),
    );
  for (const mount of options.mounts) await mount(app);
  await mountPages(app, options.pages, options.lines);
  await app.ready();
  const stop = options.clock.every(FORGET_EVERY_MS, () => {
    forgetOldReplies(options.db, options.clock.now()).catch((failure: unknown) =>
      options.log.warn({ err: failure }, 'deletion of old replies failed'),
    );
  });
  return {
    app,
    listener,
    servesHost,
    invoker,
    mounted,
    nextId,
    observe,
    async close() {
      traffic.closing = true;
      stop();
      // Requests during shutdown are still handled, with `Connection: close`.
      await traffic.drained(QUIET_MS_MAX);
      fastPath?.close();
      await app.close();
    },
  };
}

/** Opens the fast path of the calls that may take it, if there are any. */
function fastPathOf(
  server: Server,
  calls: ReadonlyMap<string, ServedCall>,
  options: Omit<FastPathOptions, 'calls' | 'keepAliveMs'> & {
    readonly fastPaths?: readonly string[] | undefined;
  },
): FastPath | undefined {
  const { fastPaths } = options;
  if (fastPaths === undefined) return undefined;
  const fast = new Map([...calls].filter(([, { path }]) => fastPaths.includes(path)));
  return openFastPath(server, { ...options, calls: fast, keepAliveMs: KEEP_ALIVE_MS });
}

/** A request of HTTP/1.1 names its host (RFC 9112, section 3.2). */
const lacksHost = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.host === undefined && httpVersion === '1.1';

/**
 * Connects Fastify with its server: calls are handled before it, everything else (uploads, pages, files, invalid
 * requests) by it.
 */
function createApp(
  calls: CallListener,
  servesHost: ServesHost,
  proxies: number,
  api: ApiOptions,
): { app: FastifyInstance; listener: RequestListener } {
  let listener: RequestListener = () => undefined;
  const refuse = refuser(api);
  const broken = createMalformedRequestReplies(api.messages, api.nextId);
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    bodyLimit: BODY_BYTES_MAX,
    trustProxy: proxies === 0 ? false : (_address, hop) => hop < proxies,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Paths that cannot be decoded.
    frameworkErrors(_failure: Error, { raw }: FastifyRequest, reply: FastifyReply) {
      reply.hijack();
      refuse(raw, reply.raw, new Refusal('not_found'), 404);
    },
    clientErrorHandler: (failure: Error, socket: Socket) => broken.refuse(failure, socket),
    routerOptions: { querystringParser: () => ({}), maxParamLength: 500 },
    serverFactory(handle) {
      listener = (request, response) => {
        broken.follow(request, response);
        if (lacksHost(request))
          refuse(request, response, new Refusal('parameter_error', { field: 'Host' }), 400);
        else if (!servesHost(request)) refuse(request, response, new Refusal('host_unknown'));
        else if (!calls(request, response)) handle(request, response);
      };
      return createServer(SERVER_OPTIONS, listener);
    },
  });
  // Routes of other modules receive raw bodies.
  app.removeAllContentTypeParsers();
  for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  }
  return { app, listener };
}

function groupsOf(contract: Readonly<Record<string, Calls>>): Map<string, string> {
  return new Map(
    Object.entries(contract).flatMap(([group, calls]) =>
      Object.keys(calls).map((path): [string, string] => [path, group]),
    ),
  );
}
