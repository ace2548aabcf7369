import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StripeAccount, StripeFault } from './account.ts';
import type { StripeEvent } from './account.ts';

/**
 * What goes wrong with the next requests: `error` fails before anything happens, `error_after` after it has happened,
 * `silence` happens and is never answered, `garbage` is answered with a page.
 */
export type StripeTrouble = 'error' | 'error_after' | 'silence' | 'garbage' | 'rate_limit';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly idempotencyKey: string | undefined;
}

/** A server on this machine that speaks Stripe's API, with an account in memory and faults on demand. */
export interface StripeServer {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly account: StripeAccount;
  readonly requests: ReceivedRequest[];
  /** Queues faults, one for each of the next requests. */
  fail(...troubles: readonly StripeTrouble[]): void;
  /** Returns an event as a webhook: its body and its signature header. */
  webhook(event: StripeEvent): { readonly signature: string; readonly body: Buffer };
  close(): Promise<void>;
}

const KEY = 'sk_test_recorded';
const WEBHOOK_SECRET = 'whsec_recorded';
/** Requests with another key or without one are refused. */
const FORM_TYPE = /^application\/x-www-form-urlencoded/;

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const faultReply = ({ status, type, code }: StripeFault): Reply => ({
  status,
  body: { error: { type, ...(code === undefined ? {} : { code }), message: code ?? type } },
});

function route(account: StripeAccount, method: string, url: URL, form: URLSearchParams): unknown {
  const [, , kind = '', ...rest] = url.pathname.split('/');
  const [first = '', second = '', third] = rest.map(decodeURIComponent);
  switch (`${method} ${kind}`) {
    case 'POST checkout':
      if (second === '') return account.makeSession(form);
      if (third === 'expire') return account.expire(second);
      break;
    case 'GET checkout':
      return account.showSession(second, url.searchParams.get('expand[]') === 'payment_intent');
    case 'GET payment_intents':
      return account.showPayment(
        first,
        url.searchParams.get('expand[]') === 'latest_charge.balance_transaction',
      );
    case 'POST refunds':
      return account.refund(form);
    case 'GET disputes': {
      if (first !== '') return account.showDispute(first);
      const from = Number(url.searchParams.get('created[gte]') ?? 0);
      const limit = Number(url.searchParams.get('limit') ?? 10);
      const all = account.disputesSince(from);
      const after = url.searchParams.get('starting_after');
      const begin = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
      return {
        object: 'list',
        url: '/v1/disputes',
        data: all.slice(begin, begin + limit),
        has_more: all.length > begin + limit,
      };
    }
    case 'POST disputes':
      return account.submitEvidence(first, form);
  }
  throw new StripeFault(404, 'invalid_request_error', 'url_unknown');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Opens the server. `now` is the time of its account, unix ms. */
export async function openStripeServer(now: () => number): Promise<StripeServer> {
  const account = new StripeAccount(now);
  const requests: ReceivedRequest[] = [];
  const troubles: StripeTrouble[] = [];
  const answered = new Map<string, { readonly request: string; readonly reply: Reply }>();

  /** Answers a request; one with a known idempotency key gets the first reply again. */
  function answer(request: ReceivedRequest, url: URL): Reply {
    const { method, body, idempotencyKey } = request;
    const identity = `${method} ${url.pathname} ${body}`;
    const before = idempotencyKey === undefined ? undefined : answered.get(idempotencyKey);
    if (before && before.request !== identity) return faultReply(new StripeFault(400, 'idempotency_error'));
    if (before) return before.reply;
    let reply: Reply;
    try {
      reply = { status: 200, body: route(account, method, url, new URLSearchParams(body)) };
    } catch (failure) {
      if (!(failure instanceof StripeFault)) throw failure;
      reply = faultReply(failure);
    }
    if (idempotencyKey !== undefined) answered.set(idempotencyKey, { request: identity, reply });
    return reply;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe.local');
    const body = await textOf(request);
    const method = request.method ?? 'GET';
    const header = request.headers['idempotency-key'];
    const received = {
      method,
      path: `${url.pathname}${url.search}`,
      body,
      idempotencyKey: typeof header === 'string' ? header : undefined,
    };
    requests.push(received);
    if (request.headers.authorization !== `Bearer ${KEY}`)
      return send(response, faultReply(new StripeFault(401, 'invalid_request_error')));
    if (method === 'POST' && body !== '' && !FORM_TYPE.test(request.headers['content-type'] ?? ''))
      return send(response, faultReply(new StripeFault(400, 'invalid_request_error')));
    const trouble = troubles.shift();
    if (trouble === 'error') return send(response, faultReply(new StripeFault(500, 'api_error')));
    if (trouble === 'rate_limit')
      return send(response, faultReply(new StripeFault(429, 'invalid_request_error', 'rate_limit')));
    if (trouble === 'garbage')
      return void response.writeHead(200).end('<!doctype html><p>Down for maintenance');
    const reply = answer(received, url);
    if (trouble === 'error_after') return send(response, faultReply(new StripeFault(500, 'api_error')));
    if (trouble !== 'silence') send(response, reply);
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  account.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: account.origin,
    secretKey: KEY,
    webhookSecret: WEBHOOK_SECRET,
    account,
    requests,
    fail: (...next) => void troubles.push(...next),
    webhook(event) {
      const body = Buffer.from(JSON.stringify(event));
      const seconds = Math.floor(now() / 1_000);
      const mac = createHmac('sha256', WEBHOOK_SECRET).update(`${seconds}.`).update(body).digest('hex');
      return { signature: `t=${seconds},v1=${mac}`, body };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
