import { amount, format, rate } from '@karat/money';
import { expect, test } from 'vitest';
import { copyLots, profitShare, roundMultiple } from './copying.ts';

test.each([
  ['0.333', '0.333'],
  ['1', '1'],
  ['1.0000000001', '1'],
  ['1.234', '1.23'],
  ['1.235', '1.24'],
  ['2', '2'],
  ['2.005', '2.01'],
])('a multiple of %s counts as %s', (given, expected) =>
  expect(format(roundMultiple(amount(given)))).toBe(expected),
);

test('a copy is the multiple of the lots or a fixed number, rounded down to the step', () => {
  const lots = (mode: 'multiple' | 'lots', number: string) =>
    format(copyLots({ mode, number: amount(number) }, amount('7'), amount('0.5')));
  expect(lots('multiple', '0.5')).toBe('3.5');
  expect(lots('multiple', '0.2')).toBe('1');
  expect(lots('multiple', '1.234')).toBe('8.5');
  expect(lots('lots', '2.9')).toBe('2.5');
});

const share = (profit: string, mark: string, available: string, ratio = '0.1') => {
  const { amount: paid, highWater } = profitShare(
    amount(profit),
    amount(mark),
    rate(ratio),
    amount(available),
    2,
  );
  return [format(paid), format(highWater)];
};

test('the profit above the high-water mark is shared once, in full where the balance is exactly enough', () => {
  expect(share('150', '100', '5')).toEqual(['5', '150']);
  expect(share('150', '100', '4.99')).toEqual(['4.99', '149.9']);
  expect(share('150', '100', '99')).toEqual(['5', '150']);
  expect(share('150.05', '100', '5')).toEqual(['5', '150.05']);
});

test('no profit above the mark shares nothing and never lowers the mark', () => {
  expect(share('100', '100', '9')).toEqual(['0', '100']);
  expect(share('80', '100', '9')).toEqual(['0', '100']);
  expect(share('150', '100', '9', '0')).toEqual(['0', '150']);
  expect(share('150', '100', '-3', '0')).toEqual(['0', '150']);
});

test('an empty or negative balance shares nothing now; the mark waits', () => {
  expect(share('150', '100', '0')).toEqual(['0', '100']);
  expect(share('150', '100', '-3')).toEqual(['0', '100']);
  expect(share('150', '100', '4.999')).toEqual(['4.99', '149.9']);
});
