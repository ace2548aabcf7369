import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import { spendingProblem } from './amount-problem.ts';

const thousand = amount('1000');

test.each(['', '-1', '0', '0.00', '1,5', '1e5', '0x10', 'NaN', '1,000.5', 'abc', '1 000'])(
  '%j is not an amount',
  (text) => {
    expect(spendingProblem(text, 2, thousand)).toEqual({ type: 'enter_amount' });
  },
);

test('limits decimals and balance', () => {
  expect(spendingProblem('0.001', 2, thousand)).toEqual({ type: 'too_precise', decimals: 2 });
  expect(spendingProblem('1000.01', 2, thousand)).toEqual({ type: 'not_enough' });
  expect(spendingProblem('1000', 2, thousand)).toBeNull();
});

test('the whole balance, the smallest unit and all decimals of the currency are accepted', () => {
  expect(spendingProblem('1000.00', 2, thousand)).toBeNull();
  expect(spendingProblem('0.01', 2, thousand)).toBeNull();
  expect(spendingProblem('0.000000001', 8, thousand)).toEqual({ type: 'too_precise', decimals: 8 });
  expect(spendingProblem('1.5', 0, thousand)).toEqual({ type: 'too_precise', decimals: 0 });
  expect(spendingProblem('1000.0000000001', 10, thousand)).toEqual({ type: 'not_enough' });
  expect(spendingProblem('9'.repeat(18), 2, thousand)).toEqual({ type: 'not_enough' });
  expect(spendingProblem('9'.repeat(19), 2, thousand)).toEqual({ type: 'enter_amount' });
});
