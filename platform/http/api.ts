import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Log } from '@karat/platform/log';
import type { Metrics } from '@karat/platform/metrics';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import type { AuthenticatedCaller } from './auth-guard.ts';
import { incomingRequestOf, namedLang, pathOf, plainPathOf, queryOf } from './incoming-request.ts';
import type { RequestHead } from './request-head.ts';
import { NO_BODY, takeBody } from './body.ts';
import type { Body, Media } from './body.ts';
import { refused } from './envelope.ts';
import type { Answer, Messages } from './envelope.ts';
import { Unreadable, noFields, readForm, readJson, textOf } from './fields.ts';
import type { Fields } from './fields.ts';
import { inLangOf } from './invoke.ts';
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
  readonly addressOf: (request: RequestHead) => string;
  readonly nextId: () => string;
  readonly uploadBytesMax: number;
  readonly traffic: RequestDrain;
}

/** Handles a request if it is for a call; returns false otherwise. */
export type CallListener = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Sends the reply of a call; `closing` if the client should reconnect elsewhere. */
export type Deliver = (answer: Answer, requestId: string, closing: boolean) => void;

/** A call that takes no file, for requests of any parser. */
export interface ServedCall {
  readonly path: string;
  readonly method: string;
  /** Limit of its body. */
  readonly bytesMax: number;
  /** Runs the call, then delivers its reply once; never throws. */
  run(request: RequestHead, body: Body, deliver: Deliver): void;
}

const BODY_BYTES_MAX = 64 * 1024;
/** Articles in nine languages. */
const JSON_BYTES_MAX = 1024 * 1024;

/** Returns every call that takes no file, by its path under /api. */
export function servedCalls(options: ApiOptions): ReadonlyMap<string, ServedCall> {
  const calls = [...options.mounted.values()].filter(({ call }) => call.upload === undefined);
  return new Map(calls.map((mounted) => [`/api/${mounted.path}`, servedCall(mounted, options)]));
}

/**
 * Handles every call under /api that takes no file, directly on the Node server: paths are looked up as a whole, and
 * bodies reach the parser unchanged, because it is stricter than a framework's.
 */
export function answerCalls(calls: ReadonlyMap<string, ServedCall>, options: ApiOptions): CallListener {
  const refuse = refuser(options);
  return (request, response) => {
    const { url = '' } = request;
    const call = calls.get(url) ?? calls.get(pathOf(url)) ?? calls.get(plainPathOf(url) ?? '');
    if (call === undefined || call.method !== request.method) return false;
    const deliver: Deliver = (answer, id, closing) =>
      send(request, response, answer, options.origins, id, closing);
    if (call.method === 'GET') call.run(request, NO_BODY, deliver);
    else
      takeBody(request, call.bytesMax, (body) => {
        if (body instanceof Refusal) refuse(request, response, body);
        else call.run(request, body, deliver);
      });
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

function servedCall(mounted: Mounted, options: ApiOptions): ServedCall {
  const { addressOf, defaultLang, invoker, nextId, origins, traffic } = options;
  const { path } = mounted;
  const { method } = mounted.call;
  const finish = finisher(path, options);
  const fieldsOf = (request: RequestHead, media: Media | undefined, text: string): Fields => {
    if (method !== 'POST') return readForm(queryOf(request));
    return media === undefined ? noFields : media === 'form' ? readForm(text) : readJson(text);
  };
  const run = (request: RequestHead, { bytes, media }: Body, deliver: Deliver): void => {
    const started = traffic.begin();
    const id = nextId();
    const address = addressOf(request);
    let body = '';
    let fields: Fields;
    try {
      body = textOf(bytes);
      fields = fieldsOf(request, media, body);
    } catch (failure) {
      const asking = incomingRequestOf(request, { id, lang: namedLang(request), defaultLang, address, body });
      finish(deliver, { id, started, address }, invoker.fail(asking, failure));
      return;
    }
    const lang = namedLang(request, fields);
    const asking = incomingRequestOf(request, { id, lang, defaultLang, address, body, origins });
    let caller: AuthenticatedCaller;
    void invoker
      .invoke(mounted, asking, fields, (found) => (caller = found))
      .then((reply) => finish(deliver, { id, started, address, caller }, reply));
  };
  return { path, method, bytesMax: takesNested(mounted) ? JSON_BYTES_MAX : BODY_BYTES_MAX, run };
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
    let spoken = asking;
    let answer: Answer;
    try {
      // Rights and rate limits are checked before the file is read.
      await invoker.authenticateRequest(mounted, asking, (found) => {
        caller = found;
        spoken = inLangOf(found, asking);
      });
      const { fields, file } = await readUpload(request, field, mounted.call.uploadBytesMax);
      const lang = namedLang(raw, fields);
      const named =
        lang === undefined ? asking : { ...asking, lang, request: { ...asking.request, namesLang: true } };
      answer = await invoker.run(mounted, named, caller, fields, file);
    } catch (failure) {
      answer = invoker.fail(spoken, failure, mounted.path);
    }
    const deliver: Deliver = (sent, requestId, closing) =>
      send(raw, reply.raw, sent, options.origins, requestId, closing);
    finish(deliver, { id, started, address, caller }, answer);
  };
}

/** A request under way. */
interface RequestState {
  readonly id: string;
  readonly started: number;
  readonly address: string;
  readonly caller?: AuthenticatedCaller;
}

function finisher(path: string, { observe, traffic }: ApiOptions) {
  return (deliver: Deliver, { id, started, address, caller }: RequestState, answer: Answer): void => {
    const seconds = traffic.end(started);
    deliver(answer, id, traffic.closing);
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
