import { amount, format, price } from '@karat/money';
import { expect, test } from 'vitest';
import type { Deal } from './use-positions.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { MODES } from '../settings.ts';
import {
  EMPTY,
  KINDS,
  SIZE_UNITS,
  afterOrder,
  couponOf,
  estimateOf,
  fieldsOf,
  fundedBy,
  indexOf,
  lotsOf,
  maxLots,
  multiplesOf,
  resumeForm,
  normalise,
  priceFor,
  priceOf,
  sizeText,
  stopResults,
  withStopPrices,
  withoutLostCoupon,
} from './ticket-form.ts';
import type { Form, TicketCoupon, TicketProps } from './ticket-form.ts';
import { problemOf, sidesOfStops, stopsProblem } from './ticket-problems.ts';

const deal = (multiples: readonly number[], max: number): Deal =>
  ({ multiple: { muit: multiples.map((value) => ({ value })) }, multiple_max: max }) as unknown as Deal;

test('a visit resumes the draft of its market; what stops are given by is the last choice until they are typed', () => {
  const margin = { mode: 'isolated', multiple: 20 } as const;
  expect(resumeForm(undefined, { margin, stopsBy: 'return' })).toEqual({
    ...EMPTY,
    ...margin,
    stopsBy: 'return',
  });
  const draft: Form = { ...EMPTY, kind: 'limit', target: '49000', size: '7', multiple: 5 };
  expect(resumeForm(draft, { margin, stopsBy: 'return' })).toEqual({ ...draft, stopsBy: 'return' });
  const withStop: Form = { ...draft, withStops: true, stopLoss: '48000' };
  expect(resumeForm(withStop, { margin, stopsBy: 'return' })).toBe(withStop);
});

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

test('after an order type, mode and leverage stay; a size that a slider chose, stops and the coupon go', () => {
  const sent: Form = {
    kind: 'limit',
    mode: 'isolated',
    multiple: 20,
    size: '3',
    unit: 'base',
    share: 0,
    target: '50000',
    withStops: true,
    stopsBy: 'change',
    takeProfit: '2',
    stopLoss: '1',
    couponId: 5,
  };
  const kept = {
    kind: 'limit',
    mode: 'isolated',
    multiple: 20,
    unit: 'base',
    target: '50000',
    stopsBy: 'change',
  };
  const cleared = { share: 0, withStops: false, takeProfit: '', stopLoss: '', couponId: null };
  expect(afterOrder(sent)).toEqual({ ...kept, ...cleared, size: '3' });
  expect(afterOrder({ ...sent, share: 1 })).toEqual({ ...kept, ...cleared, size: '' });
});

test('a first ticket is a market order of one lot across the account at ten times', () => {
  expect(EMPTY).toEqual({
    kind: 'market',
    mode: 'cross',
    multiple: 10,
    size: '1',
    unit: 'lots',
    share: 0,
    target: '',
    withStops: false,
    stopsBy: 'price',
    takeProfit: '',
    stopLoss: '',
    couponId: null,
  });
  expect([SIZE_UNITS, KINDS, MODES]).toEqual([
    ['lots', 'base', 'quote'],
    ['market', 'limit'],
    ['cross', 'isolated'],
  ]);
});

