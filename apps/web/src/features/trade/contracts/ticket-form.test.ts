import { amount, format } from '@karat/money';
import { expect, test } from 'vitest';
import type { Deal } from './use-positions.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { EMPTY, fieldsOf, lotsOf, multiplesOf, normalise, sizeText } from './ticket-form.ts';
import type { Form, TicketProps } from './ticket-form.ts';
import { problemOf } from './ticket-problems.ts';

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

const MARKET = {
  id: 7,
  currency_id: 1,
  legal_id: 3,
  spread: '0',
  lever_share_num: '0.001',
  lever_trade_fee: '0',
  index_decimals: 2,
  tick: '0.5',
} as unknown as Quotation;
const DEAL = {
  last_price: '50000',
  user_lever: '103',
  price_tick: '0.5',
  lever_share_limit: { min: '1', max: '1000' },
  all_levers: [],
} as unknown as Deal;
const PROPS: TicketProps = { market: MARKET, deal: DEAL, indexes: new Map() };

test('a market order sends no target, a limit order its target, each only the stops that are set', () => {
  const form = { ...EMPTY, multiple: 20, target: '5', mode: 'isolated' as const };
  const common = { currency_id: 1, legal_id: 3, share: '7', multiple: 20, margin_mode: 'isolated' };
  const sent = (change: Partial<Form>, side: 'long' | 'short') =>
    fieldsOf({ ...form, ...change }, MARKET, side, amount('7'));
  expect(sent({}, 'long')).toEqual({ ...common, type: 1, status: 1 });
  expect(sent({ kind: 'limit', withStops: true, takeProfit: '6' }, 'short')).toEqual({
    ...common,
    type: 2,
    status: 0,
    target_price: '5',
    target_profit_price: '6',
  });
  expect(sent({ withStops: true, stopLoss: '4' }, 'long')).toMatchObject({ stop_loss_price: '4' });
  expect(sent({ stopLoss: '4' }, 'long')).not.toHaveProperty('stop_loss_price');
});

test('a size in coin or quote is whole lots rounded down, a share a part of the affordable lots', () => {
  const lots = (change: Partial<Form>) => {
    const value = lotsOf(PROPS, { ...EMPTY, ...change });
    return value === undefined ? undefined : format(value);
  };
  expect(lots({ size: '3' })).toBe('3');
  expect(lots({ unit: 'base', size: '0.0039' })).toBe('3');
  expect(lots({ unit: 'quote', size: '149.99' })).toBe('2');
  expect(lots({ size: '' })).toBeUndefined();
  // 103 at 10x pays for 20 lots of 5 each.
  expect(lots({ share: 100 })).toBe('20');
  expect(lots({ share: 25 })).toBe('5');
  expect(sizeText(PROPS, EMPTY, amount('3'), 'base')).toBe('0.003');
  expect(sizeText(PROPS, EMPTY, amount('3'), 'quote')).toBe('150');
});

test('names the first problem of a side', () => {
  const problem = (change: Partial<Form>, side: 'long' | 'short' = 'long') =>
    problemOf(PROPS, { ...EMPTY, ...change }, side);
  expect(problem({})).toBeNull();
  expect(problem({ size: '' })).toEqual({ field: 'size', type: 'enter' });
  expect(problem({ kind: 'limit' })).toEqual({ field: 'target', type: 'enter' });
  expect(problem({ kind: 'limit', target: '50000.25' })).toMatchObject({ field: 'target', type: 'step' });
  expect(problem({ size: '0.5' })).toMatchObject({ type: 'below_lot', lots: '1' });
  expect(problem({ size: '1001' })).toMatchObject({ type: 'above_max', lots: '1000' });
  expect(problem({ size: '21' })).toEqual({ field: 'size', type: 'insufficient' });
  expect(problem({ size: '20' })).toBeNull();
  const stops = { withStops: true, takeProfit: '51000', stopLoss: '49000' };
  expect(problem(stops)).toBeNull();
  expect(problem(stops, 'short')).toEqual({
    field: 'takeProfit',
    type: 'below',
    side: 'short',
    price: '50000',
  });
  expect(problem({ ...stops, stopLoss: '50500' })).toEqual({
    field: 'stopLoss',
    type: 'both_sides',
    price: '50000',
  });
  expect(problem({ ...stops, stopLoss: '49000.3' })).toMatchObject({ field: 'stopLoss', type: 'step' });
});

test('without an index nothing can be sent', () => {
  const stale = { ...PROPS, deal: { ...DEAL, last_price: null } as Deal };
  expect(problemOf(stale, EMPTY, 'long')).toEqual({ field: 'market', type: 'no_price' });
});

test('the leverage of the limit itself is offered', () => {
  expect(multiplesOf(deal([1, 5, 10], 5), 1)).toEqual([1, 5]);
  expect(normalise({ ...EMPTY, multiple: 7 }, deal([1, 5, 10], 10)).multiple).toBe(5);
});
