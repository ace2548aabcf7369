import { price } from '@karat/money';
import { expect, test } from 'vitest';
import { areStopsValid, isLimitReached, isStopReached, reachedStop } from './triggers.ts';

const at = price('100');
const [below, above] = [price('99.99'), price('100.01')];
const unset = { takeProfit: undefined, stopLoss: undefined };

test('a long takes profit above and stops its loss below; a short the other way round; equal prices are refused', () => {
  for (const [side, gain, loss] of [
    ['long', above, below],
    ['short', below, above],
  ] as const) {
    expect(areStopsValid(side, at, unset)).toBe(true);
    expect(areStopsValid(side, at, { takeProfit: gain, stopLoss: loss })).toBe(true);
    expect(areStopsValid(side, at, { ...unset, takeProfit: gain })).toBe(true);
    expect(areStopsValid(side, at, { ...unset, stopLoss: loss })).toBe(true);
    expect(areStopsValid(side, at, { takeProfit: loss, stopLoss: loss })).toBe(false);
    expect(areStopsValid(side, at, { takeProfit: gain, stopLoss: gain })).toBe(false);
    expect(areStopsValid(side, at, { ...unset, takeProfit: at })).toBe(false);
    expect(areStopsValid(side, at, { ...unset, stopLoss: at })).toBe(false);
  }
});

test.each([
  ['long', 'take_profit', false, true],
  ['long', 'stop_loss', true, false],
  ['short', 'take_profit', true, false],
  ['short', 'stop_loss', false, true],
] as const)('the %s of a %s is reached at its level and on one side of it', (side, reason, low, high) => {
  expect(isStopReached(side, reason, at, below)).toBe(low);
  expect(isStopReached(side, reason, at, at)).toBe(true);
  expect(isStopReached(side, reason, at, above)).toBe(high);
});

test('the reached stop is named, take-profit first, none where none is set', () => {
  expect(reachedStop('long', at, unset)).toBeUndefined();
  expect(reachedStop('long', at, { takeProfit: above, stopLoss: below })).toBeUndefined();
  expect(reachedStop('long', above, { takeProfit: above, stopLoss: below })).toBe('take_profit');
  expect(reachedStop('long', below, { takeProfit: above, stopLoss: below })).toBe('stop_loss');
  expect(reachedStop('short', below, { takeProfit: below, stopLoss: above })).toBe('take_profit');
  expect(reachedStop('short', above, { takeProfit: below, stopLoss: above })).toBe('stop_loss');
  expect(reachedStop('long', at, { takeProfit: at, stopLoss: at })).toBe('take_profit');
  expect(reachedStop('long', below, { ...unset, takeProfit: above })).toBeUndefined();
  expect(reachedStop('long', above, { ...unset, stopLoss: below })).toBeUndefined();
});

test('a limit order fills where the opening price with its spread reaches the target exactly', () => {
  const spread = price('0.5');
  expect(isLimitReached('long', price('99.5'), spread, at)).toBe(true);
  expect(isLimitReached('long', price('99.51'), spread, at)).toBe(false);
  expect(isLimitReached('long', price('99.49'), spread, at)).toBe(true);
  expect(isLimitReached('short', price('100.5'), spread, at)).toBe(true);
  expect(isLimitReached('short', price('100.49'), spread, at)).toBe(false);
  expect(isLimitReached('short', price('100.51'), spread, at)).toBe(true);
});
