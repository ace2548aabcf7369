import { parseJson } from '../json.ts';
import { ProviderUnavailable } from '../port.ts';
import type { PageState, PaymentPage, PaymentProvider, PaymentRequest } from '../port.ts';
import { readSigned } from '../signature.ts';
import { fromMinorUnits, toMinorUnits } from './amounts.ts';
import { StripeRefusal, createStripeClient } from './client.ts';
import type { StripeConnection, StripeForm } from './client.ts';
import { disputesOf } from './disputes.ts';
import { readStripeEvent } from './events.ts';
import { feesOf } from './fees.ts';
import { checkoutSession, paidSession } from './shapes.ts';

export interface StripeOptions extends StripeConnection {
  /** Secret of the webhook endpoint, `whsec_...`. */
  readonly webhookSecret: string;
  /** Origin of the app that the payer comes back to. */
  readonly appOrigin: string;
}

/** Languages of Stripe's page by those of the app. */
const LOCALES: Readonly<Record<string, string>> = {
  en: 'en',
  hk: 'zh-HK',
  th: 'th',
  jp: 'ja',
  kor: 'ko',
  fra: 'fr',
  spa: 'es',
  vn: 'vi',
  zh: 'zh',
};

/** The form of a payment page. The same request gives the same form: another one with its key is refused. */
function pageForm(appOrigin: string, request: PaymentRequest): StripeForm {
  const { reference, method, amount, currency, returnTo, lang } = request;
  const back = new URL(returnTo, appOrigin).href;
  return {
    mode: 'payment',
    client_reference_id: reference,
    'metadata[reference]': reference,
    'payment_intent_data[metadata][reference]': reference,
    'payment_intent_data[description]': `USDT, order ${reference}`,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(toMinorUnits(amount, currency)),
    'line_items[0][price_data][product_data][name]': `USDT, order ${reference}`,
    // The payer pays the currency and the amount of the order, never a converted one.
    'adaptive_pricing[enabled]': 'false',
    success_url: back,
    cancel_url: back,
    locale: Object.hasOwn(LOCALES, lang) ? (LOCALES[lang] ?? 'auto') : 'auto',
    // Other payment services are those that the account has switched on.
    ...(method === 'card' ? { 'payment_method_types[0]': 'card' } : {}),
  };
}

const WITH_PAYMENT = { 'expand[]': 'payment_intent' };

const path = (session: string): string => `/v1/checkout/sessions/${encodeURIComponent(session)}`;

function stateFrom(given: unknown): PageState {
  const { status, payment_status, payment_intent: paid } = paidSession.parse(given);
  if (payment_status !== 'paid' || !paid) return { kind: status === 'expired' ? 'expired' : 'open' };
  const { id, amount_received, currency } = paid;
  return { kind: 'paid', payment: id, amount: fromMinorUnits(amount_received, currency), currency };
}

/**
 * Payments through Stripe's Checkout, or a server that speaks its API. One page per order: its idempotency key is the
 * order's reference. Amounts are in the currency's smallest unit and never rounded.
 */
export function createStripe(options: StripeOptions): PaymentProvider {
  const client = createStripeClient(options);
  const secret = Buffer.from(options.webhookSecret);
  return {
    name: 'stripe',
    simulated: false,
    methods: ['card', 'third_party'],
    async start(request): Promise<PaymentPage> {
      const form = pageForm(options.appOrigin, request);
      const made = await client.post('/v1/checkout/sessions', form, `page:${request.reference}`);
      const { id, url } = checkoutSession.parse(made);
      if (!url) throw new ProviderUnavailable('a page without an address');
      return { url, session: id };
    },
    pages: {
      stateOf: async (session) => stateFrom(await client.get(path(session), WITH_PAYMENT)),
      async close(session) {
        try {
          await client.post(`${path(session)}/expire`, {}, `close:${session}`);
        } catch (failure) {
          // Paid or expired meanwhile: a look-up finds out which.
          if (!(failure instanceof StripeRefusal) || failure.status !== 400) throw failure;
        }
      },
    },
    async refund({ key, payment, reference, amount, currency }) {
      const form = {
        payment_intent: payment,
        amount: String(toMinorUnits(amount, currency)),
        'metadata[reference]': reference,
      };
      try {
        await client.post('/v1/refunds', form, `refund:${key}`);
      } catch (failure) {
        // Keys are forgotten after a day; a payment that was refunded in full before is not refunded again.
        if (failure instanceof StripeRefusal && failure.code === 'charge_already_refunded') return;
        throw failure;
      }
    },
    disputes: disputesOf(client),
    fees: feesOf(client),
    read(signature, body, now) {
      if (!readSigned(secret, signature, body, now)) return undefined;
      return readStripeEvent(parseJson(body));
    },
  };
}
