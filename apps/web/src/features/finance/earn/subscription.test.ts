import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import type { Offer } from './offer.ts';
import { readAmount } from './subscription.ts';

const OFFER = {
  decimals: 2,
  save_min: '10',
  save_max: '500',
  own_remaining: '300',
  remaining: '400',
} as Offer;
const BALANCE = amount('1000');
const problem = (text: string, offer = OFFER, available: typeof BALANCE | undefined = BALANCE) =>
  readAmount(text, offer, available).problem;

test('an amount is read with its value, also one that is refused', () => {
  expect(readAmount('12.34', OFFER, BALANCE)).toEqual({ value: amount('12.34'), problem: null });
  expect(readAmount('9.99', OFFER, BALANCE)).toEqual({
    value: amount('9.99'),
    problem: { type: 'below_min', limit: '10' },
  });
});

test('no amount, zero and anything but plain decimal text ask for one', () => {
  for (const text of ['', '0', '0.00', 'x', '-5', '1e2'])
    expect(readAmount(text, OFFER, BALANCE)).toEqual({
      value: undefined,
      problem: { type: 'enter_amount' },
    });
});

test('the decimals of the currency are the most, counted as typed', () => {
  expect(readAmount('10.001', OFFER, BALANCE)).toEqual({
    value: undefined,
    problem: { type: 'too_precise', decimals: 2 },
  });
  expect(problem('10.000')).toMatchObject({ type: 'too_precise' });
  expect(problem('10.00')).toBeNull();
});

test('exactly the minimum, the balance and the largest amount are accepted', () => {
  expect(problem('10')).toBeNull();
  expect(problem('200', OFFER, amount('200'))).toBeNull();
  expect(problem('200.01', OFFER, amount('200'))).toEqual({ type: 'not_enough' });
  expect(problem('300')).toBeNull();
  expect(problem('300.01')).toEqual({ type: 'above_max', limit: '300' });
  expect(problem('300.01', { ...OFFER, own_remaining: null })).toBeNull();
  expect(problem('400.01', { ...OFFER, own_remaining: null })).toEqual({ type: 'above_max', limit: '400' });
  expect(problem('9', OFFER, amount('5'))).toEqual({ type: 'below_min', limit: '10' });
});

test('without a known balance only the offer limits', () => {
  expect(readAmount('300', OFFER, undefined).problem).toBeNull();
  expect(readAmount('301', OFFER, undefined).problem).toEqual({ type: 'above_max', limit: '300' });
});
