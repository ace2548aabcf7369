import { expect, test } from 'vitest';
import { age, compact, grouped, moment, overview, percentOfRate, rateOfPercent, words } from './format.ts';

test('thousands are grouped and no digit is lost', () => {
  expect(grouped('1234567.0000000001')).toBe('1,234,567.0000000001');
  expect(grouped('-999')).toBe('-999');
  expect(grouped('-1000')).toBe('-1,000');
  expect(grouped('0.123456789')).toBe('0.123456789');
  expect(grouped('+12500')).toBe('+12,500');
  expect(grouped('unreachable')).toBe('unreachable');
});

test('a sum of an overview has few decimals, cut and not rounded', () => {
  expect(overview('1234567.8999999999')).toBe('1,234,567');
  expect(overview('999.9999')).toBe('999.99');
  expect(overview('1234567')).toBe('1,234,567');
  expect(overview('0.5')).toBe('0.5');
});

test('numbers of an axis are short', () => {
  expect([0, 950, 1_500, 2_000_000].map(compact)).toEqual(['0', '950', '1.5K', '2M']);
});

test('a time is shown in UTC with fixed positions', () => {
  expect(moment(Date.UTC(2026, 0, 2, 3, 4, 5))).toBe('2026-01-02 03:04:05');
  expect(moment(null)).toBe('–');
});

test('a waiting time is in its largest whole unit', () => {
  expect(age(0, 59_999)).toBe('59 s');
  expect(age(0, 60_000)).toBe('1 min');
  expect(age(0, 7_199_000)).toBe('1 h');
  expect(age(0, 200_000_000)).toBe('2 d');
  expect(age(5_000, 0)).toBe('0 s');
});

test('wire names are shown as words', () => {
  expect(words('set_aside')).toBe('set aside');
});

test.each([
  ['0.001', '0.1'],
  ['0', '0'],
  ['1', '100'],
  ['0.0000000001', '0.00000001'],
  ['-0.025', '-2.5'],
  ['12.5', '1250'],
])('the rate %s is %s percent, and back', (rate, percent) => {
  expect(percentOfRate(rate)).toBe(percent);
  expect(rateOfPercent(percent)).toBe(rate);
});

test('a text that is no plain decimal is not converted: the server refuses it', () => {
  for (const text of ['', '1,5', '1e3', 'abc', '.5']) expect(rateOfPercent(text)).toBe(text);
});
