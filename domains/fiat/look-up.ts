import { ZERO } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { ProviderUnavailable } from '@karat/platform/payments';
import type { PageState, PaymentProvider } from '@karat/platform/payments';
import { schedule } from '@karat/platform/work';
import type { WorkHandler } from '@karat/platform/work';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@karat/rules';
import { LOOK_UP } from './deps.ts';
import type { FiatDeps } from './deps.ts';
import { raiseException } from './exception-store.ts';
import { requestOf } from './page.ts';
import { endPage, pageOf, storeAnswer } from './page-store.ts';
import type { StoredPage } from './page-store.ts';
import { providerNamed } from './providers.ts';
import { lockOrder, orderById } from './store.ts';
import type { Order } from './store.ts';
import { takeEvent } from './webhook.ts';

/** A page without an end after this time is left to an operator. */
const GIVE_UP_MS = 14 * DAY_MS;

/** Pause before the next look: half the age of the request, at least a minute and at most an hour. */
const pauseAfter = (ageMs: number): number => Math.min(HOUR_MS, Math.max(MINUTE_MS, Math.floor(ageMs / 2)));

/** Returns the state of a page; one of an order that nobody may pay any more is closed first. */
async function stateOf(
  deps: FiatDeps,
  provider: PaymentProvider,
  order: Order,
  page: StoredPage,
): Promise<PageState> {
  const { pages } = provider;
  if (!pages) return { kind: 'expired' };
  let { session } = page;
  if (session === null) {
    const started = await provider.start(requestOf(order, page.lang));
    if (started.session === null) return { kind: 'expired' };
    session = started.session;
    await storeAnswer(deps.ctx.db, order.id, { session, url: started.url });
  }
  const found = await pages.stateOf(session);
  const mayBePaid = order.state === 'to_be_paid' && order.expiresAt > deps.ctx.clock.now();
  if (found.kind !== 'open' || mayBePaid) return found;
  await pages.close(session);
  return pages.stateOf(session);
}

/**
 * Due work: asks the provider about the page of an order, until it is paid or closed. What a webhook reported before has
 * no further effect; what none reported is settled as if it had.
 */
export const lookUp =
  (deps: FiatDeps): WorkHandler =>
  async (tx, { subject }) => {
    const id = Number(subject);
    const [page, order] = [await pageOf(tx, id), await orderById(tx, id)];
    const provider = providerNamed(deps, page?.provider ?? null);
    if (!page || !order || page.state !== 'open') return;
    if (!provider) throw new Error(`payment provider ${page.provider} is not configured`);
    const state = await stateOf(deps, provider, order, page).catch((failure: unknown) => {
      if (!(failure instanceof ProviderUnavailable)) throw failure;
      deps.ctx.log.warn({ order: id, error: failure.message }, 'payment page not looked up, trying again');
      return { kind: 'open' } as const;
    });
    // After the request: the lock is not held while a provider is slow.
    await lockOrder(tx, id);
    if (state.kind === 'open') return lookAgain(deps, tx, order, page);
    await endPage(tx, id, state.kind);
    if (state.kind === 'expired') return;
    const { payment, amount, currency } = state;
    const event = { kind: 'succeeded', id: `look-up:${payment}`, reference: order.reference } as const;
    await takeEvent(deps, tx, provider, { ...event, payment, amount, currency });
  };

async function lookAgain(deps: FiatDeps, tx: Tx, order: Order, page: StoredPage): Promise<void> {
  const now = deps.ctx.clock.now();
  const age = now - page.requestedAt;
  if (age < GIVE_UP_MS) {
    await schedule(tx, { kind: LOOK_UP, subject: String(order.id), dueAt: now + pauseAfter(age) });
    return;
  }
  await endPage(tx, order.id, 'expired');
  await raiseException(tx, {
    ...{ provider: page.provider, kind: 'not_answered', subject: page.session ?? order.reference },
    ...{ orderId: order.id, payment: null, amount: ZERO, currency: order.currency, at: now },
  });
}
