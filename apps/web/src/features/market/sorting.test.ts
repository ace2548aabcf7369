import { expect, test } from 'vitest';
import type { Quotation } from '../../lib/markets.ts';
import { nextSorting, sorted } from './sorting.ts';

const market = (currency_name: string, now_price: string, change: string): Quotation =>
  ({ currency_name, now_price, change }) as Quotation;
const markets = [
  market('BTC', '30000', '+1.20'),
  market('ADA', '0.5', '-3.00'),
  market('ETH', '2000', '+0.10'),
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
