import { amount, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import type { Level } from '../book/book.ts';
import { edit, emptyForm } from './form.ts';
import type { Edit, Form, Terms } from './form.ts';
import { problemOf } from './problems.ts';
import type { Conditions } from './problems.ts';
import { sentOrder } from './sent.ts';
import { summaryOf } from './summary.ts';

const terms: Terms = {
  tick: price('0.5'),
  lot: amount('0.01'),
  minNotional: amount('5'),
  makerFee: rate('0.001'),
  takerFee: rate('0.002'),
};
const level = (at: string, quantity: string): Level => ({ price: price(at), quantity: amount(quantity) });
const conditions: Conditions = {
  terms,
  book: { bids: [level('99.5', '3')], asks: [level('100', '1'), level('101', '2')] },
  funds: { base: amount('4'), quote: amount('250') },
  decimals: { base: 8, quote: 6 },
  state: 'open',
  last: price('100'),
};
const form = (...edits: readonly Edit[]): Form =>
  edits.reduce((now, one) => edit(now, one, terms), emptyForm('buy', '99'));
const problem = (edits: readonly Edit[], changes: Partial<Conditions> = {}) =>
  problemOf(form(...edits), { ...conditions, ...changes });

const one: Edit = { is: 'amount', text: '1' };
const sell: Edit = { is: 'side', side: 'sell' };
const type = (orderType: Form['orderType']): Edit => ({ is: 'type', orderType });

test('a valid order has no error', () => {
  expect(problem([one])).toBeNull();
});

test('missing input is reported before invalid input', () => {
  expect(problem([])).toEqual({ field: 'amount', is: 'enter' });
  expect(problem([{ is: 'price', text: '' }, one])).toEqual({ field: 'price', is: 'enter' });
  expect(problem([type('stop_limit'), one])).toEqual({ field: 'stop', is: 'enter' });
});

test('price and amount must be multiples of their steps', () => {
  expect(problem([{ is: 'price', text: '99.3' }, one])).toEqual({ field: 'price', is: 'step', step: '0.5' });
  const coarse = { ...terms, lot: amount('0.05') };
  expect(problem([{ is: 'amount', text: '0.11' }], { terms: coarse })).toEqual({
    field: 'amount',
    is: 'step',
    step: '0.05',
  });
});

test('an order has a minimum value and must be covered by the balance', () => {
  expect(problem([{ is: 'amount', text: '0.05' }])).toEqual({ field: 'amount', is: 'least', least: '5' });
  expect(problem([{ is: 'total', text: '0.5' }])).toEqual({ field: 'total', is: 'least', least: '5' });
  expect(problem([{ is: 'amount', text: '3' }])).toEqual({ field: 'amount', is: 'not_enough' });
  expect(problem([sell, { is: 'amount', text: '4.01' }])).toEqual({ field: 'amount', is: 'not_enough' });
  expect(problem([{ is: 'amount', text: '3' }], { funds: undefined })).toBeNull();
});

test('triggers lie beyond the last price, an OCO limit on the other side', () => {
  const stop = (text: string): Edit => ({ is: 'stop', text });
  expect(problem([type('stop_market'), stop('99'), one])).toEqual({
    field: 'stop',
    is: 'stop_above',
    price: '100',
  });
  expect(problem([type('stop_market'), stop('101'), one])).toBeNull();
  expect(problem([sell, type('stop_limit'), stop('101'), one])).toEqual({
    field: 'stop',
    is: 'stop_below',
    price: '100',
  });
  expect(problem([type('oco'), stop('101'), { is: 'price', text: '100' }, one])).toEqual({
    field: 'price',
    is: 'limit_below',
    price: '100',
  });
  expect(problem([type('oco'), stop('101'), { is: 'price', text: '98' }, one])).toBeNull();
});

test('an OCO buy must be covered at the higher of its two prices', () => {
  const oco = [type('oco'), { is: 'price', text: '98' }, { is: 'amount', text: '2.5' }] as const;
  expect(problem([...oco, { is: 'stop', text: '100.5' }])).toEqual({ field: 'amount', is: 'not_enough' });
});

test('a post-only order must not cross the book', () => {
  const maker: Edit = { is: 'post_only', on: true };
  expect(problem([maker, { is: 'price', text: '100' }, one])).toEqual({ field: 'price', is: 'would_take' });
  expect(problem([maker, { is: 'price', text: '99.5' }, one])).toBeNull();
});

test("the market's state is reported first", () => {
  expect(problem([], { state: 'halted' })).toEqual({ field: 'market', is: 'halted' });
  expect(problem([one], { state: 'closed' })).toBeNull();
  expect(problem([type('market')], { state: 'closed' })).toEqual({ field: 'market', is: 'closed_now' });
  expect(problem([{ is: 'time_in_force', timeInForce: 'IOC' }, one], { state: 'closed' })).toEqual({
    field: 'market',
    is: 'closed_now',
  });
  expect(problem([type('market')], { book: { bids: [], asks: [] } })).toEqual({
    field: 'market',
    is: 'no_liquidity',
  });
});

test('a resting limit order pays the maker fee, a crossing one the taker fee; fees round up in the currency received', () => {
  const resting = summaryOf(form(one), conditions);
  expect(resting).toMatchObject({
    spend: amount('99'),
    receive: amount('1'),
    fee: amount('0.001'),
    takes: false,
  });
  expect(resting?.after).toBe(amount('151'));
  const crossing = summaryOf(form({ is: 'price', text: '101' }, one), conditions);
  expect(crossing).toMatchObject({ spend: amount('101'), fee: amount('0.002'), takes: true });
  const odd = summaryOf(form(sell, type('market'), { is: 'amount', text: '0.07' }), conditions);
  // 0.07 x 99.5 x 0.2 % = 0.01393 in quote.
  expect(odd).toMatchObject({ spend: amount('0.07'), receive: amount('6.965'), fee: amount('0.01393') });
});

test('a market order shows its worst price from the book', () => {
  const summary = summaryOf(
    form(type('market'), { is: 'by', by: 'amount' }, { is: 'amount', text: '2' }),
    conditions,
  );
  expect(summary?.taking).toMatchObject({ worst: price('101'), quote: amount('201'), complete: true });
  expect(summary?.after).toBe(amount('49'));
});

test('only the fields of its type are sent', () => {
  const pair = { currency_id: 1, legal_id: 3 };
  expect(sentOrder(form(one), pair, 'k')).toEqual({
    type: 1,
    ...pair,
    order_type: 'limit',
    amount: '1',
    target_price: '99',
    time_in_force: 'GTC',
    client_id: 'k',
  });
  expect(sentOrder(form(type('market'), { is: 'total', text: '50.' }), pair, 'k')).toEqual({
    type: 1,
    ...pair,
    order_type: 'market',
    quote_amount: '50',
    client_id: 'k',
  });
  const oco = form(sell, type('oco'), { is: 'stop', text: '95' }, { is: 'price', text: '110' }, one);
  expect(sentOrder(oco, pair, 'k')).toEqual({
    type: 2,
    ...pair,
    order_type: 'oco',
    amount: '1',
    target_price: '110',
    stop_price: '95',
    client_id: 'k',
  });
});
