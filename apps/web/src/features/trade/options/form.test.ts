import { expect, test } from 'vitest';
import { countdown, payoutEstimateOf, problemOf, stakeRange } from './form.ts';
import type { Duration, Payable } from './form.ts';

const duration: Duration = {
  id: 1,
  seconds: 180,
  status: 1,
  profit_ratio: '85',
  min_amount: '1',
  max_amount: '5000',
  break_even: '54.06',
};
const payable: Payable = {
  id: 3,
  name: 'USDT',
  micro_min: '5',
  micro_max: '10000',
  micro_trade_fee: '0',
  decimals: 6,
  user_wallet: { micro_balance: '150', lock_micro_balance: '0' },
};

test('a win pays stake and profit, rounded down, and the balance after is the remainder', () => {
  expect(payoutEstimateOf('100', duration, payable)).toEqual({ pays: '185', left: '50' });
  expect(payoutEstimateOf('0.000001', duration, payable)?.pays).toBe('0.000001');
  expect(payoutEstimateOf('', duration, payable)).toBeUndefined();
});

test('the narrower limit of duration and currency applies', () => {
  expect(stakeRange(duration, payable)).toEqual({ min: '5', max: '5000' });
  expect(problemOf('4.99', duration, payable)).toBe('between');
  expect(problemOf('5', duration, payable)).toBeUndefined();
  expect(problemOf('151', duration, payable)).toBe('short');
  expect(problemOf('5001', duration, payable)).toBe('between');
  expect(problemOf('x', duration, payable)).toBe('enter_amount');
});

test('the countdown ends at zero and not before', () => {
  expect(countdown(30_000)).toBe('0:30');
  expect(countdown(29_001)).toBe('0:30');
  expect(countdown(245_000)).toBe('4:05');
  expect(countdown(1)).toBe('0:01');
  expect(countdown(-5)).toBe('0:00');
});
