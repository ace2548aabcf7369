import { amount, format, price } from '@karat/money';
import { expect, test } from 'vitest';
import { isolatedLiquidation, isolatedState, removableMargin } from './margin.ts';
import { isWarning } from './risk.ts';

/** 1 BTC at 30,000 with leverage 10: its initial margin is 3,000. */
const held = (side: 'long' | 'short' = 'long') => ({
  side,
  quantity: amount('1'),
  open: price('30000'),
  spread: price('0'),
  multiple: 10,
});
const removable = (margin: string, index: string, side?: 'long' | 'short'): string =>
  format(removableMargin(held(side), amount(margin), price(index)));

test('added margin moves the liquidation price away by half of it', () => {
  const at = (margin: string): string | undefined => {
    const level = isolatedLiquidation(held(), amount(margin), price('30000'), 2);
    return level === undefined ? undefined : format(level);
  };
  expect(['3000', '4000', '30000'].map(at)).toEqual(['28500', '28000', '15000']);
  // At zero or below no tick is left.
  expect(at('60000')).toBeUndefined();
});

test('the initial margin stays', () => {
  expect(['2999', '3000', '3000.000001', '5000'].map((margin) => removable(margin, '30000'))).toEqual([
    '0',
    '0',
    '0.000001',
    '2000',
  ]);
});

test('a gain is not removable, and a loss stays covered', () => {
  expect(removable('5000', '31000')).toBe('2000');
  expect(removable('5000', '29500')).toBe('1500');
  expect(removable('5000', '30500', 'short')).toBe('1500');
});

test('a large loss leaves a margin whose risk rate is above the warning', () => {
  // A loss of 1,000 alone would leave 4,000, whose rate is 75 %.
  expect(removable('9000', '29000')).toBe('3999.999999');
  const left = amount('5000.000001');
  expect(isWarning(isolatedState(held(), left, price('29000')))).toBe(false);
  expect(isWarning(isolatedState(held(), amount('5000'), price('29000')))).toBe(true);
});
