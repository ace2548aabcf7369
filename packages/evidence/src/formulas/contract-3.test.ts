import { expect, test } from 'vitest';
import type { Facts } from '../formula.ts';
import { contractCouponFormula } from './contract-3.ts';

const tick = (time: number, price: string) => ({
  market: 1,
  time,
  price,
  source: 'simulated' as const,
  quotes: '',
  previous: '',
  hash: String(time),
});
const order = (more: Facts = {}): Facts => ({
  market: '1',
  symbol: 'BTC/USDT',
  side: 'long',
  mode: 'isolated',
  action: 'close',
  multiple: '10',
  quantity: '1',
  spread: '0',
  fee_rate: '0.001',
  funds: '3000',
  tick_second: '10',
  open_price: '30000',
  reason: 'user',
  coupon_owed: '3030',
  ...more,
});
const result = (more: Facts, index: string): Facts =>
  contractCouponFormula.result(order(more), [tick(10, index)]);

test('the house pays margin and fee of an opening', () => {
  expect(result({ action: 'open', funds: '5000' }, '30000')).toMatchObject({
    margin: '3000',
    fee: '30',
    coupon_paid: '3030',
  });
});

test('a closing returns what the house has paid first', () => {
  expect(result({}, '31000')).toMatchObject({ coupon_returned: '3030', to_user: '939' });
  expect(result({}, '29000')).toMatchObject({ coupon_returned: '1971', to_user: '0' });
  expect(result({}, '20000')).toMatchObject({ coupon_returned: '0', to_user: '0', beyond_funds: '7000' });
});

test('the end of the holding time is not later than the tick', () => {
  const over = { reason: 'holding_time', coupon_ends_second: '10' };
  expect(result(over, '30000')).toMatchObject({ coupon_returned: '2970' });
  expect(() => result({ ...over, coupon_ends_second: '11' }, '30000')).toThrow('not over');
});
