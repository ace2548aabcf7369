import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import { problemOf } from './amount.ts';
import type { Market } from './schedule.ts';

const MARKET = { decimals: 2, min: '10', max: '500' } as Market;

test('names the first problem of the amount of a purchase', () => {
  const problem = (text: string) => problemOf(amount(text), MARKET);
  expect(problemOf(undefined, MARKET)).toEqual({ type: 'enter_amount' });
  expect(problem('0')).toEqual({ type: 'enter_amount' });
  expect(problem('9.999')).toEqual({ type: 'too_precise', decimals: 2 });
  expect(problem('9.99')).toEqual({ type: 'below_min', limit: MARKET.min });
  expect([problem('10'), problem('10.01'), problem('500')]).toEqual([null, null, null]);
  expect(problem('500.01')).toEqual({ type: 'above_max', limit: MARKET.max });
});
