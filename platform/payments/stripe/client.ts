import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { ProviderRefusal, ProviderUnavailable } from '../port.ts';

/** The version of the API whose shapes this adapter reads. */
const VERSION = '2024-06-20';
const BODY_BYTES_MAX = 1024 * 1024;
const RETRIES = 2;
const FIRST_PAUSE_MS = 250;
const TIMEOUT_MS = 8_000;

export interface StripeConnection {
  /** Origin of the API, without a path. */
  readonly baseUrl: string;
  readonly secretKey: string;
  /** Milliseconds until one attempt is given up. */
  readonly timeoutMs?: number | undefined;
  readonly pauseMs?: number | undefined;
}

/** A refusal of Stripe with its code. */
export class StripeRefusal extends ProviderRefusal {
  override readonly name = 'StripeRefusal';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(`Stripe refused: ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

const refusal = z.object({
  error: z.object({ type: z.string(), code: z.string().optional() }),
});

/** Fields of a form; nested ones by their brackets: `metadata[reference]`. */
export type StripeForm = Readonly<Record<string, string>>;

export interface StripeClient {
  get(path: string, query?: StripeForm): Promise<unknown>;
  /** Posts a form. The same idempotency key again returns the first reply without a second effect. */
  post(path: string, form: StripeForm, idempotencyKey: string): Promise<unknown>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly shouldRetry: string | null;
}

async function bodyOf(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new ProviderUnavailable('an answer that is too long');
    chunks.push(chunk);
  }
  const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString());
  return parsed;
}

const codeOf = (body: unknown): string => {
  const { success, data } = refusal.safeParse(body);
  return success ? (data.error.code ?? data.error.type) : 'unknown';
};

/** Whether another attempt can help: a rate limit, a request under way with the same key, or a failure of the server. */
const isTemporary = ({ status, shouldRetry }: Answer): boolean =>
  shouldRetry === 'true' || (shouldRetry !== 'false' && (status === 409 || status === 429)) || status >= 500;

function answerOrRefusal(answer: Answer): unknown {
  if (answer.status >= 200 && answer.status < 300) return answer.body;
  if (isTemporary(answer)) throw new ProviderUnavailable(`status ${answer.status}`);
  throw new StripeRefusal(answer.status, codeOf(answer.body));
}

/**
 * Speaks to Stripe's HTTP API. A temporary failure is tried again twice, with the same idempotency key; then
 * ProviderUnavailable says that the outcome is unknown. The secret key is in no message.
 */
export function createStripeClient({ baseUrl, secretKey, ...limits }: StripeConnection): StripeClient {
  async function attempt(url: URL, init: RequestInit): Promise<unknown> {
    let answer: Answer;
    try {
      const response = await fetch(url, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(limits.timeoutMs ?? TIMEOUT_MS),
      });
      const shouldRetry = response.headers.get('stripe-should-retry');
      answer = { status: response.status, body: await bodyOf(response), shouldRetry };
    } catch (failure) {
      if (failure instanceof ProviderUnavailable) throw failure;
      throw new ProviderUnavailable(failure instanceof Error ? failure.name : 'no answer');
    }
    return answerOrRefusal(answer);
  }
  async function request(url: URL, init: RequestInit): Promise<unknown> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${secretKey}`);
    headers.set('stripe-version', VERSION);
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(url, { ...init, headers });
      } catch (failure) {
        if (!(failure instanceof ProviderUnavailable) || tries === RETRIES) throw failure;
      }
      await pause((limits.pauseMs ?? FIRST_PAUSE_MS) * 2 ** tries);
    }
  }
  const at = (path: string): URL => new URL(path, baseUrl);
  return {
    get(path, query = {}) {
      const url = at(path);
      url.search = new URLSearchParams(query).toString();
      return request(url, { method: 'GET' });
    },
    post: (path, form, idempotencyKey) =>
      request(at(path), {
        method: 'POST',
        headers: { 'idempotency-key': idempotencyKey },
        body: new URLSearchParams(form),
      }),
  };
}