test('a price is above zero', () => {
  expect([priceOf('0'), priceOf(''), priceOf('-1'), priceOf('x')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(priceOf('0.5')).toBe(price('0.5'));
});

const COUPON = { id: 5, face: '40', multiple_max: 8 } as TicketCoupon;
const funded = (coupons: TicketCoupon[], multiple_max = 20): TicketProps => ({
  ...PROPS,
  deal: { ...DEAL, coupons, multiple_max, multiple: { muit: [] } } as unknown as Deal,
});

test('a coupon pays instead of the balance, with the smaller of both leverages', () => {
  const props = funded([COUPON]);
  const form = { ...EMPTY, couponId: 5 };
  expect(fundedBy(props, form).deal).toMatchObject({ user_lever: '40', multiple_max: 8 });
  expect(fundedBy(funded([COUPON], 4), form).deal).toMatchObject({ user_lever: '40', multiple_max: 4 });
  expect(fundedBy(props, EMPTY)).toBe(props);
  expect(fundedBy(props, { ...EMPTY, couponId: 6 })).toBe(props);
  const visitor = { ...props, deal: undefined };
  expect(fundedBy(visitor, form)).toBe(visitor);
  expect(couponOf(visitor, form)).toBeUndefined();
});

test('a coupon that is gone leaves the form, one that may still come stays', () => {
  const form = { ...EMPTY, couponId: 5 };
  expect(withoutLostCoupon(form, funded([COUPON]).deal)).toBe(form);
  expect(withoutLostCoupon(form, funded([]).deal)).toEqual(EMPTY);
  expect(withoutLostCoupon(form, undefined)).toBe(form);
  expect(withoutLostCoupon(EMPTY, funded([]).deal)).toBe(EMPTY);
  expect(fieldsOf(form, MARKET, 'long', amount('1'))).toMatchObject({ coupon_id: 5 });
  expect(fieldsOf(EMPTY, MARKET, 'long', amount('1'))).not.toHaveProperty('coupon_id');
});

test('the live index is newer than the one that was read', () => {
  expect(indexOf(PROPS)).toBe(price('50000'));
  expect(indexOf({ ...PROPS, indexes: new Map([[7, '50001']]) })).toBe(price('50001'));
  expect(indexOf({ ...PROPS, indexes: new Map([[8, '50001']]) })).toBe(price('50000'));
  expect(indexOf({ ...PROPS, deal: undefined })).toBeUndefined();
});

const SPREAD = { ...MARKET, spread: '10', lever_trade_fee: '0.001' };
const WIDE: TicketProps = { ...PROPS, market: SPREAD };

test('a long opens above the index, a short below it, a limit order at its limit', () => {
  expect(priceFor(WIDE, EMPTY, 'long')).toBe(price('50010'));
  expect(priceFor(WIDE, EMPTY, 'short')).toBe(price('49990'));
  const limit: Form = { ...EMPTY, kind: 'limit', target: '49000' };
  for (const side of ['long', 'short'] as const) expect(priceFor(WIDE, limit, side)).toBe(price('49000'));
  expect(priceFor(WIDE, { ...limit, target: '' }, 'long')).toBeUndefined();
  expect(priceFor({ ...WIDE, deal: undefined }, EMPTY, 'long')).toBeUndefined();
});

test('the affordable lots cover margin and fee, up to the limit of the market in whole lots', () => {
  // A lot of 50.01 costs 5.001 and a fee of 0.05001: 103 pays for 20.39 of them.
  expect(format(maxLots(WIDE, EMPTY))).toBe('20');
  const limited = (max: string): TicketProps => ({
    ...WIDE,
    deal: { ...DEAL, lever_share_limit: { min: '1', max } } as Deal,
  });
  expect(format(maxLots(limited('7.9'), EMPTY))).toBe('7');
  expect(format(maxLots(limited('20'), EMPTY))).toBe('20');
  expect(maxLots({ ...WIDE, deal: undefined }, EMPTY)).toBe(0n);
  expect(maxLots(WIDE, { ...EMPTY, kind: 'limit' })).toBe(0n);
});

test('a size in quote needs a price, and is shown in whole cents', () => {
  const visitor = { ...WIDE, deal: undefined };
  expect(lotsOf(visitor, { ...EMPTY, unit: 'quote', size: '100' })).toBeUndefined();
  expect(lotsOf(visitor, { ...EMPTY, unit: 'base', size: '0.002' })).toBe(amount('2'));
  expect(lotsOf(visitor, { ...EMPTY, share: 50 })).toBe(0n);
  expect(sizeText(visitor, EMPTY, amount('3'), 'quote')).toBe('');
  expect(sizeText(visitor, EMPTY, amount('3'), 'lots')).toBe('3');
  expect(sizeText(WIDE, EMPTY, amount('0'), 'lots')).toBe('');
  expect(sizeText(WIDE, { ...EMPTY, kind: 'limit', target: '33333.37' }, amount('1'), 'quote')).toBe('33.33');
});

test('an order is estimated as it would fill, a limit order at its limit or better', () => {
  const estimate = (change: Partial<Form>, side: 'long' | 'short' = 'long', props = WIDE) =>
    estimateOf(props, { ...EMPTY, ...change }, side);
  const long = estimate({ size: '2' });
  expect([long?.price, long?.quantity, long?.margin, long?.fee]).toEqual([
    price('50010'),
    amount('0.002'),
    amount('10.002'),
    amount('0.10002'),
  ]);
  expect(long?.after).toBe(amount('92.89798'));
  expect(estimate({ size: '2' }, 'short')?.price).toBe(price('49990'));
  expect(estimate({ size: '2', mode: 'isolated' })?.maxLoss).toBe(amount('10.10202'));
  expect(estimate({ size: '2', kind: 'limit', target: '49000' })?.price).toBe(price('49000'));
  expect(estimate({ size: '2', kind: 'limit', target: '' })).toBeUndefined();
  expect(estimate({ size: '2', target: '49000' })?.price).toBe(price('50010'));
  expect(estimate({ size: '' })).toBeUndefined();
  expect(estimate({ share: 1 })).toBeUndefined();
  expect(
    estimate({ size: '2' }, 'long', { ...WIDE, deal: { ...DEAL, last_price: null } as Deal }),
  ).toBeUndefined();
});

test('the results at both stops are those of closing there, and only of stops that are set', () => {
  const form: Form = { ...EMPTY, size: '2', withStops: true, takeProfit: '51000', stopLoss: '49000' };
  const estimate = estimateOf(WIDE, form, 'long');
  if (!estimate) throw new Error('no estimate');
  const results = stopResults(SPREAD, form, 'long', estimate);
  // Closing at 50990 and 48990: 980 and -1020 for 0.002, less both fees.
  expect([results.takeProfit, results.stopLoss].map((value) => value && format(value))).toEqual([
    '1.758',
    '-2.238',
  ]);
  expect(stopResults(SPREAD, { ...form, stopLoss: '' }, 'long', estimate).stopLoss).toBeUndefined();
  expect(stopResults(SPREAD, { ...form, withStops: false }, 'long', estimate)).toEqual({
    takeProfit: undefined,
    stopLoss: undefined,
  });
});

test('a short has its profit below and its loss above the price', () => {
  const problem = (stops: Partial<Form>, side: 'long' | 'short') =>
    problemOf(PROPS, { ...EMPTY, withStops: true, ...stops }, side);
  expect(problem({ takeProfit: '49000' }, 'long')).toEqual({
    field: 'takeProfit',
    type: 'above',
    side: 'long',
    price: '50000',
  });
  expect(problem({ takeProfit: '49000' }, 'short')).toBeNull();
  expect(problem({ stopLoss: '51000' }, 'long')).toEqual({
    field: 'stopLoss',
    type: 'below',
    side: 'long',
    price: '50000',
  });
  expect(problem({ stopLoss: '49000' }, 'short')).toEqual({
    field: 'stopLoss',
    type: 'above',
    side: 'short',
    price: '50000',
  });
  expect(problem({ takeProfit: '50000.3' }, 'long')).toEqual({
    field: 'takeProfit',
    type: 'step',
    step: '0.5',
  });
  expect(problem({ withStops: false, takeProfit: '49000' }, 'long')).toBeNull();
});

test('stops in percent are the prices of the side that is opened, on its ticks', () => {
  const prices = (changes: Partial<Form>, side: 'long' | 'short', props: TicketProps = PROPS) => {
    const form: Form = { ...EMPTY, withStops: true, takeProfit: '20', stopLoss: '10.5', ...changes };
    const { stopsBy, takeProfit, stopLoss } = withStopPrices(props, form, side);
    expect(stopsBy).toBe('price');
    return [takeProfit, stopLoss];
  };
  expect(prices({ stopsBy: 'return' }, 'long')).toEqual(['51000', '49475']);
  expect(prices({ stopsBy: 'return' }, 'short')).toEqual(['49000', '50525']);
  expect(prices({ stopsBy: 'return', multiple: 20 }, 'long')).toEqual(['50500', '49737.5']);
  expect(prices({ stopsBy: 'change' }, 'long')).toEqual(['60000', '44750']);
  // A limit order opens at its limit.
  const limit = { kind: 'limit', target: '48000' } as const;
  expect(prices({ ...limit, stopsBy: 'change' }, 'short')).toEqual(['38400', '53040']);
  expect(prices({ ...limit, target: '', stopsBy: 'change' }, 'short')).toEqual(['', '']);
  // A long opens at 50,010 and closes 10 below the index.
  expect(prices({ stopsBy: 'return' }, 'long', WIDE)).toEqual(['51020', '49495']);
  const typed: Form = { ...EMPTY, takeProfit: '51000' };
  expect(withStopPrices(PROPS, typed, 'long')).toBe(typed);
});

test('stops in percent fit either side, and only those without a price or beyond the index are refused', () => {
  const form: Form = { ...EMPTY, withStops: true, stopsBy: 'change', takeProfit: '100', stopLoss: '10' };
  expect(sidesOfStops(PROPS, form)).toEqual(['long', 'short']);
  expect(stopsProblem(PROPS, form)).toBeNull();
  expect(problemOf(PROPS, form, 'long')).toBeNull();
  const lost = { field: 'takeProfit', type: 'percent_max', percent: 100 };
  expect(problemOf(PROPS, form, 'short')).toEqual(lost);
  expect(problemOf(PROPS, { ...form, withStops: false }, 'short')).toBeNull();
  expect(problemOf(PROPS, { ...form, stopsBy: 'return' }, 'short')).toBeNull();
  const all: Form = { ...form, stopsBy: 'return', stopLoss: '1000' };
  expect(problemOf(PROPS, all, 'long')).toEqual({ field: 'stopLoss', type: 'percent_max', percent: 1000 });
  // The spread alone has lost more: the level would lie above the index.
  const tiny: Form = { ...form, takeProfit: '', stopsBy: 'return', stopLoss: '0.1' };
  expect(problemOf(WIDE, tiny, 'long')).toMatchObject({ field: 'stopLoss', type: 'below', side: 'long' });
});

test('stops of a limit order are compared with its limit', () => {
  const form: Form = {
    ...EMPTY,
    kind: 'limit',
    target: '48000',
    withStops: true,
    takeProfit: '49000',
    stopLoss: '47000',
  };
  expect(sidesOfStops(PROPS, form)).toEqual(['long']);
  expect(sidesOfStops(PROPS, { ...form, takeProfit: '47000', stopLoss: '49000' })).toEqual(['short']);
  expect(sidesOfStops(PROPS, { ...form, takeProfit: '49000', stopLoss: '49000' })).toEqual([]);
  expect(sidesOfStops(PROPS, { ...form, target: '' })).toEqual(['long', 'short']);
  expect(stopsProblem(PROPS, { ...form, target: '' })).toBeNull();
  expect(stopsProblem(PROPS, { ...form, stopLoss: '49000' })).toEqual({
    field: 'stopLoss',
    type: 'both_sides',
    price: '48000',
  });
  expect(stopsProblem(PROPS, form)).toBeNull();
});

test('a slider that buys no lot, lots beyond the balance and a fill that closes at once are refused', () => {
  const poor = { ...PROPS, deal: { ...DEAL, user_lever: '4.9' } as Deal };
  expect(problemOf(poor, { ...EMPTY, share: 100 }, 'long')).toEqual({ field: 'size', type: 'insufficient' });
  expect(problemOf(PROPS, { ...EMPTY, size: '1' }, 'long')).toBeNull();
  expect(problemOf(PROPS, { ...EMPTY, size: '1000' }, 'long')).toEqual({
    field: 'size',
    type: 'insufficient',
  });
  // At a hundred times a spread of one percent takes the whole margin.
  const steep = { ...PROPS, market: { ...MARKET, spread: '500' } };
  const all: Form = { ...EMPTY, mode: 'isolated', multiple: 100 };
  expect(problemOf(steep, all, 'long')).toEqual({ field: 'size', type: 'closes_at_once' });
  expect(problemOf({ ...steep, deal: undefined, indexes: new Map([[7, '50000']]) }, all, 'long')).toBeNull();
});

test('the steps that a visitor sees are those of the market', () => {
  const visitor: TicketProps = { ...PROPS, deal: undefined, indexes: new Map([[7, '50000']]) };
  const form: Form = { ...EMPTY, kind: 'limit', target: '50000.25' };
  expect(problemOf(visitor, form, 'long')).toEqual({ field: 'target', type: 'step', step: '0.5' });
  const finer = { ...PROPS, deal: { ...DEAL, price_tick: '0.25' } as Deal };
  expect(problemOf(finer, form, 'long')).toBeNull();
  const stops = { ...form, target: '50000', withStops: true, takeProfit: '50001.25' };
  expect(problemOf(finer, stops, 'long')).toBeNull();
  expect(problemOf(visitor, stops, 'long')).toEqual({ field: 'takeProfit', type: 'step', step: '0.5' });
});
