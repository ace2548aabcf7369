import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { ProviderRefusal, ProviderUnavailable } from '@karat/platform/payments';
import type { PaymentPage, PaymentProvider, PaymentRequest } from '@karat/platform/payments';
import { schedule } from '@karat/platform/work';
import { MINUTE_MS } from '@karat/rules';
import { LOOK_UP } from './deps.ts';
import type { FiatDeps } from './deps.ts';
import { requestPage, storeAnswer } from './page-store.ts';
import { providerNamed } from './providers.ts';
import { ownOrder } from './store.ts';
import type { Order } from './store.ts';

/** When a page is first looked up: its webhook has had time to come. */
const FIRST_LOOK_MS = MINUTE_MS;

/** Returns the request for the page of an order; it is the same each time. */
export function requestOf(order: Order, lang: string): PaymentRequest {
  const { reference, method, amount, currency } = order;
  if (method === 'swift') throw new Error('a bank transfer has no payment page');
  return { reference, method, amount, currency, returnTo: `/#/pages/otc/otc?id=${order.id}`, lang };
}

/**
 * Asks a provider for the page of an order. The request is committed with its first look-up before the request goes
 * out, so that no page is forgotten whose answer is lost.
 */
async function openPage(
  deps: FiatDeps,
  provider: PaymentProvider,
  order: Order,
  lang: string,
): Promise<string> {
  if (!provider.pages) return (await provider.start(requestOf(order, lang))).url;
  const now = deps.ctx.clock.now();
  const { page } = await deps.ctx.db.transact(async (tx) => {
    const asked = { orderId: order.id, provider: provider.name, lang, requestedAt: now };
    const stored = await requestPage(tx, asked);
    const subject = String(order.id);
    if (stored.isNew) await schedule(tx, { kind: LOOK_UP, subject, dueAt: now + FIRST_LOOK_MS });
    return stored;
  });
  if (page.url !== null) return page.url;
  const started = await provider.start(requestOf(order, page.lang));
  await keepAnswer(deps, order, started);
  return started.url;
}

const keepAnswer = async ({ ctx }: FiatDeps, order: Order, { session, url }: PaymentPage): Promise<void> => {
  if (session !== null) await storeAnswer(ctx.db, order.id, { session, url });
};

/**
 * Returns the address of an order's payment page. Refuses `fiat_order_unknown`, `fiat_order_state`,
 * `fiat_method_unavailable` (also if the provider refuses it), `unavailable` (the provider does not answer; the same
 * request again finds the page, if there is one).
 */
export async function payingPage(
  deps: FiatDeps,
  user: UserId,
  id: number,
  lang: string,
): Promise<{ url: string; simulated: boolean }> {
  const order = (await ownOrder(deps.ctx.db, user, id)) ?? refuse('fiat_order_unknown');
  if (order.state !== 'to_be_paid' || order.expiresAt <= deps.ctx.clock.now()) refuse('fiat_order_state');
  const provider = providerNamed(deps, order.provider);
  if (!provider || order.method === 'swift') return refuse('fiat_method_unavailable');
  try {
    return { url: await openPage(deps, provider, order, lang), simulated: provider.simulated };
  } catch (failure) {
    if (!(failure instanceof ProviderUnavailable) && !(failure instanceof ProviderRefusal)) throw failure;
    deps.ctx.log.error({ provider: provider.name, error: String(failure) }, 'payment page not opened');
    return refuse(failure instanceof ProviderRefusal ? 'fiat_method_unavailable' : 'unavailable');
  }
}
