import { expect, test } from 'vitest';
import type { Deal } from './use-positions.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { EMPTY, fieldsOf, multiplesOf, normalise } from './ticket-form.ts';

const deal = (multiples: readonly number[], max: number): Deal =>
  ({ multiple: { muit: multiples.map((value) => ({ value })) }, multiple_max: max }) as unknown as Deal;

test('only leverages that the market and the verification level allow are offered', () => {
  expect(multiplesOf(deal([1, 5, 10, 50], 10), 10)).toEqual([1, 5, 10]);
  expect(multiplesOf(undefined, 10)).toEqual([10]);
});

test('a disallowed leverage falls back to the next lower one, which is shown and sent', () => {
  expect(normalise(EMPTY, deal([1, 5, 10, 50], 50))).toBe(EMPTY);
  expect(normalise(EMPTY, deal([1, 2, 5], 50)).multiple).toBe(5);
  expect(normalise(EMPTY, deal([1, 5, 10], 4)).multiple).toBe(1);
  expect(normalise(EMPTY, deal([20, 50], 50)).multiple).toBe(20);
  expect(normalise(EMPTY, deal([], 50))).toBe(EMPTY);
});

const pair = { currency_id: 1, legal_id: 3 } as Quotation;

test('a market order sends no target, a limit order its target, each only the stops that are set', () => {
  const form = { ...EMPTY, lots: '7', multiple: 20, target: '5', mode: 'isolated' as const };
  const common = { currency_id: 1, legal_id: 3, share: '7', multiple: 20, margin_mode: 'isolated' };
  expect(fieldsOf(form, pair, 'long')).toEqual({ ...common, type: 1, status: 1 });
  expect(fieldsOf({ ...form, kind: 'limit', takeProfit: '6' }, pair, 'short')).toEqual({
    ...common,
    type: 2,
    status: 0,
    target_price: '5',
    target_profit_price: '6',
  });
  expect(fieldsOf({ ...form, stopLoss: '4' }, pair, 'long')).toEqual({
    ...common,
    type: 1,
    status: 1,
    stop_loss_price: '4',
  });
});

test('the leverage of the limit itself is offered', () => {
  expect(multiplesOf(deal([1, 5, 10], 5), 1)).toEqual([1, 5]);
  expect(normalise({ ...EMPTY, multiple: 7 }, deal([1, 5, 10], 10)).multiple).toBe(5);
});
