import { Refusal, commonCodes, contract } from '@karat/contract';
import type { AnyPath, Call, Code, ReplyOf } from '@karat/contract';
import { emptyValue } from './empty-value.ts';
import { fieldsOf } from './request-fields.ts';
import type { Fields } from './request-fields.ts';

/** A call that the client under test made. */
export interface ReceivedCall {
  readonly path: string;
  /** As sent, without the language. */
  readonly fields: Fields;
  readonly idempotencyKey: string | null;
  readonly token: string | null;
  readonly lang: string | null;
}

type Responder<P extends AnyPath> = (call: ReceivedCall) => ReplyOf<P> | Promise<ReplyOf<P>>;
type Answer = (call: ReceivedCall) => Promise<Response>;

const calls: ReadonlyMap<string, Call> = new Map(
  Object.values(contract).flatMap((group) => Object.entries<Call>(group)),
);
const common: ReadonlySet<Code> = new Set(commonCodes);

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const TYPES: Readonly<Partial<Record<Code, string>>> = {
  unauthenticated: '999',
  not_verified: '998',
  receiver_unbound: '998',
};

const envelopeOf = (code: Code, message: string, status = 200, field?: string): Response =>
  json({ type: TYPES[code] ?? 'error', message, code: 0, error: code, field, request_id: 'test' }, status);

/**
 * Answers the calls of a client by the contract, in place of `fetch`. A call that the contract or the test does not know, input that
 * the contract refuses, a refusal that the call does not declare and a reply that does not fit are problems: `check` throws them.
 */
export class FakeServer {
  readonly #answers = new Map<string, Answer>();
  readonly #received: ReceivedCall[] = [];
  readonly #problems: string[] = [];
  #offline = false;
  #otherwise: 'problem' | 'empty' | number = 'problem';

  /** Takes the place of `globalThis.fetch`. */
  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, 'http://karat.test');
    if (init.signal?.aborted) throw new DOMException('aborted', 'AbortError');
    if (this.#offline) throw new TypeError('Failed to fetch');
    if (url.pathname === '/readyz') return new Response('ok');
    const path = url.pathname.replace(/^\/api\//, '');
    const call = this.#read(path, url, init);
    this.#received.push(call);
    const answer = this.#answers.get(path);
    if (answer) return answer(call);
    if (this.#otherwise === 'empty') return json({ type: 'ok', message: this.#empty(path), code: 1 });
    // As a proxy answers, without an envelope.
    if (this.#otherwise !== 'problem') return new Response('<html></html>', { status: this.#otherwise });
    return this.#problem(`${path} was called, and the test does not answer it`);
  };

  /** Answers a call with a reply from now on. */
  reply<P extends AnyPath>(path: P, reply: ReplyOf<P> | Responder<P>): this {
    const respond = typeof reply === 'function' ? (reply as Responder<P>) : () => reply;
    this.#answers.set(path, async (call) => {
      try {
        const message: unknown = await respond(call);
        const read = this.#call(path).reply.safeParse(message);
        if (!read.success) return this.#problem(`reply of ${path}: ${read.error.message}`);
        return json({ type: 'ok', message, code: 1 });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return this.#refused(path, error.code, String(error.values['text'] ?? error.code));
      }
    });
    return this;
  }

  /** Refuses a call from now on; `field` is the name of the refused field in the request. */
  refuse(path: AnyPath, code: Code, text: string, field?: string): this {
    this.#answers.set(path, async () => this.#refused(path, code, text, field));
    return this;
  }

  /** Takes a call and gives no answer: the connection ends. The server may have acted. */
  loseAnswer(path: AnyPath): this {
    this.#answers.set(path, () => Promise.reject(new TypeError('Failed to fetch')));
    return this;
  }

  /** Holds the answers of a call back until `release`. */
  hold(path: AnyPath): { readonly release: () => void } {
    const answer = this.#answers.get(path);
    if (!answer) throw new Error(`${path} has no answer to hold back`);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#answers.set(path, async (call) => {
      await released;
      return answer(call);
    });
    return { release };
  }

  /** How calls are answered that the test does not answer: with the smallest reply of the contract, or an HTTP status. */
  otherwise(answer: 'empty' | number): this {
    this.#otherwise = answer;
    return this;
  }

  /** No call reaches the server until `online`. */
  offline(): void {
    this.#offline = true;
  }

  online(): void {
    this.#offline = false;
  }

  /** Whether the test answers a call. */
  answers(path: AnyPath): boolean {
    return this.#answers.has(path);
  }

  /** The calls of a path, oldest first. */
  received(path: AnyPath): readonly ReceivedCall[] {
    return this.#received.filter((call) => call.path === path);
  }

  /** What the calls of a path sent, oldest first. */
  sent(path: AnyPath): readonly Fields[] {
    return this.received(path).map(({ fields }) => fields);
  }

  /** Forgets answers and calls, for the next test. */
  reset(): void {
    this.#answers.clear();
    this.#received.length = 0;
    this.#problems.length = 0;
    this.#offline = false;
    this.#otherwise = 'problem';
  }

  /** Throws what broke the contract. */
  check(): void {
    if (this.#problems.length > 0) throw new Error(this.#problems.join('\n'));
  }

  #empty(path: string): unknown {
    const schema = this.#call(path).reply;
    const value = emptyValue(schema);
    const read = schema.safeParse(value);
    if (!read.success) this.#problem(`${path} has no empty reply: ${read.error.message}`);
    return value;
  }

  #call(path: string): Call {
    const call = calls.get(path);
    if (!call) throw new Error(`the contract has no call ${path}`);
    return call;
  }

  #read(path: string, url: URL, init: RequestInit): ReceivedCall {
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    const { lang: _, ...fields } = fieldsOf(method === 'GET' ? url.searchParams : init.body);
    const call = calls.get(path);
    if (!call) this.#problem(`the contract has no call ${path}`);
    else {
      if (call.method !== method) this.#problem(`${path} is called with ${method}`);
      const read = call.input.safeParse(fields);
      if (!read.success) this.#problem(`input of ${path}: ${read.error.message}`);
      if (call.who !== 'visitor' && headers.get('authorization') === null)
        this.#problem(`${path} is called without a session`);
    }
    return {
      path,
      fields,
      idempotencyKey: headers.get('idempotency-key'),
      token: headers.get('authorization'),
      lang: headers.get('lang'),
    };
  }

  #refused(path: string, code: Code, text: string, field?: string): Response {
    if (!common.has(code) && !this.#call(path).refusals.includes(code))
      return this.#problem(`${path} does not declare the refusal ${code}`);
    return envelopeOf(code, text, code === 'unavailable' ? 503 : 200, field);
  }

  #problem(text: string): Response {
    this.#problems.push(text);
    return envelopeOf('internal_error', text, 500);
  }
}
