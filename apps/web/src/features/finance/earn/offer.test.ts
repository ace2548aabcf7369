import { amount, format } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import {
  CATEGORIES,
  annualRate,
  isCategory,
  largestOf,
  leftPercent,
  projectionOf,
  yieldCurve,
} from './offer.ts';
import type { Offer, Order } from './offer.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const offer: Offer = {
  id: 1,
  currency_id: 3,
  currency_name: 'USDT',
  category: 'lockup',
  day: 5,
  interest_rate: '0.35',
  penalty_ratio: '0.4',
  save_min: '100',
  save_max: '2000',
  total: '10000',
  remaining: '1500',
  state: 'open',
  vip_only: false,
  opens_ms: NOW,
  closes_ms: null,
  covered_days: 5,
  decimals: 6,
  own_remaining: '1800',
  auto: null,
};

test('1,000 for 5 days at 0.35 % bring 1,017.5; redeemed at once 980 come back', () => {
  const projection = projectionOf(offer, amount('1000'), NOW);
  expect(format(projection.daily)).toBe('3.5');
  expect(format(projection.total)).toBe('1017.5');
  expect(format(projection.worstArrives)).toBe('980');
  expect([projection.firstMs, projection.endMs]).toEqual([NOW + DAY_MS, NOW + 5 * DAY_MS]);
});

test('a flexible offer has no end and no penalty; its yield is that of a day', () => {
  const flexible = { ...offer, day: 0, category: 'flexible' as const, penalty_ratio: '0' };
  const projection = projectionOf(flexible, amount('1000'), NOW);
  expect(projection).toMatchObject({ endMs: undefined, worstPenalty: 0n });
  expect(format(projection.interest)).toBe('3.5');
});

test('the annual rate is simple, and the largest amount is the tightest of the limits', () => {
  expect(annualRate('0.018')).toBe('6.57');
  expect(format(largestOf(offer, amount('5000')))).toBe('1500');
  expect(format(largestOf(offer, amount('50')))).toBe('50');
  expect(format(largestOf({ ...offer, own_remaining: '10' }, amount('5000')))).toBe('10');
  expect(leftPercent(offer)).toBe(15);
});

test('the curve of an order has what was paid by day, then what its days to come bring', () => {
  const order = { day: 5, days_paid: 3, daily: '2', interest: '6' } as Order;
  expect(yieldCurve(order)).toEqual(['0', '2', '4', '6', '8', '10']);
  expect(yieldCurve({ ...order, days_paid: 0, interest: '0' })).toEqual(['0', '2', '4', '6', '8', '10']);
  expect(yieldCurve({ ...order, days_paid: 5, interest: '10' })).toEqual(['0', '2', '4', '6', '8', '10']);
  // A flexible order has no days to come.
  expect(yieldCurve({ ...order, day: 0, days_paid: 2, interest: '5' })).toEqual(['0', '2.5', '5']);
});

test('categories are those of the list', () => {
  expect(CATEGORIES.every(isCategory)).toBe(true);
  expect([isCategory('mine'), isCategory(undefined)]).toEqual([false, false]);
});
