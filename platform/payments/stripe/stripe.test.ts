import { amount } from '@karat/money';
import type { Amount } from '@karat/money';
import { openStripeServer } from '@karat/platform/testing';
import type { StripeServer } from '@karat/platform/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fromMinorUnits, toMinorUnits } from './amounts.ts';
import { ProviderUnavailable, createStripe, signed } from '../index.ts';
import type { PaymentEvent, PaymentProvider } from '../index.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
let server: StripeServer;
let stripe: PaymentProvider;
const connect = (limits: { timeoutMs?: number } = {}): PaymentProvider =>
  createStripe({
    baseUrl: server.url,
    secretKey: server.secretKey,
    webhookSecret: server.webhookSecret,
    appOrigin: 'https://app.example',
    pauseMs: 1,
    ...limits,
  });
beforeAll(async () => {
  server = await openStripeServer(() => now);
  stripe = connect();
});
afterAll(() => server?.close());
beforeEach(() => void (server.requests.length = 0));

let orders = 0;
const request = (more: { amount?: Amount; currency?: string } = {}) => ({
  reference: `RF18KRT${String(++orders).padStart(9, '0')}`,
  method: 'card' as const,
  amount: amount('150'),
  currency: 'USD',
  returnTo: '/#/pages/otc/otc?id=7',
  lang: 'hk',
  ...more,
});
const paid = async (more: Parameters<typeof request>[0] = {}) => {
  const order = request(more);
  const page = await stripe.start(order);
  const intent = server.account.pay(page.session ?? '');
  return { order, page, payment: intent.id };
};
/** Reads the events of the account that the adapter knows. */
const readAll = (types: (type: string) => boolean): PaymentEvent[] =>
  server.account.events
    .filter(({ type }) => types(type))
    .flatMap((event) => {
      const { signature, body } = server.webhook(event);
      const read = stripe.read(signature, body, now);
      return read === undefined || read === 'ignored' ? [] : [read];
    });

describe('amounts', () => {
  test.each([
    ['USD', '150', 15_000n],
    ['EUR', '0.01', 1n],
    ['JPY', '3000', 3_000n],
    ['VND', '500000', 500_000n],
    ['KRW', '1', 1n],
    ['KWD', '5.12', 5_120n],
    ['ISK', '40', 4_000n],
    ['UGX', '5', 500n],
  ])('%s %s is %s units', (currency, text, units) => {
    expect(toMinorUnits(amount(text), currency)).toBe(units);
    expect(fromMinorUnits(Number(units), currency)).toBe(amount(text));
  });

  test.each([
    ['USD', '0.001'],
    ['JPY', '0.5'],
    ['KWD', '5.124'],
    ['ISK', '40.1'],
    ['UGX', '0.01'],
  ])('%s %s is refused instead of rounded', (currency, text) => {
    expect(() => toMinorUnits(amount(text), currency)).toThrow(RangeError);
  });

  test.each([1.5, -1, Number.NaN, 2 ** 53])('%s units are no amount', (units) => {
    expect(() => fromMinorUnits(units, 'USD')).toThrow(RangeError);
  });

  test('every whole amount comes back as it was sent, in any currency', () => {
    const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'VND', 'BHD', 'ISK', 'UGX', 'XAF');
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 9_999_999_999n }), currency, (whole, code) => {
        const value = amount(String(whole));
        expect(fromMinorUnits(Number(toMinorUnits(value, code)), code)).toBe(value);
      }),
    );
  });
});

