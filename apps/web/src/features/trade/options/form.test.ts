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

test('the range is that of the currency where it is narrower, and equal limits are themselves', () => {
  const narrow = { ...payable, micro_min: '0.5', micro_max: '20' };
  expect(stakeRange(duration, narrow)).toEqual({ min: '1', max: '20' });
  expect(stakeRange({ ...duration, min_amount: '10' }, { ...payable, micro_min: '9' })).toMatchObject({
    min: '10',
  });
  expect([problemOf('20', duration, narrow), problemOf('20.000001', duration, narrow)]).toEqual([
    undefined,
    'between',
  ]);
});

test('the whole balance may be staked, and leaves nothing', () => {
  expect(problemOf('150', duration, payable)).toBeUndefined();
  expect(problemOf('150.000001', duration, payable)).toBe('short');
  expect(payoutEstimateOf('150', duration, payable)?.left).toBe('0');
  expect(payoutEstimateOf('151', duration, payable)).toEqual({ pays: '279.35', left: null });
  expect(
    payoutEstimateOf('1.11', { ...duration, profit_ratio: '60' }, { ...payable, decimals: 2 })?.pays,
  ).toBe('1.77');
});

test('a full minute is shown as such', () => {
  expect([60_000, 60_001, 59_001].map(countdown)).toEqual(['1:00', '1:01', '1:00']);
});
