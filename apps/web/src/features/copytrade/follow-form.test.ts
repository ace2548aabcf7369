import { expect, test } from 'vitest';
import {
  followForm,
  isLimit,
  isReady,
  isWrong,
  sentForm,
  sentSimulation,
  shareMultiple,
} from './follow-form.ts';
import type { Known } from './follow-form.ts';

const CAPITAL = '2000';
const first = followForm(undefined, CAPITAL);
const lots = { ...first, sizing: 'lots' } as const;

test('a new copy is sized in proportion: the sum over the capital of the trader', () => {
  expect(shareMultiple(first, CAPITAL)).toBe('0.25');
  expect(sentForm(7, CAPITAL, first)).toMatchObject({ type: 1, number: '0.25', total_cap: '500' });
  expect(isReady({ ...first, total_cap: '' }, CAPITAL)).toBe(false);
});

test('a new copy of a trader without a history is sized by a multiple', () => {
  expect(followForm(undefined, '0')).toMatchObject({ sizing: 'multiple', number: '1' });
  expect(isReady(followForm(undefined, '0'), '0')).toBe(true);
});

test('a proportion that the server refuses is no size', () => {
  expect(['0', '100000', '4.99'].map((capital) => shareMultiple(first, capital))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(['50000', '5'].map((capital) => shareMultiple(first, capital))).toEqual(['0.01', '100']);
  expect(isReady(first, '0')).toBe(false);
  expect(isReady(lots, '0')).toBe(true);
});

test('amounts are sent as they are held, in plain decimal text', () => {
  const form = { ...first, sizing: 'multiple', number: '0.5', order_cap: '12.25' } as const;
  expect(isReady(form, CAPITAL)).toBe(true);
  expect(sentForm(7, CAPITAL, form)).toMatchObject({ number: '0.5', order_cap: '12.25', stop_loss: '' });
  expect(isWrong('0,5')).toBe(true);
});

test('size and slippage are required, limits are optional', () => {
  expect(isReady({ ...lots, number: ' ' }, CAPITAL)).toBe(false);
  expect(isReady({ ...lots, slippage: '' }, CAPITAL)).toBe(false);
  expect(['stop_loss', 'slippage'].map((entry) => isLimit(entry as 'stop_loss'))).toEqual([true, false]);
  for (const entry of ['number', 'slippage', 'order_cap', 'total_cap', 'stop_loss', 'take_profit'] as const)
    expect(isReady({ ...lots, [entry]: '0' }, CAPITAL), entry).toBe(false);
});

test('the form begins with what the user follows with now', () => {
  const known = {
    type: 2,
    number: '3',
    order_cap: '10',
    total_cap: null,
    slippage: '1',
    stop_loss: '30',
    take_profit: '40',
  } as unknown as Known;
  expect(sentForm(7, CAPITAL, followForm(known, CAPITAL))).toEqual({
    trader_user_id: 7,
    type: 2,
    number: '3',
    order_cap: '10',
    total_cap: '',
    slippage: '1',
    stop_loss: '30',
    take_profit: '40',
  });
});

test('a simulation needs the sum', () => {
  expect(sentSimulation(7, CAPITAL, { ...lots, total_cap: '' })).toBe(undefined);
  expect(sentSimulation(7, CAPITAL, lots)).toMatchObject({ sum: '500', type: 2, number: '1' });
});
