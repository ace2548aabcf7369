import { expect, test } from 'vitest';
import { capOf, isAtLeast, problemOf, received } from './amounts.ts';

const terms = { rate: '4', min_number: '20', change_balance: '100.5', decimals: 6, limit: { left: '90' } };

test('an amount is at least the minimum, at most the balance and as precise as the currency', () => {
  expect(problemOf('20', terms)).toBeNull();
  expect(problemOf('100.5', { ...terms, limit: { left: null } })).toBeNull();
  expect(problemOf('19.999999', terms)).toEqual({ type: 'below_min', limit: '20' });
  expect(problemOf('100.500001', terms)).toEqual({ type: 'not_enough' });
  expect(problemOf('50.1234567', terms)).toEqual({ type: 'too_precise', decimals: 6 });
  for (const text of ['', '0', '-5', '1e3', 'abc', '1,000'])
    expect(problemOf(text, terms), text).toEqual({ type: 'enter_amount' });
});

test('the amount received is the amount less the fee and never below zero', () => {
  expect(received('100', terms)).toBe('96');
  expect(received('4', terms)).toBe('0');
  expect(received('1', terms)).toBe('0');
  expect(received('', terms)).toBeUndefined();
  expect(received('100.500001', terms)).toBeUndefined();
});

test('an amount above the remaining cap is reported before it is sent', () => {
  expect(problemOf('90', terms)).toBeNull();
  expect(problemOf('90.000001', terms)).toEqual({ type: 'over_limit', left: '90' });
});

test('the limit is shown in the coin that is withdrawn, truncated, never rounded up', () => {
  const limit = { cap_btc: '500', left_btc: '499.9999999999', cap: '25000000', left: '24999999.999999' };
  expect(capOf({ name: 'USDT', limit })).toEqual({ left: '24999999.99', cap: '25000000', coin: 'USDT' });
  const bitcoin = { ...limit, cap: limit.cap_btc, left: limit.left_btc };
  expect(capOf({ name: 'BTC', limit: bitcoin })).toEqual({ left: '499.9999', cap: '500', coin: 'BTC' });
});

test('without a price the limit is shown in BTC', () => {
  const limit = { cap_btc: '500', left_btc: '0.00009', cap: null, left: null };
  expect(capOf({ name: 'USDT', limit })).toEqual({ left: '0', cap: '500', coin: 'BTC' });
});

test('all decimals of the currency are accepted, the smallest amount above the fee arrives', () => {
  expect(problemOf('50.123456', terms)).toBeNull();
  expect(problemOf('50.5', { ...terms, decimals: 0 })).toEqual({ type: 'too_precise', decimals: 0 });
  expect(received('4.000001', terms)).toBe('0.000001');
  expect(received('100', { ...terms, rate: '0' })).toBe('100');
  expect(['19.999999', '20', '20.000001', ''].map((text) => isAtLeast(text, '20'))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
