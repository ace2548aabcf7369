import { Refusal } from '@karat/contract';
import type { Fiat } from '@karat/domains/fiat';
import type { Context } from '@karat/platform/context';
import type { Http } from '@karat/platform/http';
import { SIMULATOR_HEADERS, simulatorPage } from '@karat/platform/payments';
import type { PaymentSimulator } from '@karat/platform/payments';

type App = Http['app'];

const WEBHOOK_BYTES_MAX = 256 * 1024;
const LINK_MAX = 4_000;
const FORM_BYTES_MAX = 1_024;

const raw = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

/** Paths of webhooks with their provider and the header of its signature. */
const HOOKS = [
  { path: '/hooks/payments', provider: 'simulator', header: 'karat-signature' },
  { path: '/hooks/stripe', provider: 'stripe', header: 'stripe-signature' },
] as const;

/** Webhooks of payment providers: 400 unless one is signed and fresh, 503 if it should be sent again. */
export const mountWebhooks =
  (fiat: Fiat, ctx: Context) =>
  (app: App): void => {
    for (const { path, provider, header } of HOOKS)
      app.post(path, { bodyLimit: WEBHOOK_BYTES_MAX }, async (request, reply) => {
        const given = request.headers[header];
        const signature = typeof given === 'string' ? given : undefined;
        try {
          const outcome = await fiat.webhook(provider, signature, raw(request.body));
          return await reply.status(outcome === 'unsigned' ? 400 : 200).send({ outcome });
        } catch (failure) {
          const why = failure instanceof Refusal ? failure.code : failure;
          ctx.log.error({ err: why, provider }, 'payment webhook failed, awaiting redelivery');
          return reply.status(503).send({ outcome: 'again' });
        }
      });
  };

/** The simulator's page, labelled as simulated; only if the simulator is the provider. */
export const mountSimulator =
  (simulator: PaymentSimulator | undefined, fiat: Fiat, ctx: Context) =>
  (app: App): void => {
    if (!simulator) return;
    const path = '/simulator/pay/:link';
    const requestOf = (link: string) => (link.length > LINK_MAX ? undefined : simulator.requestOf(link));
    app.get<{ Params: { link: string } }>(path, async (request, reply) => {
      const input = requestOf(request.params.link);
      if (!input) return reply.status(404).headers(SIMULATOR_HEADERS).send('');
      return reply.headers(SIMULATOR_HEADERS).send(simulatorPage(input));
    });
    app.post<{ Params: { link: string } }>(path, { bodyLimit: FORM_BYTES_MAX }, async (request, reply) => {
      const outcome = new URLSearchParams(raw(request.body).toString()).get('outcome');
      const input = requestOf(request.params.link);
      if (!input || (outcome !== 'succeeded' && outcome !== 'failed'))
        return reply.status(404).headers(SIMULATOR_HEADERS).send('');
      const webhook = simulator.webhook(request.params.link, outcome, ctx.clock.now());
      if (webhook) await fiat.webhook(simulator.name, webhook.signature, webhook.body);
      return reply.redirect(input.returnTo, 303);
    });
  };
