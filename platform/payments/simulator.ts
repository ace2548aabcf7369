import { format, parseAmount } from '@karat/money';
import { keyedHash, sameBytes } from '@karat/platform/crypto';
import * as z from 'zod';
import { parseJson } from './json.ts';
import { DISPUTE_REASONS, PAYMENT_EVENTS } from './port.ts';
import type { PaymentEvent, PaymentProvider, PaymentRequest } from './port.ts';
import { readSigned, signed } from './signature.ts';

const decimal = z.string().transform((text, context) => {
  const value = parseAmount(text);
  if (value !== undefined && value > 0n) return value;
  context.issues.push({ code: 'custom', input: text });
  return z.NEVER;
});
const dispute = z.object({
  dispute: z.string().min(1).max(100),
  status: z.enum(['open', 'won', 'lost']),
  reason: z.enum(DISPUTE_REASONS),
  amount: decimal,
  currency: z.string().length(3),
  dueAt: z.int().nullable(),
  isWithdrawn: z.boolean(),
  isReinstated: z.boolean(),
});
const event = z.object({
  id: z.string().min(1).max(100),
  kind: z.enum(PAYMENT_EVENTS),
  payment: z.string().min(1).max(100),
  reference: z.string().min(1).max(40).nullable(),
  amount: decimal,
  currency: z.string().length(3),
  dispute: dispute.optional(),
});
const request = z.object({
  reference: z.string(),
  method: z.enum(['card', 'third_party']),
  amount: decimal,
  currency: z.string(),
  returnTo: z.string(),
  lang: z.string(),
});

export interface PaymentSimulator extends PaymentProvider {
  /** Returns the order of a link of its page; undefined for a foreign link. */
  requestOf(link: string): PaymentRequest | undefined;
  /** Returns the webhook of a choice on its page: a second press returns the same event. */
  webhook(link: string, outcome: 'succeeded' | 'failed', now: number): Webhook | undefined;
  /** Returns a webhook of any event, as a real provider would send it. */
  sign(event: PaymentEvent, now: number): Webhook;
}

export interface Webhook {
  readonly signature: string;
  readonly body: Buffer;
}

/**
 * A provider without money: this server serves its page, labelled as simulated. Stateless; a link carries its signed
 * order. `deliver` posts a webhook to this server, as a provider would over the network.
 */
export function createPaymentSimulator(
  secret: Uint8Array,
  now: () => number,
  deliver: (webhook: Webhook) => Promise<void>,
): PaymentSimulator {
  const macOf = (payload: string): Buffer => keyedHash(secret, 'payment link', payload);
  const requestOf = (link: string): PaymentRequest | undefined => {
    const [payload = '', mac = ''] = link.split('.');
    if (!sameBytes(macOf(payload), Buffer.from(mac, 'base64url'))) return undefined;
    return request.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  };
  const sign = (notification: PaymentEvent, at: number): Webhook => {
    const { amount, dispute: disputed, ...others } = notification;
    const shown = {
      ...others,
      amount: format(amount),
      ...(disputed ? { dispute: { ...disputed, amount: format(disputed.amount) } } : {}),
    };
    const body = Buffer.from(JSON.stringify(shown));
    return { body, signature: signed(secret, body, at) };
  };
  const numberOf = (...parts: readonly string[]): string =>
    keyedHash(secret, ...parts)
      .toString('base64url')
      .slice(0, 22);
  return {
    name: 'simulator',
    simulated: true,
    methods: ['card', 'third_party'],
    requestOf,
    sign,
    async start(asked) {
      const payload = Buffer.from(JSON.stringify({ ...asked, amount: format(asked.amount) })).toString(
        'base64url',
      );
      return { url: `/simulator/pay/${payload}.${macOf(payload).toString('base64url')}`, session: null };
    },
    // Its page keeps no state: what was paid on it was reported in the same request.
    pages: undefined,
    disputes: undefined,
    fees: undefined,
    async refund({ key, ...back }) {
      await deliver(sign({ id: numberOf('refund', key), kind: 'refunded', ...back }, now()));
    },
    read(signature, body, at) {
      if (!readSigned(secret, signature, body, at)) return undefined;
      const parsed = event.safeParse(parseJson(body));
      return parsed.success ? parsed.data : undefined;
    },
    webhook(link, outcome, at) {
      const order = requestOf(link);
      if (!order) return undefined;
      const { reference, amount, currency } = order;
      const payment = numberOf('payment', reference);
      return sign(
        { id: numberOf(outcome, reference), kind: outcome, payment, reference, amount, currency },
        at,
      );
    },
  };
}
