import { amount, format } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { PaymentEvent, PaymentProvider } from '@karat/platform/payments';
import type { WorkHandler } from '@karat/platform/work';
import { takeDispute } from './disputes/take.ts';
import { insertEvent, noteOutcome, wasRefunded } from './event-store.ts';
import { raiseException } from './exception-store.ts';
import type { FiatException } from './exception-store.ts';
import type { FiatDeps } from './deps.ts';
import { planFee } from './provider-fees.ts';
import { providerNamed } from './providers.ts';
import { transitionTo, credit, planRefund, notifyBuyer } from './steps.ts';
import { lockByPayment, lockByReference, orderByReference } from './store.ts';
import type { Order } from './store.ts';

/** Result of a webhook. */
export type Outcome =
  | 'unsigned'
  | 'ignored'
  | 'repeated'
  | 'unknown_order'
  | 'credited'
  | 'failed'
  | 'expired'
  | 'differs'
  | 'late'
  | 'refunded_before'
  | 'refund_confirmed'
  | 'refunded'
  | 'charged_back'
  | 'refund_failed'
  | 'dispute_opened'
  | 'dispute_updated'
  | 'dispute_won'
  | 'dispute_lost'
  | 'dispute_unknown';

/**
 * Processes a provider's webhook: signed, fresh, and each event once. Money that fits no open order (late, paid twice)
 * is refunded; another amount or currency waits for an operator. Events may arrive in any order: a refund before its
 * payment leaves the order uncredited.
 */
export async function takeWebhook(
  deps: FiatDeps,
  name: string,
  signature: string | undefined,
  body: Uint8Array,
): Promise<Outcome> {
  const provider = providerNamed(deps, name);
  const event = provider?.read(signature, body, deps.ctx.clock.now());
  if (!provider || !event) return 'unsigned';
  if (event === 'ignored') return 'ignored';
  return deps.ctx.db.transact((tx) => takeEvent(deps, tx, provider, event));
}

/** Applies an event of a provider, once for each number of an event. */
export async function takeEvent(
  deps: FiatDeps,
  tx: Tx,
  provider: PaymentProvider,
  event: PaymentEvent,
): Promise<Outcome> {
  if (!(await insertEvent(tx, provider.name, event, deps.ctx.clock.now()))) return 'repeated';
  const order =
    event.reference === null
      ? await lockByPayment(tx, provider.name, event.payment)
      : await lockByReference(tx, event.reference);
  const ours = order?.provider === provider.name ? order : undefined;
  const outcome = await apply(deps, tx, provider, ours, event);
  await noteOutcome(tx, provider.name, event.id, outcome, ours?.id ?? null);
  return outcome;
}

function apply(
  deps: FiatDeps,
  tx: Tx,
  provider: PaymentProvider,
  order: Order | undefined,
  event: PaymentEvent,
): Promise<Outcome> {
  if (event.kind === 'disputed') return takeDispute(deps, tx, provider.name, order, event);
  if (!order) return unknown(deps, tx, provider.name, event);
  switch (event.kind) {
    case 'failed':
    case 'expired':
      return Promise.resolve(event.kind);
    case 'succeeded':
      return paid(deps, tx, provider.name, order, event);
    case 'refunded':
      return givenBack(deps, tx, provider.name, order, event);
    case 'refund_failed':
      return raise(deps, tx, provider.name, event, 'refund_failed', order);
  }
}

/** Puts an event before an operator. */
async function raise<K extends FiatException['kind']>(
  { ctx }: FiatDeps,
  tx: Tx,
  provider: string,
  { payment, amount: sum, currency }: PaymentEvent,
  kind: K,
  order?: Order,
): Promise<K> {
  const about = { provider, kind, subject: payment, payment, amount: sum, currency };
  await raiseException(tx, { ...about, orderId: order?.id ?? null, at: ctx.clock.now() });
  return kind;
}

/** Money that names no order is an operator's; all else about it changes nothing. */
const unknown = async (
  deps: FiatDeps,
  tx: Tx,
  provider: string,
  event: PaymentEvent,
): Promise<'unknown_order'> => {
  if (event.kind === 'succeeded') await raise(deps, tx, provider, event, 'unknown_order');
  return 'unknown_order';
};

async function paid(
  deps: FiatDeps,
  tx: Tx,
  provider: string,
  order: Order,
  event: PaymentEvent,
): Promise<Outcome> {
  if (order.payment === event.payment) return 'repeated';
  if (await wasRefunded(tx, provider, event.payment)) return 'refunded_before';
  const fits = event.amount === order.amount && event.currency === order.currency;
  if (!fits) return raise(deps, tx, provider, event, 'differs', order);
  if (order.state !== 'to_be_paid') {
    const { payment, currency } = event;
    await planRefund(deps, tx, order, { payment, currency, amount: format(event.amount) });
    return 'late';
  }
  await credit(deps, tx, order);
  await transitionTo(deps, tx, order, 'provider', { state: 'successful', payment: event.payment });
  await planFee(deps, tx, provider, 'payment', order.id);
  return 'credited';
}

async function givenBack(
  deps: FiatDeps,
  tx: Tx,
  provider: string,
  order: Order,
  event: PaymentEvent,
): Promise<Outcome> {
  if (order.payment === event.payment) {
    if (order.state === 'refunded') return 'refund_confirmed';
    // A refund that the exchange did not request is reported to operators; coins are taken only by two of them.
    await raise(deps, tx, provider, event, 'refunded_elsewhere', order);
    return 'charged_back';
  }
  await notifyBuyer(deps, tx, order, 'refunded', `refunded:${event.payment}`);
  return 'refunded';
}

/** Due work: refunds a payment through its provider, which identifies it by its key. */
export const refundPayment =
  (deps: FiatDeps): WorkHandler =>
  async (tx, { subject, payload }) => {
    const [payment, reference, currency] = ['payment', 'reference', 'currency'].map((name) => payload[name]);
    const proof = payload['amount'];
    if (typeof payment !== 'string' || typeof reference !== 'string')
      throw new Error('no payment to give back');
    if (typeof currency !== 'string' || typeof proof !== 'string') throw new Error('no amount to give back');
    const order = await orderByReference(tx, reference);
    const provider = providerNamed(deps, order?.provider ?? null);
    if (!provider) throw new Error('the provider of the payment is not configured');
    await provider.refund({ key: subject, payment, reference, currency, amount: amount(proof) });
  };
