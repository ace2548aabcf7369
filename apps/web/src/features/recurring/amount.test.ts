import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import { problemOf } from './amount.ts';
import type { Market } from './schedule.ts';

const MARKET = { decimals: 2, min: '10', max: '500' } as Market;

test('names the first problem of the amount of a purchase', () => {
  const problem = (text: string) => problemOf(amount(text), MARKET);
  expect(problemOf(undefined, MARKET)).toBe('enter_amount');
  expect(problem('0')).toBe('enter_amount');
  expect(problem('9.999')).toBe('too_precise');
  expect(problem('9.99')).toBe('below_min');
  expect([problem('10'), problem('10.01'), problem('500')]).toEqual([null, null, null]);
  expect(problem('500.01')).toBe('above_max');
});
