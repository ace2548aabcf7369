import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Log } from '@karat/platform/log';
import type { Metrics } from '@karat/platform/metrics';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { AuthenticatedCaller } from './auth-guard.ts';
import { incomingRequestOf, namedLang, pathOf, plainPathOf, queryOf } from './incoming-request.ts';
import { takeBody } from './body.ts';
import type { Media } from './body.ts';
import { refused } from './envelope.ts';
import type { Answer, Messages } from './envelope.ts';
import { Unreadable, noFields, readForm, readJson, textOf } from './fields.ts';
import type { Fields } from './fields.ts';
import type { Invoker } from './invoke.ts';
import type { Mounted } from './mount.ts';
import { send, sendPreflight } from './reply.ts';
import type { AllowedOrigins } from './reply.ts';
import type { RequestDrain } from './request-drain.ts';
import type { RequestObserver } from './request-log.ts';
import { readUpload, takeUploads } from './upload.ts';

export interface ApiOptions {
  readonly mounted: ReadonlyMap<string, Mounted>;
  readonly invoker: Invoker;
  readonly messages: Messages;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly observe: RequestObserver;
  readonly origins: AllowedOrigins;
  /** For requests without a language and a caller. */
  readonly defaultLang: Lang;
  /** Returns the client's network address. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly nextId: () => string;
  readonly uploadBytesMax: number;
  readonly traffic: RequestDrain;
}

/** Handles a request if it is for a call; returns false otherwise. */
export type CallListener = (request: IncomingMessage, response: ServerResponse) => boolean;
type ApiContext = (request: IncomingMessage, response: ServerResponse) => void;

const BODY_BYTES_MAX = 64 * 1024;
/** Articles in nine languages. */
const JSON_BYTES_MAX = 1024 * 1024;

/**
 * Handles every call under /api that takes no file, directly on the Node server: paths are looked up as a whole, and
 * bodies reach the parser unchanged, because it is stricter than a framework's.
 */
export function answerCalls(options: ApiOptions): CallListener {
  const calls = new Map<string, { readonly method: string; readonly answer: ApiContext }>();
  for (const mounted of options.mounted.values()) {
    const { method, upload } = mounted.call;
    if (upload === undefined)
      calls.set(`/api/${mounted.path}`, { method, answer: ordinary(mounted, options) });
  }
  return (request, response) => {
    const { url = '' } = request;
    const call = calls.get(url) ?? calls.get(pathOf(url)) ?? calls.get(plainPathOf(url) ?? '');
    if (call === undefined || call.method !== request.method) return false;
    call.answer(request, response);
    return true;
  };
}

/** Mounts the calls that take a file. */
export async function mountUploads(app: FastifyInstance, options: ApiOptions): Promise<void> {
  await app.register(async (scope) => {
    await takeUploads(scope, options.uploadBytesMax);
    for (const mounted of options.mounted.values()) {
      const { upload } = mounted.call;
      if (upload !== undefined) scope.post(`/api/${mounted.path}`, uploading(mounted, upload, options));
    }
  });
}

/** Operators write articles, which are longer than any form of a user. */
const takesNested = (mounted: Mounted): boolean => typeof mounted.call.who === 'object';

function ordinary(mounted: Mounted, options: ApiOptions): ApiContext {
  const { addressOf, defaultLang, invoker, nextId, origins, traffic } = options;
  const { method } = mounted.call;
  const finish = finisher(mounted.path, options);
  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    bytes: Buffer | undefined,
    media: Media | undefined,
  ): void => {
    const started = traffic.begin();
    const id = nextId();
    const address = addressOf(request);
    let body = '';
    let fields: Fields;
    try {
      if (bytes !== undefined) body = textOf(bytes);
      if (method !== 'POST') fields = readForm(queryOf(request));
      else fields = media === undefined ? noFields : media === 'form' ? readForm(body) : readJson(body);
    } catch (failure) {
      const asking = incomingRequestOf(request, { id, lang: namedLang(request), defaultLang, address, body });
      finish(request, response, { id, started, address }, invoker.fail(asking, failure));
      return;
    }
    const asking = incomingRequestOf(request, {
      id,
      lang: namedLang(request, fields),
      defaultLang,
      address,
      body,
      origins,
    });
    let caller: AuthenticatedCaller;
    void invoker
      .invoke(mounted, asking, fields, (found) => (caller = found))
      .then((reply) => finish(request, response, { id, started, address, caller }, reply));
  };
  if (method === 'GET') return (request, response) => answer(request, response, undefined, undefined);
  const refuse = refuser(options);
  const bytesMax = takesNested(mounted) ? JSON_BYTES_MAX : BODY_BYTES_MAX;
  return (request, response) =>
    takeBody(request, bytesMax, (body) => {
      if (body instanceof Refusal) refuse(request, response, body);
      else answer(request, response, body.bytes, body.media);
    });
}

