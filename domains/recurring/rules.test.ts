import { codes } from '@karat/contract';
import type { Order } from '@karat/domains/spot';
import { ZERO, amount } from '@karat/money';
import { expect, test } from 'vitest';
import { deadlineOf, meaningOf, orderKey, resultOf, retryAt, unboughtOn } from './rules.ts';

const next = { date: '2026-11-30', dueMs: 1_000, buyMs: 2_000 };

test('each date of each plan has a key of its own', () => {
  const keys = [
    orderKey({ id: 7, next }),
    orderKey({ id: 8, next }),
    orderKey({ id: 7, next: { ...next, date: '2026-12-01' } }),
  ];
  expect(new Set(keys).size).toBe(3);
  expect(orderKey({ id: 7, next: { ...next, buyMs: 9_000 } })).toBe(keys[0]);
});

test('a purchase without trading is tried again after a minute, and at its deadline for the last time', () => {
  expect(deadlineOf(next, 600_000)).toBe(602_000);
  expect(retryAt(next, 2_000, 600_000)).toBe(62_000);
  expect(retryAt(next, 541_999, 600_000)).toBe(601_999);
  expect(retryAt(next, 542_001, 600_000)).toBe(602_000);
});

test('a date waits while there is no trading or no answer; without funds and for all else it is given up', () => {
  const waiting = codes.filter((code) => meaningOf(code) === 'wait');
  expect(waiting.toSorted()).toEqual([
    'busy',
    'index_stale',
    'market_cancel_only',
    'market_closed',
    'market_halted',
    'outcome_unknown',
  ]);
  expect(meaningOf('insufficient_balance')).toBe('no_funds');
  expect([meaningOf('notional_too_small'), meaningOf('currency_disabled')]).toEqual(['refused', 'refused']);
});

test('a date without an order has bought and spent nothing', () => {
  expect(unboughtOn(next, 'no_funds', 3_000)).toEqual({
    date: '2026-11-30',
    dueMs: 1_000,
    outcome: 'no_funds',
    orderId: undefined,
    spent: ZERO,
    bought: ZERO,
    fee: ZERO,
    executedMs: 3_000,
  });
});

test('a date has bought what its order filled; an order without a fill found no liquidity', () => {
  const order = {
    id: 12,
    filled: amount('0.5'),
    filledQuote: amount('100'),
    fee: amount('0.0005'),
    createdAt: 2_500,
  } as Order;
  const bought = {
    date: '2026-11-30',
    dueMs: 1_000,
    outcome: 'bought',
    orderId: 12,
    spent: amount('100'),
    bought: amount('0.5'),
    fee: amount('0.0005'),
    executedMs: 2_500,
  };
  expect(resultOf(next, order)).toEqual(bought);
  const unfilled = { filled: ZERO, filledQuote: ZERO, fee: ZERO };
  expect(resultOf(next, { ...order, ...unfilled })).toMatchObject({
    ...{ outcome: 'no_liquidity', orderId: 12 },
    ...{ bought: ZERO, spent: ZERO },
  });
});
