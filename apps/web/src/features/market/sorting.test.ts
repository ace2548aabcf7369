import { expect, test } from 'vitest';
import type { Quotation } from '../../lib/markets.ts';
import { filtered, nextSorting, sorted } from './sorting.ts';

const market = (currency_name: string, now_price: string, change: string, volume: string): Quotation =>
  ({ currency_name, now_price, change, volume, open_lever: currency_name === 'ADA' ? 0 : 1 }) as Quotation;
const markets = [
  market('BTC', '30000', '+1.20', '2'),
  market('ADA', '0.5', '-3.00', '500000'),
  market('ETH', '2000', '+0.10', '10'),
];
const names = (list: readonly Quotation[]): string[] => list.map((one) => one.currency_name);

test('a column sorts descending, ascending, then returns to the original order', () => {
  const first = nextSorting(null, 'price');
  expect(names(sorted(markets, first))).toEqual(['BTC', 'ETH', 'ADA']);
  const second = nextSorting(first, 'price');
  expect(names(sorted(markets, second))).toEqual(['ADA', 'ETH', 'BTC']);
  const third = nextSorting(second, 'price');
  expect(names(sorted(markets, third))).toEqual(['BTC', 'ADA', 'ETH']);
});

test('names sort from A, changes from the largest', () => {
  expect(names(sorted(markets, { by: 'name', down: true }))).toEqual(['ADA', 'BTC', 'ETH']);
  expect(names(sorted(markets, { by: 'change', down: true }))).toEqual(['BTC', 'ETH', 'ADA']);
});

test('turnover is compared in the quote currency, not in units of the coin', () => {
  expect(names(sorted(markets, { by: 'turnover', down: true }))).toEqual(['ADA', 'BTC', 'ETH']);
});

test('a filter has its own order and leaves out what does not belong to it', () => {
  expect(names(filtered(markets, 'gainers', 0))).toEqual(['BTC', 'ETH']);
  expect(names(filtered(markets, 'losers', 0))).toEqual(['ADA']);
  expect(names(filtered(markets, 'turnover', 0))).toEqual(['ADA', 'BTC', 'ETH']);
  expect(names(filtered(markets, 'futures', 0))).toEqual(['BTC', 'ETH']);
});

test('new markets are those of the last thirty days, newest first', () => {
  const day = 86_400_000;
  const listed = [null, day, 40 * day, 31 * day].map((listed_ms, at) => ({
    ...market(`M${at}`, '1', '0', '1'),
    listed_ms,
  }));
  expect(names(filtered(listed, 'listed', 60 * day))).toEqual(['M2', 'M3']);
  expect(names(filtered(listed, 'listed', 62 * day))).toEqual(['M2']);
});

test('an unchanged market neither gains nor loses, and those that lost most come first', () => {
  const changed = [...markets, market('SOL', '100', '0.00', '1'), market('XRP', '1', '-5.00', '1')];
  expect(names(filtered(changed, 'gainers', 0))).toEqual(['BTC', 'ETH']);
  expect(names(filtered(changed, 'losers', 0))).toEqual(['XRP', 'ADA']);
  expect(filtered(changed, 'all', 0)).toBe(changed);
});

test('a market is new for less than thirty days, and one without a listing never', () => {
  const day = 86_400_000;
  const listed = [1, 2, null, 3, -1].map((days, at) => ({
    ...market(`M${at}`, '1', '0', '1'),
    listed_ms: days === null ? null : days * day,
  }));
  expect(names(filtered(listed, 'listed', 20 * day))).toEqual(['M3', 'M1', 'M0', 'M4']);
  expect(names(filtered(listed, 'listed', 31 * day))).toEqual(['M3', 'M1']);
});
