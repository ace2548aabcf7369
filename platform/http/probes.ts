import { sameText } from '@karat/platform/crypto';
import type { Metrics } from '@karat/platform/metrics';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BARE_HEADERS } from './headers.ts';
import { isLoopback } from './network.ts';
import { corsHeaders } from './reply.ts';
import type { AllowedOrigins } from './reply.ts';

/** Readiness checks by name. */
export type Readiness = () => Promise<Readonly<Record<string, boolean>>>;

export interface ProbeOptions {
  readonly ready: Readiness;
  /** Names of degraded or optional parts. */
  readonly degraded?: (() => readonly string[]) | undefined;
  readonly metrics: Metrics;
  /** Origins of other sites whose pages may ask whether the service is ready. */
  readonly origins: AllowedOrigins;
  /** Lets other hosts read the metrics. */
  readonly metricsToken: string | undefined;
}

/** `/healthz`: liveness. `/readyz`: readiness. `/metrics`: for the machine itself or with the token. */
export function mountProbes(app: FastifyInstance, options: ProbeOptions): void {
  app.get('/healthz', (_request, reply) => reply.headers(BARE_HEADERS).send({ ok: true }));
  app.get('/readyz', async (request, reply) => {
    const checks = await options.ready();
    const ok = Object.values(checks).every(Boolean);
    return reply
      .status(ok ? 200 : 503)
      .headers({ ...BARE_HEADERS, ...corsHeaders(request.headers.origin, options.origins) })
      .send({ ok, checks, degraded: options.degraded?.() ?? [] });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, options.metricsToken)) return reply.callNotFound();
    return reply
      .headers(BARE_HEADERS)
      .type(options.metrics.contentType)
      .send(await options.metrics.text());
  });
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const sent = request.headers.authorization?.replace(/^Bearer /, '');
  if (token !== undefined && sent !== undefined) return sameText(sent, token);
  // A proxy on the same machine forwards requests of others.
  const proxied =
    request.headers['x-forwarded-for'] !== undefined || request.headers['forwarded'] !== undefined;
  return !proxied && isLoopback(request.ip);
}