describe('payment pages', () => {
  test('a page has the order, its amount in minor units, its currency and the way back', async () => {
    const order = request({ amount: amount('3000'), currency: 'JPY' });
    const { url, session } = await stripe.start(order);
    expect(url).toBe(`${server.url}/c/pay/${session}`);
    const [sent] = server.requests;
    const form = Object.fromEntries(new URLSearchParams(sent?.body));
    expect(sent?.idempotencyKey).toBe(`page:${order.reference}`);
    expect(form).toMatchObject({
      mode: 'payment',
      client_reference_id: order.reference,
      'payment_intent_data[metadata][reference]': order.reference,
      'line_items[0][price_data][unit_amount]': '3000',
      'line_items[0][price_data][currency]': 'jpy',
      'adaptive_pricing[enabled]': 'false',
      success_url: 'https://app.example/#/pages/otc/otc?id=7',
      locale: 'zh-HK',
      'payment_method_types[0]': 'card',
    });
  });

  test('one order has one page, however often and under which failures it is requested', async () => {
    const order = request();
    server.fail('error', 'error_after');
    const first = await stripe.start(order);
    server.fail('rate_limit', 'garbage');
    expect(await stripe.start(order)).toEqual(first);
    const pages = [...server.account.sessions.values()].filter(
      ({ reference }) => reference === order.reference,
    );
    expect(pages).toHaveLength(1);
    expect(server.requests).toHaveLength(6);
  });

  test('after three failures the outcome is unknown, and the message has no key', async () => {
    server.fail('error', 'error', 'error');
    const failure = await stripe.start(request()).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderUnavailable);
    expect(String(failure)).not.toContain(server.secretKey);
    expect(server.requests).toHaveLength(3);
  });

  test('an answer that does not come is given up, and the page is found by the same key', async () => {
    const order = request();
    const hasty = connect({ timeoutMs: 40 });
    server.fail('silence', 'silence', 'silence');
    await expect(hasty.start(order)).rejects.toThrow(ProviderUnavailable);
    const { session } = await stripe.start(order);
    expect(
      [...server.account.sessions.values()].filter((each) => each.reference === order.reference),
    ).toEqual([expect.objectContaining({ id: session })]);
  });

  test('a refusal is not tried again', async () => {
    const foreign = createStripe({
      baseUrl: server.url,
      secretKey: 'sk_other',
      webhookSecret: 'x',
      appOrigin: 'https://app.example',
    });
    await expect(foreign.start(request())).rejects.toThrow('Stripe refused: 401');
    expect(server.requests).toHaveLength(1);
    // Only of a page that is paid or closed the refusal is no failure.
    await expect(foreign.pages?.close('cs_1')).rejects.toThrow('Stripe refused: 401');
  });

  test('a page that has ended with a payment that is not paid yet is open', async () => {
    const { page } = await paid();
    const session = server.account.showSession(page.session ?? '', true);
    vi.spyOn(server.account, 'showSession').mockReturnValueOnce({ ...session, payment_status: 'unpaid' });
    expect(await stripe.pages?.stateOf(page.session ?? '')).toEqual({ kind: 'open' });
  });

  test('a look-up returns whether a page is open, paid or closed', async () => {
    const { page, payment } = await paid();
    expect(await stripe.pages?.stateOf(page.session ?? '')).toEqual({
      kind: 'paid',
      payment,
      amount: amount('150'),
      currency: 'USD',
    });
    const other = await stripe.start(request());
    expect(await stripe.pages?.stateOf(other.session ?? '')).toEqual({ kind: 'open' });
    await stripe.pages?.close(other.session ?? '');
    expect(await stripe.pages?.stateOf(other.session ?? '')).toEqual({ kind: 'expired' });
    // A page that was paid meanwhile stays paid.
    await stripe.pages?.close(page.session ?? '');
    expect(await stripe.pages?.stateOf(page.session ?? '')).toMatchObject({ kind: 'paid' });
  });
});

describe('refunds', () => {
  test('a refund with the same key, or of a refunded payment, has one effect', async () => {
    const { order, payment } = await paid();
    const refund = (key: string) => stripe.refund({ ...order, key, payment });
    server.fail('error_after');
    await refund('1:a');
    await refund('1:a');
    await refund('1:b');
    expect(server.account.intents.get(payment)?.refunded).toBe(15_000);
    expect(readAll((type) => type === 'charge.refunded')).toMatchObject([
      { kind: 'refunded', payment, reference: order.reference, amount: amount('150') },
    ]);
  });

  test('two partial refunds of a payment both take place', async () => {
    const { order, payment } = await paid();
    const refund = (key: string, part: string) =>
      stripe.refund({ ...order, key, payment, amount: amount(part) });
    await refund('2:a', '50');
    await refund('2:b', '30');
    expect(server.account.intents.get(payment)?.refunded).toBe(8_000);
  });

  test('a disputed payment is not refunded besides', async () => {
    const { order, payment } = await paid();
    server.account.dispute(payment);
    await expect(stripe.refund({ ...order, key: 'x', payment })).rejects.toThrow('charge_disputed');
    expect(server.account.intents.get(payment)?.refunded).toBe(0);
  });
});

