import { amount, format } from '@karat/money';
import { expect, test } from 'vitest';
import { lotsForPercent, percentOfLots } from './lots.ts';

test('a part of a position is whole lots, at least one, and at most all of it', () => {
  const parts = (lots: string): string[] =>
    [25, 50, 75, 100].map((percent) => format(lotsForPercent(amount(lots), percent)));
  expect(parts('10')).toEqual(['2', '5', '7', '10']);
  expect(parts('3')).toEqual(['1', '1', '2', '3']);
  expect(parts('1')).toEqual(['1', '1', '1', '1']);
  expect(parts('0.5')).toEqual(['0.5', '0.5', '0.5', '0.5']);
});

test('the slider stands at the whole percentage below, and all of a broken lot closes', () => {
  const at = (lots: string, whole: string) => percentOfLots(amount(lots), amount(whole));
  expect([at('1', '3'), at('3', '3'), at('0', '3'), at('1', '0')]).toEqual([33, 100, 0, 0]);
  expect(format(lotsForPercent(amount('2.5'), 100))).toBe('2.5');
});
