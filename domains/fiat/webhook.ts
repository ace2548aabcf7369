import { amount, format } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { PaymentEvent } from '@karat/platform/payments';
import type { WorkHandler } from '@karat/platform/work';
import { insertEvent, noteOutcome, wasRefunded } from './event-store.ts';
import type { FiatDeps } from './deps.ts';
import { transitionTo, credit, planRefund, notifyBuyer } from './steps.ts';
import { lockByReference } from './store.ts';
import type { Order } from './store.ts';

/** Result of a webhook. */
export type Outcome =
  | 'unsigned'
  | 'repeated'
  | 'unknown_order'
  | 'credited'
  | 'failed'
  | 'differs'
  | 'late'
  | 'refunded_before'
  | 'refund_confirmed'
  | 'refunded'
  | 'charged_back';

/**
 * Processes a provider's webhook: signed, fresh, and each event once. Money that fits no open order (late, paid twice,
 * another amount) is refunded. Events may arrive in any order: a refund before its payment leaves the order
 * uncredited.
 */
export async function takeWebhook(
  deps: FiatDeps,
  signature: string | undefined,
  body: Uint8Array,
): Promise<Outcome> {
  const { provider, ctx } = deps;
  const event = provider?.read(signature, body, ctx.clock.now());
  if (!provider || !event) return 'unsigned';
  return ctx.db.transact(async (tx) => {
    if (!(await insertEvent(tx, provider.name, event, ctx.clock.now()))) return 'repeated';
    const order = await lockByReference(tx, event.reference);
    const ours = order?.provider === provider.name ? order : undefined;
    const outcome = ours ? await apply(deps, tx, ours, event) : 'unknown_order';
    await noteOutcome(tx, provider.name, event.id, outcome, ours?.id ?? null);
    return outcome;
  });
}

function apply(deps: FiatDeps, tx: Tx, order: Order, event: PaymentEvent): Promise<Outcome> {
  switch (event.kind) {
    case 'failed':
      return Promise.resolve('failed');
    case 'succeeded':
      return paid(deps, tx, order, event);
    case 'refunded':
      return givenBack(deps, tx, order, event);
  }
}

async function paid(deps: FiatDeps, tx: Tx, order: Order, event: PaymentEvent): Promise<Outcome> {
  if (order.payment === event.payment) return 'repeated';
  if (order.provider !== null && (await wasRefunded(tx, order.provider, event.payment)))
    return 'refunded_before';
  const fits = event.amount === order.amount && event.currency === order.currency;
  if (!fits || order.state !== 'to_be_paid') {
    const { payment, currency } = event;
    await planRefund(deps, tx, order, { payment, currency, amount: format(event.amount) });
    return fits ? 'late' : 'differs';
  }
  await credit(deps, tx, order);
  await transitionTo(deps, tx, order, 'provider', { state: 'successful', payment: event.payment });
  return 'credited';
}

async function givenBack(deps: FiatDeps, tx: Tx, order: Order, event: PaymentEvent): Promise<Outcome> {
  if (order.payment === event.payment) {
    // A refund that the exchange did not request is reported to operators; coins are taken only by two of them.
    return order.state === 'refunded' ? 'refund_confirmed' : 'charged_back';
  }
  await notifyBuyer(deps, tx, order, 'refunded', `refunded:${event.payment}`);
  return 'refunded';
}

/** Due work: refunds a payment through its provider, which identifies it by its key. */
export const refundPayment =
  (deps: FiatDeps): WorkHandler =>
  async (_tx, { subject, payload }) => {
    const [payment, reference, currency] = ['payment', 'reference', 'currency'].map((name) => payload[name]);
    const proof = payload['amount'];
    if (!deps.provider || typeof payment !== 'string' || typeof reference !== 'string')
      throw new Error('no provider, or no payment to give back');
    if (typeof currency !== 'string' || typeof proof !== 'string') throw new Error('no amount to give back');
    await deps.provider.refund({ key: subject, payment, reference, currency, amount: amount(proof) });
  };
