import { amount, isMultipleOf, mulDown, parse, price, rate } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleaned, edit, effectivePrice, emptyForm, readAmount, resumeForm, totalDecimals } from './form.ts';
import type { Edit, Form, Terms } from './form.ts';

const terms: Terms = {
  tick: price('0.1'),
  lot: amount('0.00001'),
  minNotional: amount('5'),
  makerFee: rate('0.001'),
  band: rate('0.1'),
  takerFee: rate('0.001'),
};
const funds = { base: amount('0.5'), quote: amount('1000') };
const start = emptyForm('buy', '30000');
const after = (form: Form, ...edits: readonly Edit[]): Form =>
  edits.reduce((now, one) => edit(now, one, terms), form);

test('the total follows the amount, and the amount the total', () => {
  expect(after(start, { type: 'amount', text: '0.01' }).total).toBe('300');
  expect(after(start, { type: 'total', text: '100' }).amount).toBe('0.00333');
});

test('a new price keeps the typed field and recomputes the other', () => {
  const byAmount = after(start, { type: 'amount', text: '0.01' }, { type: 'price', text: '20000' });
  expect(byAmount).toMatchObject({ amount: '0.01', total: '200' });
  const byTotal = after(start, { type: 'total', text: '300' }, { type: 'price', text: '20000' });
  expect(byTotal).toMatchObject({ total: '300', amount: '0.015' });
});

test('steps go to the next tick or lot, never below zero', () => {
  expect(after(start, { type: 'step', field: 'price', up: true }).price).toBe('30000.1');
  expect(after(start, { type: 'step', field: 'price', up: false }).price).toBe('29999.9');
  expect(after(start, { type: 'step', field: 'amount', up: true }).amount).toBe('0.00001');
  expect(after(start, { type: 'step', field: 'amount', up: false }).amount).toBe('');
});

test('a percentage of the balance is quote for a buy and whole lots for a sell', () => {
  expect(after(start, { type: 'share', percent: 50, funds })).toMatchObject({
    total: '500',
    amount: '0.01666',
    by: 'total',
    share: 50,
  });
  expect(after(start, { type: 'side', side: 'sell' }, { type: 'share', percent: 25, funds })).toMatchObject({
    amount: '0.125',
    total: '3750',
    by: 'amount',
  });
});

test('typing an amount resets the slider', () => {
  expect(after(start, { type: 'share', percent: 50, funds }, { type: 'amount', text: '1' }).share).toBe(0);
});

test('a market buy is sized in quote, a market sell in base, and either can be chosen', () => {
  const market = after(start, { type: 'type', orderType: 'market' });
  expect(market).toMatchObject({ by: 'total', amount: '', total: '' });
  expect(after(market, { type: 'side', side: 'sell' })).toMatchObject({ by: 'amount' });
  expect(after(market, { type: 'by', by: 'amount' }, { type: 'amount', text: '0.2' })).toMatchObject({
    amount: '0.2',
    total: '',
  });
});

test('a stop-market sell cannot be sized in quote', () => {
  const stop = after(start, { type: 'type', orderType: 'stop_market' }, { type: 'by', by: 'total' });
  expect(stop.by).toBe('total');
  expect(after(stop, { type: 'side', side: 'sell' }).by).toBe('amount');
});

test('post only applies to limit orders that can rest', () => {
  const maker = after(start, { type: 'post_only', on: true });
  expect(maker.postOnly).toBe(true);
  expect(after(maker, { type: 'time_in_force', timeInForce: 'IOC' }).postOnly).toBe(false);
  expect(after(maker, { type: 'type', orderType: 'market' })).toMatchObject({
    postOnly: false,
    timeInForce: 'GTC',
  });
});

test('a price picked from the book fills the field of the order type', () => {
  expect(after(start, { type: 'pick', price: '29000.5' }).price).toBe('29000.5');
  const stop = after(start, { type: 'type', orderType: 'stop_market' }, { type: 'pick', price: '31000' });
  expect(stop).toMatchObject({ stop: '31000', price: '30000' });
  const market = after(start, { type: 'type', orderType: 'market' }, { type: 'pick', price: '1' });
  expect(market).toMatchObject({ price: '30000', stop: '' });
});

test('after an order was placed price and type stay', () => {
  const placed = after(start, { type: 'amount', text: '0.01' }, { type: 'placed' });
  expect(placed).toMatchObject({ price: '30000', amount: '', total: '', orderType: 'limit' });
});

