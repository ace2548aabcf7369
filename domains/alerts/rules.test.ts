import { amount, price } from '@karat/money';
import { expect, test } from 'vitest';
import { boundsOf, changeOf, isCrossing, percentLimits, sideOf, thresholdOf } from './rules.ts';

test('a percentage has bounds, and a price none', () => {
  expect(percentLimits('price')).toBeUndefined();
  expect(percentLimits('rise_24h')).toEqual({ min: amount('0.1'), max: amount('1000') });
  expect(percentLimits('fall_24h')).toEqual({ min: amount('0.1'), max: amount('99.9') });
});

test('a change is signed percent of the first price', () => {
  expect(changeOf(price('200'), price('210'))).toBe(amount('5'));
  expect(changeOf(price('200'), price('190'))).toBe(-amount('5'));
});

test('only a fall is compared with the negative of its target', () => {
  expect([thresholdOf('price', 5n), thresholdOf('rise_24h', 5n), thresholdOf('fall_24h', 5n)]).toEqual([
    5n,
    5n,
    -5n,
  ]);
});

test('a value on its threshold has reached a change, and is on no side of a price', () => {
  for (const kind of ['price', 'rise_24h', 'fall_24h'] as const)
    expect([sideOf(kind, 10n, 11n), sideOf(kind, 10n, 9n)]).toEqual(['above', 'below']);
  expect([sideOf('price', 10n, 10n), sideOf('rise_24h', 10n, 10n), sideOf('fall_24h', 10n, 10n)]).toEqual([
    'none',
    'above',
    'below',
  ]);
});

test('a price crosses in both directions, a change in its own, and nothing from no side', () => {
  const crossings = (kind: 'price' | 'rise_24h' | 'fall_24h') =>
    [
      isCrossing(kind, 'below', 'above'),
      isCrossing(kind, 'above', 'below'),
      isCrossing(kind, 'below', 'none'),
      isCrossing(kind, 'none', 'above'),
      isCrossing(kind, 'above', 'above'),
    ].map(Number);
  expect(crossings('price')).toEqual([1, 1, 1, 0, 0]);
  expect(crossings('rise_24h')).toEqual([1, 0, 0, 0, 0]);
  expect(crossings('fall_24h')).toEqual([0, 1, 0, 0, 0]);
});

test.each(['price', 'rise_24h', 'fall_24h'] as const)(
  'the bounds of %s are the first values on another side',
  (kind) => {
    for (const side of ['below', 'above', 'none'] as const) {
      const { rise, fall } = boundsOf(kind, 10n, side);
      const values = Array.from({ length: 7 }, (_, index) => BigInt(index) + 7n);
      // Only prices can be on no side.
      if (kind !== 'price' && side === 'none') continue;
      for (const value of values) {
        const leaves = (rise !== undefined && value >= rise) || (fall !== undefined && value <= fall);
        expect(leaves).toBe(sideOf(kind, 10n, value) !== side);
      }
    }
  },
);
