import type { PaymentEvent } from '../port.ts';
import { fromMinorUnits } from './amounts.ts';
import { readDispute } from './disputes.ts';
import { charge, checkoutSession, event as envelope, paymentIntent, refund } from './shapes.ts';

type Facts = Omit<PaymentEvent, 'id'>;
type Reader = (object: unknown) => Facts | undefined;

const REFERENCE = 'reference';

/** A page whose payment failed names it; one that expired has none and is named itself. */
const sessionAs =
  (kind: 'failed' | 'expired'): Reader =>
  (object) => {
    const { id, payment_intent, amount_total, currency, client_reference_id } = checkoutSession.parse(object);
    if (amount_total === null || currency === null) return undefined;
    return {
      kind,
      payment: payment_intent ?? id,
      reference: client_reference_id ?? null,
      amount: fromMinorUnits(amount_total, currency),
      currency,
    };
  };

const intentAs =
  (kind: 'succeeded' | 'failed'): Reader =>
  (object) => {
    const { id, amount, amount_received, currency, metadata } = paymentIntent.parse(object);
    return {
      kind,
      payment: id,
      reference: metadata[REFERENCE] ?? null,
      amount: fromMinorUnits(kind === 'succeeded' ? amount_received : amount, currency),
      currency,
    };
  };

const refunded: Reader = (object) => {
  const { payment_intent, amount_refunded, currency, metadata } = charge.parse(object);
  if (payment_intent === undefined || payment_intent === null) return undefined;
  return {
    kind: 'refunded',
    payment: payment_intent,
    reference: metadata[REFERENCE] ?? null,
    amount: fromMinorUnits(amount_refunded, currency),
    currency,
  };
};

const refundFailed: Reader = (object) => {
  const { status, payment_intent, amount, currency, metadata } = refund.parse(object);
  if (status !== 'failed' || payment_intent === undefined || payment_intent === null) return undefined;
  return {
    kind: 'refund_failed',
    payment: payment_intent,
    reference: metadata[REFERENCE] ?? null,
    amount: fromMinorUnits(amount, currency),
    currency,
  };
};

const disputed: Reader = (object) => {
  const dispute = readDispute(object);
  if (!dispute) return undefined;
  const { payment, amount, currency } = dispute;
  return { kind: 'disputed', payment, reference: null, amount, currency, dispute };
};

/** What was paid is read from the payment alone: its page says what was to be paid. */
const READERS: Readonly<Record<string, Reader>> = {
  'checkout.session.async_payment_failed': sessionAs('failed'),
  'checkout.session.expired': sessionAs('expired'),
  'payment_intent.succeeded': intentAs('succeeded'),
  'payment_intent.payment_failed': intentAs('failed'),
  'charge.refunded': refunded,
  'charge.refund.updated': refundFailed,
  'refund.failed': refundFailed,
  'refund.updated': refundFailed,
  'charge.dispute.created': disputed,
  'charge.dispute.updated': disputed,
  'charge.dispute.funds_withdrawn': disputed,
  'charge.dispute.funds_reinstated': disputed,
  'charge.dispute.closed': disputed,
};

/**
 * Returns the event of a signed body; `ignored` for types that change nothing. Throws for an object of a known type
 * that has another shape, so that Stripe delivers it again and the fault is seen.
 */
export function readStripeEvent(body: unknown): PaymentEvent | 'ignored' {
  const { id, type, data } = envelope.parse(body);
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const facts = reader?.(data.object);
  return facts === undefined ? 'ignored' : { id, ...facts };
}