test.each([
  ['12.345', 1, '12.3'],
  ['007', 2, '7'],
  ['.5', 2, '0.5'],
  ['1.2.3', 4, ''],
  ['1e5', 2, ''],
  ['1,5', 2, ''],
  ['-3', 2, ''],
  ['5.', 2, '5.'],
  ['5.9', 0, '5'],
])('%j with %i decimals becomes %j', (text, decimals, wanted) => {
  expect(cleaned(text, decimals)).toBe(wanted);
});

const field = fc.constantFrom('price', 'stop', 'amount', 'total');
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    type: field,
    text: fc.oneof(fc.string({ maxLength: 12 }), fc.double({ min: 0, max: 1e6 }).map(String)),
  }),
  fc.record({ type: fc.constant('side'), side: fc.constantFrom('buy', 'sell') }),
  fc.record({
    type: fc.constant('type'),
    orderType: fc.constantFrom('limit', 'market', 'stop_limit', 'stop_market', 'oco'),
  }),
  fc.record({
    type: fc.constant('step'),
    field: fc.constantFrom('price', 'stop', 'amount'),
    up: fc.boolean(),
  }),
  fc.record({ type: fc.constant('by'), by: fc.constantFrom('amount', 'total') }),
  fc.record({
    type: fc.constant('share'),
    percent: fc.integer({ min: 0, max: 100 }),
    funds: fc.constant(funds),
  }),
  fc.record({ type: fc.constant('time_in_force'), timeInForce: fc.constantFrom('GTC', 'IOC', 'FOK') }),
  fc.record({ type: fc.constant('post_only'), on: fc.boolean() }),
) as fc.Arbitrary<Edit>;

test('after any edits the ticket stays readable, and the derived field never costs more than the typed one', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { maxLength: 30 }), (edits) => {
      const form = after(start, ...edits);
      for (const text of [form.price, form.stop, form.amount, form.total]) {
        expect(text === '' || parse(text.replace(/\.$/, '')) !== undefined).toBe(true);
      }
      expect((form.total.split('.')[1] ?? '').length).toBeLessThanOrEqual(10);
      const at = effectivePrice(form, terms);
      if (at === 0n) return;
      if (form.by === 'total') {
        expect(isMultipleOf(readAmount(form.amount), terms.lot)).toBe(true);
        expect(mulDown(readAmount(form.amount), at)).toBeLessThanOrEqual(readAmount(form.total));
      } else {
        expect(readAmount(form.total)).toBe(mulDown(readAmount(form.amount), at));
      }
    }),
  );
});

test('a percentage of the balance never exceeds the balance', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100 }),
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      fc.constantFrom<Form['side']>('buy', 'sell'),
      (percent, units, side) => {
        const held = { base: amount(units), quote: amount(units) };
        const form = after(start, { type: 'side', side }, { type: 'share', percent, funds: held });
        const requested = side === 'buy' ? readAmount(form.total) : readAmount(form.amount);
        expect(requested).toBeLessThanOrEqual(units);
        if (percent === 100 && side === 'sell') expect(units - requested).toBeLessThan(terms.lot);
      },
    ),
  );
});

test('a total has the decimals of tick times lot', () => {
  expect(totalDecimals(terms)).toBe(6);
});

test('a draft stays as typed; without a size and a typed price it follows the market', () => {
  expect(resumeForm(undefined, '31000')).toEqual(emptyForm('buy', '31000'));
  const sized = after(start, { type: 'amount', text: '0.01' });
  expect(resumeForm(sized, '31000')).toBe(sized);
  const priced = after(start, { type: 'price', text: '29000' });
  expect(resumeForm(priced, '31000')).toBe(priced);
  const sold = after(start, { type: 'side', side: 'sell' });
  expect(resumeForm(sold, '31000')).toMatchObject({ side: 'sell', price: '31000', filledIn: '31000' });
  const placed = after(priced, { type: 'amount', text: '0.01' }, { type: 'placed' });
  expect(resumeForm(placed, '31000')).toMatchObject({ price: '31000', amount: '', total: '' });
});

test('a step of the amount, the other side and a placed order reset the slider', () => {
  const half = after(start, { type: 'share', percent: 50, funds });
  expect(after(half, { type: 'step', field: 'amount', up: true })).toMatchObject({ by: 'amount', share: 0 });
  expect(after(half, { type: 'side', side: 'sell' }).share).toBe(0);
  expect(after(half, { type: 'placed' })).toMatchObject({ price: '30000', amount: '', total: '', share: 0 });
});

test('a pair sells for its limit, whatever its stop', () => {
  const pair: Form = { ...start, side: 'sell', orderType: 'oco', stop: '28000' };
  expect(after(pair, { type: 'amount', text: '0.01' }).total).toBe('300');
});
