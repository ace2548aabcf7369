import { amount, format } from '@karat/money';
import { expect, test } from 'vitest';
import { lotsForPercent } from './lots.ts';

test('a part of a position is whole lots, at least one, and at most all of it', () => {
  const parts = (lots: string): string[] =>
    [25, 50, 75, 100].map((percent) => format(lotsForPercent(amount(lots), percent)));
  expect(parts('10')).toEqual(['2', '5', '7', '10']);
  expect(parts('3')).toEqual(['1', '1', '2', '3']);
  expect(parts('1')).toEqual(['1', '1', '1', '1']);
  expect(parts('0.5')).toEqual(['0.5', '0.5', '0.5', '0.5']);
});
