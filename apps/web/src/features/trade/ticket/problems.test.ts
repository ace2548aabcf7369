import { UNIT, amount, floorToStep, format, mulDivDown, mulDown, price, rate, times } from '@karat/money';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Level } from '../book/book.ts';
import { edit, emptyForm } from './form.ts';
import type { Edit, Form, Terms } from './form.ts';
import { problemOf } from './problems.ts';
import type { Conditions } from './problems.ts';
import { orderRequestOf } from './order-request.ts';
import { summaryOf } from './summary.ts';

const terms: Terms = {
  tick: price('0.5'),
  lot: amount('0.01'),
  minNotional: amount('5'),
  makerFee: rate('0.001'),
  band: rate('0.1'),
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

const one: Edit = { type: 'amount', text: '1' };
const sell: Edit = { type: 'side', side: 'sell' };
const type = (orderType: Form['orderType']): Edit => ({ type: 'type', orderType });

test('a valid order has no error', () => {
  expect(problem([one])).toBeNull();
});

test('a waiting buy shows as its cost what it holds, at the worst price of its trigger', () => {
  const prices = fc.record({
    limit: fc.integer({ min: 1, max: 400 }),
    stop: fc.integer({ min: 1, max: 400 }),
  });
  const types = fc.constantFrom(
    'limit' as const,
    'stop_limit' as const,
    'stop_market' as const,
    'oco' as const,
  );
  const bands = fc.bigInt({ min: 1n, max: 9n * 10n ** 9n }).map((value) => rate(value));
  fc.assert(
    fc.property(types, prices, fc.integer({ min: 1, max: 500 }), bands, (orderType, at, lots, band) => {
      const market = { ...terms, band };
      const texts = { price: format(times(terms.tick, at.limit)), stop: format(times(terms.tick, at.stop)) };
      const quantity = times(terms.lot, lots);
      const filled: Form = {
        ...emptyForm('buy', ''),
        orderType,
        ...texts,
        amount: format(quantity),
        by: 'amount',
      };
      const spend =
        summaryOf(filled, { ...conditions, book: { bids: [], asks: [] }, terms: market })?.spend ?? 0n;
      const limited = orderType !== 'stop_market' ? mulDown(quantity, price(texts.price)) : 0n;
      const highest = floorToStep(mulDivDown(price(texts.stop), UNIT + band, UNIT), terms.tick);
      const triggered = orderType === 'stop_market' || orderType === 'oco' ? mulDown(quantity, highest) : 0n;
      expect(spend).toBe(limited > triggered ? limited : triggered);
      const funds = { base: amount('0'), quote: amount(spend) };
      const context = { ...conditions, terms: market, last: price('0'), book: { bids: [], asks: [] } };
      const enough = { ...market, minNotional: amount('0') };
      expect(problemOf(filled, { ...context, terms: enough, funds })).toBeNull();
      const short = { base: amount('0'), quote: amount(spend - 1n) };
      expect(problemOf(filled, { ...context, terms: enough, funds: short })).toMatchObject({
        type: 'not_enough',
      });
    }),
  );
});

test('the whole balance buys a pair that the balance covers', () => {
  const pair = form(type('oco'), { type: 'price', text: '98' }, { type: 'stop', text: '101' });
  const all = edit(
    pair,
    { type: 'share', percent: 100, funds: { base: amount('0'), quote: amount('250') } },
    terms,
  );
  // 250 / 111, the highest price that a trigger at 101 may fill at.
  expect(all.amount).toBe('2.25');
  expect(problemOf(all, conditions)).toBeNull();
});

test('missing input is reported before invalid input', () => {
  expect(problem([])).toEqual({ field: 'amount', type: 'enter' });
  expect(problem([{ type: 'price', text: '' }, one])).toEqual({ field: 'price', type: 'enter' });
  expect(problem([type('stop_limit'), one])).toEqual({ field: 'stop', type: 'enter' });
});

test('price and amount must be multiples of their steps', () => {
  expect(problem([{ type: 'price', text: '99.3' }, one])).toEqual({
    field: 'price',
    type: 'step',
    step: '0.5',
  });
  const coarse = { ...terms, lot: amount('0.05') };
  expect(problem([{ type: 'amount', text: '0.11' }], { terms: coarse })).toEqual({
    field: 'amount',
    type: 'step',
    step: '0.05',
  });
});

test('an order has a minimum value and must be covered by the balance', () => {
  expect(problem([{ type: 'amount', text: '0.05' }])).toEqual({
    field: 'amount',
    type: 'below_min',
    min: '5',
  });
  expect(problem([{ type: 'total', text: '0.5' }])).toEqual({ field: 'total', type: 'below_min', min: '5' });
  expect(problem([{ type: 'amount', text: '3' }])).toEqual({ field: 'amount', type: 'not_enough' });
  expect(problem([sell, { type: 'amount', text: '4.01' }])).toEqual({ field: 'amount', type: 'not_enough' });
  expect(problem([{ type: 'amount', text: '3' }], { funds: undefined })).toBeNull();
});

test('triggers lie beyond the last price, an OCO limit on the other side', () => {
  const stop = (text: string): Edit => ({ type: 'stop', text });
  expect(problem([type('stop_market'), stop('99'), one])).toEqual({
    field: 'stop',
    type: 'stop_above',
    price: '100',
  });
  expect(problem([type('stop_market'), stop('101'), one])).toBeNull();
  expect(problem([sell, type('stop_limit'), stop('101'), one])).toEqual({
    field: 'stop',
    type: 'stop_below',
    price: '100',
  });
  expect(problem([type('oco'), stop('101'), { type: 'price', text: '100' }, one])).toEqual({
    field: 'price',
    type: 'limit_below',
    price: '100',
  });
  expect(problem([type('oco'), stop('101'), { type: 'price', text: '98' }, one])).toBeNull();
});

test('an OCO buy must be covered at the higher of its two prices', () => {
  const oco = [type('oco'), { type: 'price', text: '98' }, { type: 'amount', text: '2.5' }] as const;
  expect(problem([...oco, { type: 'stop', text: '100.5' }])).toEqual({ field: 'amount', type: 'not_enough' });
});

test('a post-only order must not cross the book', () => {
  const maker: Edit = { type: 'post_only', on: true };
  expect(problem([maker, { type: 'price', text: '100' }, one])).toEqual({
    field: 'price',
    type: 'would_take',
  });
  expect(problem([maker, { type: 'price', text: '99.5' }, one])).toBeNull();
});

test("the market's state is reported first", () => {
  expect(problem([], { state: 'halted' })).toEqual({ field: 'market', type: 'halted' });
  expect(problem([one], { state: 'closed' })).toBeNull();
  expect(problem([type('market')], { state: 'closed' })).toEqual({ field: 'market', type: 'closed_now' });
  expect(problem([{ type: 'time_in_force', timeInForce: 'IOC' }, one], { state: 'closed' })).toEqual({
    field: 'market',
    type: 'closed_now',
  });
  expect(problem([type('market')], { book: { bids: [], asks: [] } })).toEqual({
    field: 'market',
    type: 'no_liquidity',
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
  const crossing = summaryOf(form({ type: 'price', text: '101' }, one), conditions);
  expect(crossing).toMatchObject({ spend: amount('101'), fee: amount('0.002'), takes: true });
  const odd = summaryOf(form(sell, type('market'), { type: 'amount', text: '0.07' }), conditions);
  // 0.07 x 99.5 x 0.2 % = 0.01393 in quote.
  expect(odd).toMatchObject({ spend: amount('0.07'), receive: amount('6.965'), fee: amount('0.01393') });
});

test('a market order shows its worst price from the book', () => {
  const summary = summaryOf(
    form(type('market'), { type: 'by', by: 'amount' }, { type: 'amount', text: '2' }),
    conditions,
  );
  expect(summary?.taking).toMatchObject({ worst: price('101'), quote: amount('201'), complete: true });
  expect(summary?.after).toBe(amount('49'));
});

test('only the fields of its type are sent', () => {
  const pair = { currency_id: 1, legal_id: 3 };
  expect(orderRequestOf(form(one), pair, 'k')).toEqual({
    type: 1,
    ...pair,
    order_type: 'limit',
    amount: '1',
    target_price: '99',
    time_in_force: 'GTC',
    client_id: 'k',
  });
  expect(orderRequestOf(form(type('market'), { type: 'total', text: '50.' }), pair, 'k')).toEqual({
    type: 1,
    ...pair,
    order_type: 'market',
    quote_amount: '50',
    client_id: 'k',
  });
  const oco = form(sell, type('oco'), { type: 'stop', text: '95' }, { type: 'price', text: '110' }, one);
  expect(orderRequestOf(oco, pair, 'k')).toEqual({
    type: 2,
    ...pair,
    order_type: 'oco',
    amount: '1',
    target_price: '110',
    stop_price: '95',
    client_id: 'k',
  });
});

test('an order that must not take says so, and only a resting limit order can', () => {
  const pair = { currency_id: 1, legal_id: 3 };
  const limit = { ...form(one), postOnly: true };
  expect(orderRequestOf(limit, pair, 'k')).toMatchObject({ order_type: 'limit', post_only: 1 });
  expect(orderRequestOf({ ...limit, timeInForce: 'IOC' }, pair, 'k')).not.toHaveProperty('post_only');
  expect(orderRequestOf({ ...limit, orderType: 'market' }, pair, 'k')).not.toHaveProperty('post_only');
});

test('a market order by quantity sends the quantity, and a limit order always does', () => {
  const pair = { currency_id: 1, legal_id: 3 };
  const market = form(type('market'), { type: 'by', by: 'amount' }, { type: 'amount', text: '2' });
  expect(orderRequestOf(market, pair, 'k')).toMatchObject({ amount: '2' });
  expect(orderRequestOf({ ...form(one), by: 'total' }, pair, 'k')).toMatchObject({ amount: '1' });
});

const stopAt = (text: string): Edit => ({ type: 'stop', text });
const priceAt = (text: string): Edit => ({ type: 'price', text });

test('the whole balance may be spent, on either side, and nothing above it', () => {
  const quote = { base: amount('4'), quote: amount('99') };
  expect(problem([one], { funds: quote })).toBeNull();
  expect(problem([one], { funds: { ...quote, quote: amount('98.9999999999') } })).toMatchObject({
    type: 'not_enough',
  });
  expect(problem([sell, { type: 'amount', text: '4' }])).toBeNull();
});

test('exactly the minimum value is enough', () => {
  expect(problem([priceAt('100'), { type: 'amount', text: '0.05' }])).toBeNull();
  expect(problem([priceAt('99.5'), { type: 'amount', text: '0.05' }])).toMatchObject({ type: 'below_min' });
});

test('a trigger at the last price is refused on both sides, one tick beyond it accepted', () => {
  expect(problem([type('stop_market'), stopAt('100'), one])).toMatchObject({ type: 'stop_above' });
  expect(problem([type('stop_market'), stopAt('100.5'), one])).toBeNull();
  expect(problem([sell, type('stop_market'), stopAt('100'), one])).toMatchObject({ type: 'stop_below' });
  expect(problem([sell, type('stop_market'), stopAt('99.5'), one])).toBeNull();
  const oco = (stop: string, limit: string) =>
    problem([sell, type('oco'), stopAt(stop), priceAt(limit), one]);
  expect(oco('99.5', '100')).toEqual({ field: 'price', type: 'limit_above', price: '100' });
  expect(oco('99.5', '100.5')).toBeNull();
  expect(problem([type('stop_market'), stopAt('50'), one], { last: price('0') })).toBeNull();
});

test('a post-only sell must not reach the best bid', () => {
  const maker: Edit = { type: 'post_only', on: true };
  expect(problem([sell, maker, priceAt('99.5'), one])).toMatchObject({ type: 'would_take' });
  expect(problem([sell, maker, priceAt('100'), one])).toBeNull();
});

test('while only cancelling is possible every order is refused', () => {
  expect(problem([one], { state: 'cancel_only' })).toEqual({ field: 'market', type: 'cancel_only' });
  expect(problem([type('market'), { type: 'total', text: '50' }])).toBeNull();
  expect(problem([sell, type('market')], { book: { bids: [], asks: conditions.book.asks } })).toMatchObject({
    type: 'no_liquidity',
  });
});

test('a limit order that crosses partly pays the taker rate for that part and the maker rate for the rest', () => {
  // 1 at 100 crosses, 1 rests at 100: fees of 0.002 and 0.001 in base.
  const bought = summaryOf(form(priceAt('100'), { type: 'amount', text: '2' }), conditions);
  expect(bought).toMatchObject({ spend: amount('200'), receive: amount('2'), fee: amount('0.003') });
  // 3 at 99.5 cross, 1 rests at 99: 298.5 x 0.2 % + 99 x 0.1 %.
  const sold = summaryOf(form(sell, priceAt('99'), { type: 'amount', text: '4' }), conditions);
  expect(sold).toMatchObject({ spend: amount('4'), receive: amount('397.5'), fee: amount('0.696') });
  expect(sold?.after).toBe(amount('0'));
});

test('a stop-market buy by its value receives what that value buys at the trigger', () => {
  const stop = form(type('stop_market'), { type: 'by', by: 'total' }, stopAt('101'), {
    type: 'total',
    text: '202',
  });
  expect(summaryOf(stop, conditions)).toMatchObject({
    spend: amount('202'),
    receive: amount('2'),
    fee: amount('0.004'),
    takes: true,
    after: amount('48'),
  });
});
