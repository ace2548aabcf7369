import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metrics } from '@karat/platform/metrics';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_HEADERS } from './headers.ts';
import { isLoopback } from './network.ts';

/** What must be in order before requests are sent here: name to whether it is. */
export type Readiness = () => Promise<Readonly<Record<string, boolean>>>;

export interface ProbeOptions {
  readonly ready: Readiness;
  readonly metrics: Metrics;
  /** Lets others than the machine itself read the metrics. */
  readonly metricsToken: string | undefined;
}

const headers = Object.fromEntries(
  Array.from({ length: API_HEADERS.length / 2 }, (_, index) => [
    API_HEADERS[2 * index],
    API_HEADERS[2 * index + 1],
  ]),
);

/** `/healthz`: the process answers. `/readyz`: it can do its work. `/metrics`: for the machine itself or with the token. */
export function mountProbes(app: FastifyInstance, options: ProbeOptions): void {
  app.get('/healthz', (_request, reply) => reply.headers(headers).send({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const checks = await options.ready();
    const ok = Object.values(checks).every(Boolean);
    return reply
      .status(ok ? 200 : 503)
      .headers(headers)
      .send({ ok, checks });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options.metricsToken)) return reply.callNotFound();
    return reply
      .headers(headers)
      .type(options.metrics.contentType)
      .send(await options.metrics.text());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const sent = request.headers.authorization?.replace(/^Bearer /, '');
  if (token !== undefined && sent !== undefined) return timingSafeEqual(digest(sent), digest(token));
  // A proxy on the same machine speaks for others.
  const proxied =
    request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined;
  return !proxied && isLoopback(request.ip);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
