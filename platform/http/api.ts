import { Refusal } from '@karat/contract';
import { toLang } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import type { Clock } from '@karat/platform/clock';
import type { Log } from '@karat/platform/log';
import type { Metrics } from '@karat/platform/metrics';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { refused } from './envelope.ts';
import type { Answer, Messages } from './envelope.ts';
import { Unreadable, noFields, readForm, readJson, textOf } from './fields.ts';
import type { Fields } from './fields.ts';
import type { Asking, Invoker, Mounted } from './invoke.ts';
import { signedOf } from './signed.ts';
import { send, sendPreflight } from './reply.ts';
import type { AllowedOrigins } from './reply.ts';
import type { Traffic } from './traffic.ts';
import { readUpload, takeUploads } from './upload.ts';

export interface ApiOptions {
  readonly mounted: ReadonlyMap<string, Mounted>;
  readonly invoker: Invoker;
  readonly messages: Messages;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly clock: Clock;
  readonly origins: AllowedOrigins;
  readonly nextId: () => string;
  readonly uploadBytesMax: number;
  readonly traffic: Traffic;
}

const BODY_BYTES_MAX = 64 * 1024;
/** Articles in nine languages. */
const JSON_BYTES_MAX = 1024 * 1024;
const NO_ORIGINS: AllowedOrigins = new Set();
const SLOW_S = 1;
/** One answer in so many is logged; failures and slow ones always are. */
const LOG_EVERY = 1_000;
const AGENT_MAX = 200;

/** Mounts every call under /api with its method and limits. */
export async function mountApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  takeBodies(app);
  for (const mounted of options.mounted.values()) {
    if (mounted.call.upload !== undefined) continue;
    app.route({
      method: mounted.call.method,
      url: `/api/${mounted.path}`,
      bodyLimit: takesNested(mounted) ? JSON_BYTES_MAX : BODY_BYTES_MAX,
      handler: ordinary(mounted, options),
    });
  }
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

/** Bodies reach the handlers as they came; what reads them is stricter than what fastify brings. */
function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  }
}

