import { UNIT, amount, format } from '@karat/money';
import { expect, test } from 'vitest';
import {
  accountBefore,
  isolatedMarginRatio,
  marginAccountOf,
  positionValueOf,
  resultOf,
} from './use-positions.ts';
import type { Deal, Position } from './use-positions.ts';

const position = (more: Partial<Position>): Position =>
  ({
    status: 1,
    type: 1,
    match_id: 1,
    margin_mode: 'cross',
    number: '0.3333333333',
    price: '30000',
    spread: '10',
    caution_money: '1000',
    profits: '-3.5',
    fee_rate: '0.0005',
    update_price: '29990',
    ...more,
  }) as Position;
const deal = (...all_levers: Position[]): Deal => ({ user_lever: '500', all_levers }) as unknown as Deal;
const indexes = new Map([[1, '30001']]);

test('an order is estimated with the exact equity of the cross positions, not with rounded profits', () => {
  const before = accountBefore(deal(position({}), position({ type: 2 })), indexes, 1);
  // Long: (29991 - 30000) x 0.3333333333; short: (30000 - 30011) x 0.3333333333.
  expect(before.crossEquity).toBe(amount('2000') * UNIT - amount('20') * amount('0.3333333333'));
  expect(format(before.crossMargins)).toBe('2000');
  expect(before.crossPositions.map(({ side }) => side)).toEqual(['long', 'short']);
});

test('pending orders, isolated positions and other markets are no part of what moves with the market', () => {
  const account = deal(
    position({ status: 0 }),
    position({ margin_mode: 'isolated' }),
    position({ match_id: 2, profits: '7' }),
    position({ status: 2 }),
  );
  const before = accountBefore(account, indexes, 1);
  expect(before.crossPositions).toHaveLength(1);
  expect(format(before.crossMargins)).toBe('2000');
  // The index of the other market is unknown: the last profit of the server counts.
  expect(before.crossEquity).toBe(amount('2007') * UNIT - amount('9') * amount('0.3333333333'));
});

test('nobody has an empty account', () => {
  expect(accountBefore(undefined, indexes, 1)).toEqual({
    available: 0n,
    crossEquity: 0n,
    crossMargins: 0n,
    crossPositions: [],
  });
});

test('values and rates of positions at an index', () => {
  expect(positionValueOf(position({}), '30001')).toEqual({ mark: '29991', profit: '-3' });
  expect(positionValueOf(position({}), undefined)).toEqual({ mark: '29990', profit: '-3.5' });
  expect(isolatedMarginRatio(position({ margin_mode: 'isolated' }), '30001')).toBe('50.16');
  expect(isolatedMarginRatio(position({ caution_money: '0' }), '30001')).toBeNull();
  expect(marginAccountOf(deal(position({})), indexes)).toEqual({
    available: '500',
    margins: '1000',
    orders: '0',
    profit: '-3',
    equity: '1497',
    ratio: '33.41',
  });
});

test('the equity counts what an open order holds: margin and fee at its price', () => {
  const order = {
    status: 0,
    number: '0.003',
    multiple: 20,
    target_price: '89210',
    caution_money: '0',
  } as const;
  // 267.63 / 20 and 0.05 % of it, as the server holds.
  expect(marginAccountOf(deal(position({}), position(order)), indexes)).toMatchObject({
    orders: '13.515315',
    margins: '1000',
    equity: '1510.515315',
  });
});

test('the result of a position contains what is realised, all fees and the fee of closing', () => {
  const open = position({
    fact_profits: '10',
    trade_fee: '1.5',
    overnight_money: '0.25',
    fee_rate: '0.0001',
  });
  const result = resultOf(open, '30001');
  // Closes at 29,991 for 0.01 of the rate: 0.3333333333 x 29,991 x 0.0001, rounded up.
  const { unrealised, realised, fees, overnight, closingFee, net } = result;
  expect([unrealised, realised, fees, overnight, closingFee, net].map(format)).toEqual([
    '-3',
    '10',
    '-1.5',
    '-0.25',
    '-0.9997',
    '4.2503',
  ]);
});
