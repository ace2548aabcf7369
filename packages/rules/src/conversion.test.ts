import { amount, format, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import { convert, hasMoved, maxConversion } from './conversion.ts';
import { fiatPurchasePrice, fiatPurchaseReceived } from './fiat.ts';

test('a conversion rounds the fee up and the received amount down, each at its own decimals', () => {
  const { fee, paid, received } = convert(
    amount('1.01'),
    { from: price('3'), to: price('7') },
    rate('0.001'),
    { from: 2, to: 8 },
  );
  expect([fee, paid, received].map((value) => format(value))).toEqual(['0.01', '1.02', '0.43285714']);
});

test('the largest conversion spends the balance with its fee, and nothing above it', () => {
  const largest = (available: string, fee: string, decimals: number) =>
    format(maxConversion(amount(available), rate(fee), decimals));
  expect(largest('101', '0.01', 2)).toBe('100');
  expect(largest('100', '0.01', 2)).toBe('99');
  expect(largest('1.02', '0.01', 2)).toBe('1');
  expect(largest('1', '0', 2)).toBe('1');
  // 1 and its fee of 0.015, rounded up, would cost 1.02.
  expect(largest('1.015', '0.015', 2)).toBe('0.99');
  expect(largest('0.01', '0.5', 2)).toBe('0');
  expect(largest('0', '0.01', 2)).toBe('0');
});

test('a locked ratio may move by the spread in either direction, and by nothing more', () => {
  const locked = { from: price('100'), to: price('2') };
  const moved = (from: string, to: string) =>
    hasMoved(locked, { from: price(from), to: price(to) }, rate('0.01'));
  expect(moved('100', '2')).toBe(false);
  expect(moved('101', '2')).toBe(false);
  expect(moved('101.0000000001', '2')).toBe(true);
  expect(moved('100', '2.02')).toBe(false);
  expect(moved('100', '2.0200000001')).toBe(true);
  // Both prices moved together: the ratio did not.
  expect(moved('200', '4')).toBe(false);
});

test('a US dollar buys one USDT; another currency pays its rate and the spread, rounded up', () => {
  expect(format(fiatPurchasePrice('USD', rate('7'), rate('0.01')))).toBe('1');
  expect(format(fiatPurchasePrice('EUR', rate('0.9'), rate('0.01')))).toBe('0.909');
  expect(format(fiatPurchasePrice('EUR', rate('0.3333333333'), rate('0.0000000001')))).toBe('0.3333333334');
  expect(format(fiatPurchaseReceived(amount('100'), price('3')))).toBe('33.333333');
});
