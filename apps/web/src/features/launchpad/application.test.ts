import { amount, price } from '@karat/money';
import { HOUR_MS, MINUTE_MS, subscriptionCost } from '@karat/rules';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateOf, largestTokens, problemOf, timeLeft } from './application.ts';
import type { Payment, SaleTerms } from './application.ts';

/** Token of two decimals, payment of six: what is rounded at the wrong one is seen. */
const projectWith = (more: Partial<SaleTerms> = {}): SaleTerms => ({
  ...{ decimals: 2, save_min: '10', user_max: '1000', own_remaining: '400' },
  ...{ amount: '10000', total_sell: '0' },
  ...more,
});
const payWith = (more: Partial<Payment> = {}): Payment => ({
  ...{ price: '0.3333333333', decimals: 6, available: '100' },
  ...more,
});
const problem = (text: string, more: Partial<SaleTerms> = {}, pay: Partial<Payment> = {}) =>
  problemOf(text, projectWith(more), payWith(pay));

describe('a typed number of tokens', () => {
  test('is accepted at its minimum, at what is left of the maximum, and for the whole balance', () => {
    expect([problem('10'), problem('10.01')]).toEqual([null, null]);
    expect(problem('400', {}, { available: '133.333334' })).toBeNull();
    expect(problem('400', {}, { available: null })).toBeNull();
    expect(problem('1000', { own_remaining: null }, { available: null })).toBeNull();
  });

  test.each<readonly [string, object]>([
    ...['', '0', '0.00', '.', 'x', '-10', '1e2'].map((text) => [text, { type: 'enter_amount' }] as const),
    ['10.001', { type: 'too_precise', decimals: 2 }],
    ['0.001', { type: 'too_precise', decimals: 2 }],
    ['9.99', { type: 'below_min', limit: '10' }],
    ['400.01', { type: 'above_max', limit: '400' }],
  ])('%j: %j', (text, expected) => {
    expect(problem(text)).toEqual(expected);
  });

  test('is too much for the balance by the smallest unit', () => {
    expect(problem('400', {}, { available: '133.333333' })).toEqual({ type: 'not_enough' });
  });

  test('is limited by the maximum of a user who has not logged in', () => {
    const own = { own_remaining: null };
    expect(problem('1000.01', own, { available: null })).toEqual({ type: 'above_max', limit: '1000' });
  });
});

describe('an estimate', () => {
  test('of an offer that is not fully asked for takes all and leaves the rest of the balance', () => {
    expect(estimateOf('30', projectWith({ total_sell: '9970' }), payWith())).toEqual({
      ...{ tokens: '30', cost: '10', estimated: '30', paid: '10', refund: '0', after: '90' },
    });
  });

  test('of an offer that is asked for twice is divided, rounded down at the token, paid up at the currency', () => {
    const found = estimateOf('30', projectWith({ total_sell: '19970' }), payWith());
    expect(found).toEqual({
      ...{ tokens: '30', cost: '10', estimated: '15', paid: '5', refund: '5', after: '90' },
    });
    expect(estimateOf('10', projectWith({ total_sell: '29990' }), payWith({ available: null }))).toEqual({
      ...{ tokens: '10', cost: '3.333334', estimated: '3.33', paid: '1.11', refund: '2.223334', after: null },
    });
  });

  test('says nothing of a balance that is too low, and zero for one that is used up', () => {
    const after = (available: string) => estimateOf('30', projectWith(), payWith({ available }))?.after;
    expect([after('10'), after('9.999999')]).toEqual(['0', null]);
  });

  test('needs a number of tokens', () => {
    for (const text of ['', '0', '1.001', 'x'])
      expect(estimateOf(text, projectWith(), payWith()), text).toBeUndefined();
  });
});

describe('the largest number of tokens', () => {
  test('is what is left of the maximum, or what the balance pays for', () => {
    expect(largestTokens(projectWith(), payWith({ available: null }))).toBe('400');
    expect(largestTokens(projectWith({ own_remaining: null }), payWith({ available: null }))).toBe('1000');
    expect(largestTokens(projectWith(), payWith({ available: '133.34' }))).toBe('400');
    expect(largestTokens(projectWith(), payWith({ available: '10' }))).toBe('30');
    expect(largestTokens(projectWith(), payWith({ available: '9.999999' }))).toBe('29.99');
    expect(largestTokens(projectWith(), payWith({ available: '0' }))).toBe('0');
  });

  test('is paid for by the balance, and one more unit is not', () => {
    const micro = fc.bigInt({ min: 0n, max: 10n ** 9n });
    fc.assert(
      fc.property(micro, fc.bigInt({ min: 1n, max: 10n ** 11n }), (balance, unit) => {
        const pay = { price: price(unit), available: amount(balance * 10_000n) };
        const texts = { price: `${unit}`, available: `${balance}` };
        const asText = (value: string, decimals: number) =>
          `${value.padStart(decimals + 1, '0').slice(0, -decimals)}.${value.padStart(decimals + 1, '0').slice(-decimals)}`;
        const most = amount(
          largestTokens(
            projectWith({ own_remaining: '1000000000000' }),
            payWith({ price: asText(texts.price, 10), available: asText(texts.available, 6) }),
          ),
        );
        expect(subscriptionCost(most, pay.price, 6) <= pay.available).toBe(true);
        const more = amount(most + amount('0.01'));
        expect(more > amount('1000000000000') || more * pay.price > pay.available * 10n ** 10n).toBe(true);
      }),
    );
  });
});

test('a started minute counts, a day begins after 24 hours, and nothing is left of the past', () => {
  const left = (ms: number) => timeLeft(1_000 + ms, 1_000);
  expect([left(0), left(-5)]).toEqual(Array.from({ length: 2 }, () => ({ days: 0, hours: 0, minutes: 0 })));
  expect([left(1), left(MINUTE_MS), left(MINUTE_MS + 1)].map(({ minutes }) => minutes)).toEqual([1, 1, 2]);
  expect(left(HOUR_MS)).toEqual({ days: 0, hours: 1, minutes: 0 });
  expect(left(24 * HOUR_MS - 1)).toEqual({ days: 1, hours: 0, minutes: 0 });
  expect(left(49 * HOUR_MS + 5 * MINUTE_MS)).toEqual({ days: 2, hours: 1, minutes: 5 });
});
