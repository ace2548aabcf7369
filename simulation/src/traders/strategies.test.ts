import { price } from '@karat/money';
import { expect, test } from 'vitest';
import { STRATEGIES, decideTrade } from './strategies.ts';
import type { HeldTrade, Strategy } from './strategies.ts';

const NOW = 1_800_000_000_000;
const strategy = (direction: Strategy['direction']): Strategy => {
  const [first] = STRATEGIES;
  return { ...(first ?? expect.fail('no strategy')), direction };
};
const decide = (direction: Strategy['direction'], at: string, past: string | undefined, held?: HeldTrade) =>
  decideTrade(
    strategy(direction),
    { price: price(at), past: past === undefined ? undefined : price(past), now: NOW },
    held,
  );

test('a position opens with the move or against it, once the move reaches the threshold', () => {
  expect(decide('with', '10004.99', '10000')).toBe(undefined);
  expect(decide('with', '10005', '10000')).toBe('long');
  expect(decide('with', '9995', '10000')).toBe('short');
  expect(decide('against', '10005', '10000')).toBe('short');
  expect(decide('against', '9995', '10000')).toBe('long');
  expect(decide('with', '10005', undefined)).toBe(undefined);
});

test('an open position closes after its time, or at its exit in either direction', () => {
  const held = (age: number): HeldTrade => ({ price: price('10000'), openedAt: NOW - age });
  const { holdMs } = strategy('with');
  expect(decide('with', '10059', '1', held(holdMs - 1))).toBe(undefined);
  expect(decide('with', '10000', '1', held(holdMs))).toBe('close');
  expect(decide('with', '10060', '1', held(0))).toBe('close');
  expect(decide('with', '9940', '1', held(0))).toBe('close');
});

test('the demonstration has three traders with names of their own', () => {
  expect(new Set(STRATEGIES.map(({ name }) => name)).size).toBe(3);
});
