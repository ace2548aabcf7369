import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import { readStripeEvent } from './events.ts';
import { feesOf } from './fees.ts';

const eventOf = (type: string, object: object) => readStripeEvent({ id: 'evt_1', type, data: { object } });
const money = { currency: 'usd', metadata: { reference: 'RF1' } };

test('what was paid is what was received, and of a declined card what was to be paid', () => {
  const intent = { id: 'pi_1', amount: 20_000, amount_received: 15_000, ...money };
  expect(eventOf('payment_intent.succeeded', intent)).toMatchObject({ amount: amount('150') });
  expect(eventOf('payment_intent.payment_failed', intent)).toMatchObject({ amount: amount('200') });
});

test('only a refund that failed is an event of its own', () => {
  const refund = { payment_intent: 'pi_1', amount: 5_000, ...money };
  for (const status of ['pending', 'succeeded', 'canceled'])
    expect(eventOf('refund.updated', { ...refund, status }), status).toBe('ignored');
  expect(eventOf('refund.updated', { ...refund, status: 'failed' })).toMatchObject({
    kind: 'refund_failed',
    payment: 'pi_1',
    reference: 'RF1',
    amount: amount('50'),
  });
});

test('the fees of a dispute are added up, in one currency', async () => {
  const feeOf = (...fees: readonly (readonly [number, string])[]) =>
    feesOf({
      get: async () => ({ balance_transactions: fees.map(([fee, currency]) => ({ fee, currency })) }),
      post: async () => undefined,
    }).ofDispute('dp_1');
  expect(await feeOf()).toBeUndefined();
  expect(await feeOf([1_500, 'usd'], [250, 'usd'])).toEqual({ amount: amount('17.5'), currency: 'USD' });
  await expect(feeOf([1_500, 'usd'], [250, 'eur'])).rejects.toThrow('two currencies');
});