/** The text after the question mark. */
export function queryOf(request: FastifyRequest): string {
  const { url = '' } = request.raw;
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

/** Language of the header, else of the field; of a broken query, English. */
export function langOf(request: FastifyRequest, fields?: Fields): Lang {
  const header = request.headers['lang'];
  if (header !== undefined) return toLang(header);
  if (fields !== undefined && fields['lang'] !== undefined) return toLang(fields['lang']);
  const query = queryOf(request);
  if (query === '') return toLang(undefined);
  try {
    return toLang(readForm(query)['lang']);
  } catch {
    return toLang(undefined);
  }
}

function fieldsOf(request: FastifyRequest, fromBody: boolean): Fields {
  if (!fromBody) return readForm(queryOf(request));
  const { body } = request;
  if (!Buffer.isBuffer(body)) return noFields;
  const text = textOf(body);
  return request.headers['content-type']?.startsWith('application/x') ? readForm(text) : readJson(text);
}

/** The origin of the asking page where this host gave it out, or where it may use the API; browsers cannot lie in it. */
function originOf(request: FastifyRequest, origins: AllowedOrigins): string | undefined {
  const { origin, host } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  return new URL(origin).host === host || origins.has(origin) ? origin : undefined;
}

/** The request as the invoker sees it. */
export function askingOf(
  request: FastifyRequest,
  lang: Lang,
  id: string,
  origins: AllowedOrigins = NO_ORIGINS,
): Asking {
  const { headers } = request;
  const key = headers['idempotency-key'];
  return {
    token: headers.authorization === '' ? undefined : headers.authorization,
    lang,
    request: {
      id,
      address: request.ip,
      userAgent: (headers['user-agent'] ?? '').slice(0, AGENT_MAX),
      idempotencyKey: Array.isArray(key) ? key[0] : key,
      origin: originOf(request, origins),
    },
    signed: signedOf(request),
  };
}

function ordinary(mounted: Mounted, options: ApiOptions): RouteHandlerMethod {
  const fromBody = mounted.call.method === 'POST';
  const finish = finisher(mounted.path, options);
  return (request, reply) => {
    const started = options.traffic.begin();
    const id = options.nextId();
    let fields: Fields;
    try {
      fields = fieldsOf(request, fromBody);
    } catch (failure) {
      const asking = askingOf(request, langOf(request), id);
      finish(request, reply, id, started, options.invoker.fail(asking, failure));
      return;
    }
    const asking = askingOf(request, langOf(request, fields), id, options.origins);
    void options.invoker
      .invoke(mounted, asking, fields)
      .then((answer) => finish(request, reply, id, started, answer));
  };
}

function uploading(mounted: Mounted, field: string, options: ApiOptions): RouteHandlerMethod {
  const finish = finisher(mounted.path, options);
  const { invoker } = options;
  return async (request, reply) => {
    const started = options.traffic.begin();
    const id = options.nextId();
    const asking = askingOf(request, langOf(request), id);
    let answer: Answer;
    try {
      // Who may not, or too often, is told before the file is read.
      const caller = await invoker.admit(mounted, asking);
      const { fields, file } = await readUpload(request, field);
      answer = await invoker.run(mounted, { ...asking, lang: langOf(request, fields) }, caller, fields, file);
    } catch (failure) {
      answer = invoker.fail(asking, failure, mounted.path);
    }
    finish(request, reply, id, started, answer);
  };
}

type Finish = (
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  started: number,
  answer: Answer,
) => void;

function finisher(path: string, options: ApiOptions): Finish {
  const { metrics, log, origins, traffic } = options;
  let count = 0;
  return (request, reply, id, started, answer) => {
    const seconds = traffic.end(started);
    send(request, reply, answer, origins, id, traffic.closing);
    const outcome = answer.refused === undefined ? 'ok' : answer.status >= 500 ? 'failed' : 'refused';
    metrics.request(path, outcome, seconds);
    count += 1;
    if (seconds > SLOW_S || count % LOG_EVERY === 1) {
      log.info({ path, request: id, outcome, refused: answer.refused, seconds, count }, 'answered');
    }
  };
}

/** What is asked for in the wrong way: unknown paths, other verbs, bodies that the transport refuses. */
export function mountRefusals(app: FastifyInstance, options: ApiOptions): void {
  const tell = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal, status?: number): void => {
    const id = options.nextId();
    const answer = refused(options.messages, refusal, langOf(request), id, status);
    options.metrics.request('-', answer.status >= 500 ? 'failed' : 'refused', 0);
    send(request, reply, answer, options.origins, id, options.traffic.closing);
  };
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = (request.raw.url ?? '').split('?', 1);
    const mounted = path.startsWith('/api/') ? options.mounted.get(path.slice('/api/'.length)) : undefined;
    if (!mounted) return tell(request, reply, new Refusal('not_found'), 404);
    if (request.method === 'OPTIONS' && options.origins.size > 0) {
      return sendPreflight(request, reply, mounted.call.method, options.origins);
    }
    reply.raw.setHeader('allow', mounted.call.method);
    return tell(request, reply, new Refusal('method_not_allowed'));
  });
  app.setErrorHandler((failure, request, reply) =>
    tell(request, reply, transportRefusal(failure, options.log)),
  );
}

function transportRefusal(failure: unknown, log: Log): Refusal {
  const status = failure instanceof Error && 'statusCode' in failure ? failure.statusCode : undefined;
  if (status === 413) return new Refusal('body_too_large');
  if (status === 415) return new Refusal('unsupported_media_type');
  if (failure instanceof Unreadable || (typeof status === 'number' && status < 500))
    return new Refusal('parameter_error');
  log.error({ err: failure }, 'request failed outside its handler');
  return new Refusal('internal_error');
}
