import { format, price } from '@karat/money';
import { expect, test } from 'vitest';
import {
  chainHash,
  followsFrom,
  genesisOf,
  indexOf,
  median,
  quotesIn,
  textOfHead,
  textOfTick,
} from './chain.ts';
import type { TickFacts } from './chain.ts';

const prices = (...texts: string[]) => texts.map((text) => price(text));
const tick: TickFacts = {
  market: 7,
  time: 1_700_000_000,
  price: price('100.5'),
  source: 'live',
  quotes: 'a=100;b=101',
};

test('the hashed and signed texts are the documented ones', () => {
  expect(textOfTick(tick)).toBe('7|1700000000|100.5|live|a=100;b=101');
  expect(textOfHead(7, 1_700_000_000, 'ab')).toBe('karat-head-v1|7|1700000000|ab');
  expect(genesisOf(7, 'BTC/USDT')).not.toBe(genesisOf(8, 'BTC/USDT'));
  expect(chainHash('a', tick)).not.toBe(chainHash('b', tick));
  expect(chainHash('a', { ...tick, source: 'simulated' })).not.toBe(chainHash('a', tick));
});

test('quotes are read whole or not at all', () => {
  expect(quotesIn('a=1;b=2.5')).toEqual([
    ['a', price('1')],
    ['b', price('2.5')],
  ]);
  expect(quotesIn('a=b=1')).toBeUndefined();
  for (const text of ['', 'a', '=1', 'a=', 'a=1;', 'a=1;b', 'a=x'])
    expect(quotesIn(text), text).toBeUndefined();
});

test('the median of an even number is the mean of the two in the middle, rounded down', () => {
  expect(median([])).toBeUndefined();
  expect(median(prices('9'))).toBe(price('9'));
  expect(median(prices('9', '1', '5'))).toBe(price('5'));
  expect(median(prices('8', '1', '2', '9'))).toBe(price('5'));
  expect(median(prices('0.0000000001', '0.0000000002'))).toBe(price('0.0000000001'));
});

test('a source at the clamp counts as itself, beyond it as the clamp', () => {
  const index = (...texts: string[]) => {
    const value = indexOf(prices(...texts), 4);
    return value && format(value);
  };
  expect(index('100', '100', '100.5')).toBe('100.1667');
  expect(index('100', '100', '100.51')).toBe('100.1667');
  expect(index('100', '100', '100.49')).toBe('100.1633');
  expect(index('100', '100', '99.5')).toBe('99.8333');
  expect(index('100', '100', '90')).toBe('99.8333');
  expect(index('100', '100', '99.51')).toBe('99.8367');
});

test('a price follows from its quotes at the decimals of the market', () => {
  expect(followsFrom(tick, 1)).toBe(true);
  expect(followsFrom(tick, 0)).toBe(false);
  expect(followsFrom({ ...tick, price: price('100.4') }, 1)).toBe(false);
  expect(followsFrom({ ...tick, quotes: 'a' }, 1)).toBe(false);
});