function uploading(mounted: Mounted, field: string, options: ApiOptions): RouteHandlerMethod {
  const finish = finisher(mounted.path, options);
  const { addressOf, defaultLang, invoker } = options;
  return async (request, reply) => {
    reply.hijack();
    const { raw } = request;
    const started = options.traffic.begin();
    const id = options.nextId();
    const asking = incomingRequestOf(raw, {
      id,
      lang: namedLang(raw),
      defaultLang,
      address: addressOf(raw),
      body: '',
    });
    const address = addressOf(raw);
    let caller: AuthenticatedCaller;
    let answer: Answer;
    try {
      // Rights and rate limits are checked before the file is read.
      caller = await invoker.authenticateRequest(mounted, asking);
      const { fields, file } = await readUpload(request, field, mounted.call.uploadBytesMax);
      const lang = namedLang(raw, fields);
      const named =
        lang === undefined ? asking : { ...asking, lang, request: { ...asking.request, namesLang: true } };
      answer = await invoker.run(mounted, named, caller, fields, file);
    } catch (failure) {
      answer = invoker.fail(asking, failure, mounted.path);
    }
    finish(raw, reply.raw, { id, started, address, caller }, answer);
  };
}

/** A request under way. */
interface RequestState {
  readonly id: string;
  readonly started: number;
  readonly address: string;
  readonly caller?: AuthenticatedCaller;
}

type ResponseFinisher = (
  request: IncomingMessage,
  response: ServerResponse,
  state: RequestState,
  answer: Answer,
) => void;

function finisher(path: string, options: ApiOptions): ResponseFinisher {
  const { observe, origins, traffic } = options;
  return (request, response, { id, started, address, caller }, answer) => {
    const seconds = traffic.end(started);
    send(request, response, answer, origins, id, traffic.closing);
    observe({ call: path, id, address, caller, answer, seconds });
  };
}

/** Refuses requests that reach no call. */
export function refuser(options: ApiOptions) {
  return (request: IncomingMessage, response: ServerResponse, refusal: Refusal, status?: number): void => {
    const id = options.nextId();
    const answer = refused(options.messages, refusal, namedLang(request) ?? options.defaultLang, id, status);
    options.metrics.request('-', answer.status >= 500 ? 'failed' : 'refused', 0);
    send(request, response, answer, options.origins, id, options.traffic.closing);
  };
}

/** Handles invalid requests: unknown paths, wrong methods, bodies that the transport refuses. */
export function mountRefusals(app: FastifyInstance, options: ApiOptions): void {
  const refuse = refuser(options);
  app.setNotFoundHandler(({ raw: request }, reply) => {
    reply.hijack();
    const path = pathOf(request.url ?? '');
    const mounted = path.startsWith('/api/') ? options.mounted.get(path.slice('/api/'.length)) : undefined;
    if (!mounted) return refuse(request, reply.raw, new Refusal('not_found'), 404);
    if (request.method === 'OPTIONS' && options.origins.size > 0) {
      return sendPreflight(request, reply.raw, mounted.call.method, options.origins);
    }
    reply.raw.setHeader('allow', mounted.call.method);
    return refuse(request, reply.raw, new Refusal('method_not_allowed'));
  });
  app.setErrorHandler((failure, { raw }, reply) => {
    reply.hijack();
    const status = statusOf(failure);
    // Without a body only the path is wrong.
    const lost = (raw.method === 'GET' || raw.method === 'HEAD') && isRefusal(status);
    if (lost) return refuse(raw, reply.raw, new Refusal('not_found'), 404);
    return refuse(raw, reply.raw, transportRefusal(failure, status, options.log));
  });
}

const statusOf = (failure: unknown): unknown =>
  failure instanceof Error && 'statusCode' in failure ? failure.statusCode : undefined;
const isRefusal = (status: unknown): boolean => typeof status === 'number' && status < 500;

function transportRefusal(failure: unknown, status: unknown, log: Log): Refusal {
  if (status === 413) return new Refusal('body_too_large');
  if (status === 415) return new Refusal('unsupported_media_type');
  if (failure instanceof Unreadable || isRefusal(status)) return new Refusal('parameter_error');
  log.error({ err: failure }, 'request failed outside its handler');
  return new Refusal('internal_error');
}
