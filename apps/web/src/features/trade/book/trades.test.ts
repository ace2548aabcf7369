import type { PublicTrade } from '@karat/contract';
import { expect, test } from 'vitest';
import { TRADES_SHOWN, mergedTrades, withTrades } from './trades.ts';

const trade = (id: number): PublicTrade => ({
  id,
  price: '1',
  quantity: '1',
  side: 'buy',
  house: false,
  time: id,
});
const ids = (trades: readonly PublicTrade[]): number[] => trades.map(({ id }) => id);

test('a frame has the oldest trade first, the list the newest', () => {
  expect(ids(withTrades([trade(3)], [trade(4), trade(5)], false))).toEqual([5, 4, 3]);
});

test('the first frame after a gap leaves earlier trades to the fetched list', () => {
  expect(ids(withTrades([trade(3)], [trade(9)], true))).toEqual([9]);
});

test('fetched and live trades merge without duplicates, and the list is limited', () => {
  expect(ids(mergedTrades([trade(5), trade(4)], [trade(4), trade(3)]))).toEqual([5, 4, 3]);
  const many = Array.from({ length: 100 }, (_, at) => trade(at));
  expect(mergedTrades(many, many)).toHaveLength(TRADES_SHOWN);
});