describe('webhooks', () => {
  test('a payment names its order, amount and currency; its page adds nothing', async () => {
    const { order, payment } = await paid({ amount: amount('500000'), currency: 'VND' });
    const read = readAll((type) => type === 'payment_intent.succeeded' || type.startsWith('checkout'));
    const own = read.filter((event) => event.payment === payment);
    expect(own).toMatchObject([
      { kind: 'succeeded', reference: order.reference, currency: 'VND', amount: amount('500000') },
    ]);
  });

  test('a declined card, a closed page and a returned refund are events of their own', async () => {
    const order = request();
    const { session } = await stripe.start(order);
    server.account.decline(session ?? '');
    await stripe.pages?.close(session ?? '');
    const { payment } = await paid();
    server.account.failRefund(payment);
    const kinds = readAll(() => true).slice(-4);
    expect(kinds.map(({ kind }) => kind)).toEqual(['failed', 'expired', 'succeeded', 'refund_failed']);
  });

  test('a dispute has its state, its deadline and where the money is', async () => {
    const { payment } = await paid();
    const id = server.account.dispute(payment, { amount: 5_000, reason: 'unrecognized' });
    server.account.closeDispute(id, 'won');
    const read = readAll((type) => type.startsWith('charge.dispute.')).filter(
      (each) => each.payment === payment,
    );
    expect(read.map(({ dispute }) => [dispute?.status, dispute?.isWithdrawn, dispute?.isReinstated])).toEqual(
      [
        ['open', false, false],
        ['open', true, false],
        ['won', true, true],
        ['won', true, true],
      ],
    );
    expect(read[0]?.dispute).toMatchObject({
      dispute: id,
      reason: 'unrecognised',
      amount: amount('50'),
      dueAt: now + 7 * 86_400_000,
    });
    expect(await stripe.disputes?.find(id)).toMatchObject({ payment, status: 'won' });
    expect((await stripe.disputes?.since(now))?.map(({ dispute }) => dispute)).toContain(id);
    expect(await stripe.disputes?.since(now + 1_000)).toEqual([]);
  });

  test('evidence is submitted once', async () => {
    const { payment } = await paid();
    const id = server.account.dispute(payment);
    const evidence = { text: 'Paid with a code', payerName: 'Jo', payerEmail: 'jo@mail.example' };
    await stripe.disputes?.submit(id, evidence, 'e:1');
    await stripe.disputes?.submit(id, { ...evidence, text: 'again' }, 'e:2');
    expect(server.account.disputes.get(id)).toMatchObject({
      submissions: 1,
      evidence: { uncategorized_text: 'Paid with a code', customer_name: 'Jo' },
    });
    const long = server.account.dispute((await paid()).payment);
    await stripe.disputes?.submit(long, { ...evidence, text: 'x'.repeat(20_001) }, 'e:3');
    expect(server.account.disputes.get(long)?.evidence['uncategorized_text']).toHaveLength(20_000);
  });

  test('other types are ignored, and a known type of another shape is an error', () => {
    const sign = (value: object) => {
      const body = Buffer.from(JSON.stringify(value));
      return [signed(Buffer.from(server.webhookSecret), body, now), body] as const;
    };
    expect(stripe.read(...sign({ id: 'evt_1', type: 'customer.created', data: { object: {} } }), now)).toBe(
      'ignored',
    );
    expect(stripe.read(...sign({ id: 'evt_1', type: '__proto__', data: { object: {} } }), now)).toBe(
      'ignored',
    );
    const strange = { id: 'evt_2', type: 'payment_intent.succeeded', data: { object: { amount: '15' } } };
    expect(() => stripe.read(...sign(strange), now)).toThrow();
  });
});
