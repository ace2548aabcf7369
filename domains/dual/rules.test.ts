import { amount, format, price, rate } from '@karat/money';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FEED_WAIT_MS,
  breakEvenOf,
  daysUntil,
  exposureBands,
  hongKongDate,
  isWindowComplete,
  maturityOf,
  payoutsOf,
  percentOf,
  priceOf,
  principalOf,
  rateOfPercent,
  reservesOf,
  saleStateAt,
  settlementMovements,
} from './rules.ts';
import type { Product, Settlement } from './types.ts';

const at = (text: string): number => Date.parse(text);
const MATURITY = at('2026-11-27T08:00:00Z');

test('a product matures at 16:00 in Hong Kong, in summer as in winter', () => {
  expect(maturityOf('2026-11-27')).toBe(MATURITY);
  expect(maturityOf('2026-07-01')).toBe(at('2026-07-01T16:00:00+08:00'));
  for (const wrong of ['2026-02-30', '2026-13-01', '2026-1-1', 'tomorrow', ''])
    expect(maturityOf(wrong), wrong).toBeUndefined();
});

test('days count dates in Hong Kong, so that they change at midnight there', () => {
  expect(hongKongDate(at('2026-11-20T15:59:59Z'))).toBe('2026-11-20');
  expect(hongKongDate(at('2026-11-20T16:00:00Z'))).toBe('2026-11-21');
  expect(daysUntil(MATURITY, at('2026-11-20T15:59:59.999Z'))).toBe(7);
  expect(daysUntil(MATURITY, at('2026-11-20T16:00:00Z'))).toBe(6);
  expect(daysUntil(MATURITY, at('2026-11-26T15:59:59Z'))).toBe(1);
});

test('the clocks of other places do not change the number of days', () => {
  // Europe and America set their clocks back on these days.
  expect(daysUntil(at('2026-11-05T08:00:00Z'), at('2026-10-24T02:00:00Z'))).toBe(12);
  expect(daysUntil(at('2026-04-02T08:00:00Z'), at('2026-03-05T02:00:00Z'))).toBe(28);
});

const product: Product = {
  id: 1,
  marketId: 1 as Product['marketId'],
  type: 'call',
  strike: price('30000'),
  apr: rate('0.73'),
  sharePrice: amount('0.1'),
  totalShares: 10,
  soldShares: 0,
  userMaxShares: 5,
  saleStartMs: 1_000,
  saleEndMs: 2_000,
  maturityMs: MATURITY,
  enabled: true,
};

test('a product is coming, open, sold out or ended', () => {
  expect(saleStateAt(product, 999)).toBe('coming');
  expect(saleStateAt(product, 1_000)).toBe('open');
  expect(saleStateAt(product, 1_999)).toBe('open');
  expect(saleStateAt(product, 2_000)).toBe('ended');
  expect(saleStateAt({ ...product, soldShares: 10 }, 1_500)).toBe('sold_out');
  expect(saleStateAt({ ...product, enabled: false }, 1_500)).toBe('ended');
});

test('a window is complete when a later tick is there or the index has been silent for long enough', () => {
  const last = MATURITY / 1000 - 1;
  expect(isWindowComplete(MATURITY, last, MATURITY - 1)).toBe(false);
  expect(isWindowComplete(MATURITY, last, MATURITY)).toBe(true);
  expect(isWindowComplete(MATURITY, last - 1, MATURITY)).toBe(false);
  expect(isWindowComplete(MATURITY, undefined, MATURITY + FEED_WAIT_MS - 1)).toBe(false);
  expect(isWindowComplete(MATURITY, undefined, MATURITY + FEED_WAIT_MS)).toBe(true);
});

const terms = fc.record({
  type: fc.constantFrom('call' as const, 'put' as const),
  principal: fc.bigInt(1n, 10n ** 14n).map((units) => amount(units * 10_000n)),
  strike: fc.bigInt(10n ** 8n, 10n ** 16n).map((units) => price(units)),
  days: fc.integer({ min: 1, max: 400 }),
  apr: fc.bigInt(1n, 10n ** 11n).map((units) => rate(units)),
  coinDecimals: fc.constant(8),
  quoteDecimals: fc.constant(6),
});

test('movements of a settlement sum to zero in each currency, and release exactly what was set aside', () => {
  fc.assert(
    fc.property(
      terms,
      fc.constantFrom('coin' as const, 'quote' as const, 'void' as const),
      (each, outcome) => {
        const order = { ...each, ...payoutsOf(each) };
        const reserves = reservesOf(order);
        const moves = settlementMovements(order, outcome);
        for (const currency of ['coin', 'quote'] as const) {
          const own = moves.filter((move) => move.currency === currency);
          expect(own.reduce((sum, { available, held }) => sum + available + held, 0n)).toBe(0n);
          const house = own.find(({ account }) => account === 'house');
          expect(-(house?.held ?? 0n)).toBe(reserves[currency]);
          // What was set aside covers the cost: the house pays nothing from what it has free.
          expect((house?.available ?? 0n) >= 0n).toBe(true);
        }
        const held = moves
          .filter(({ account }) => account === 'user')
          .reduce((sum, move) => sum + move.held, 0n);
        expect(held).toBe(-each.principal);
      },
    ),
  );
});

test('a settlement pays what its outcome says, in its currency; a void one returns the principal and costs nothing', () => {
  const call = {
    type: 'call',
    principal: amount('1'),
    coinPayout: amount('1.01'),
    coinCost: amount('1.0101'),
    quotePayout: amount('30420'),
    quoteCost: amount('30420.5'),
  } as const;
  const shown = (order: Parameters<typeof settlementMovements>[0], outcome: 'coin' | 'quote' | 'void') =>
    settlementMovements(order, outcome).map(
      ({ account, currency, available, held }) =>
        `${account} ${currency} ${format(available)} ${format(held)}`,
    );
  expect(shown(call, 'coin')).toEqual([
    'user coin 1.01 -1',
    'house coin 0 -0.0101',
    'rounding coin 0.0001 0',
    'house quote 30420.5 -30420.5',
  ]);
  expect(shown(call, 'quote')).toEqual([
    'user coin 0 -1',
    'house coin 1.0101 -0.0101',
    'user quote 30420 0',
    'house quote 0 -30420.5',
    'rounding quote 0.5 0',
  ]);
  expect(shown(call, 'void')).toEqual([
    'user coin 1 -1',
    'house coin 0.0101 -0.0101',
    'house quote 30420.5 -30420.5',
  ]);
  const put = { ...call, type: 'put', principal: amount('30000') } as const;
  expect(shown(put, 'coin')).toEqual([
    'user coin 1.01 0',
    'house coin 0 -1.0101',
    'rounding coin 0.0001 0',
    'user quote 0 -30000',
    'house quote 30420.5 -420.5',
  ]);
  expect(shown(put, 'void')).toEqual([
    'house coin 1.0101 -1.0101',
    'user quote 30000 -30000',
    'house quote 420.5 -420.5',
  ]);
});

test('the settlement price is the mean of the ticks or the documented price, by the basis alone', () => {
  const settlement: Settlement = {
    marketId: product.marketId,
    maturityMs: MATURITY,
    window: { count: 3, total: 90n, ends: [] },
    basis: 'ticks',
    source: { price: price('77'), document: 'a list of closing prices' },
    finishedMs: undefined,
  };
  expect(priceOf(settlement)).toEqual({ total: 90n, count: 3 });
  expect(priceOf({ ...settlement, basis: 'source' })).toEqual({ total: price('77'), count: 1 });
  expect(priceOf({ ...settlement, basis: 'void' })).toBeUndefined();
  expect(priceOf({ ...settlement, basis: undefined })).toBeUndefined();
  expect(priceOf({ ...settlement, window: undefined })).toBeUndefined();
  expect(priceOf({ ...settlement, basis: 'source', source: undefined })).toBeUndefined();
});

test('shares cost their price each, and a rate is a hundredth of its percent', () => {
  expect(format(principalOf(amount('0.1'), 7))).toBe('0.7');
  expect(format(percentOf(rate('0.73')))).toBe('73');
  expect(format(rateOfPercent(amount('73')))).toBe('0.73');
  expect(format(rateOfPercent(amount('0.00000001')))).toBe('0.0000000001');
});

test('break-even of a call lies above the strike by the yield, that of a put below it', () => {
  const call = { ...product, principal: amount('1'), days: 7, coinDecimals: 8, quoteDecimals: 6 };
  expect(format(breakEvenOf({ ...call, ...payoutsOf(call) }))).toBe('30420');
  const put = {
    ...call,
    type: 'put' as const,
    principal: amount('10000'),
    strike: price('25000'),
    days: 10,
    apr: rate('0.365'),
  };
  expect(format(breakEvenOf({ ...put, ...payoutsOf(put) }))).toBe('24752.4752475248');
});

test('exposure: what has to be bought and can be sold between the strikes', () => {
  const zero = amount('0');
  const bands = exposureBands([
    {
      strike: price('25000'),
      callPrincipal: zero,
      callCoinCost: zero,
      callQuoteCost: zero,
      putPrincipal: amount('10000'),
      putCoinCost: amount('0.404'),
      putQuoteCost: amount('10100'),
    },
    {
      strike: price('30000'),
      callPrincipal: amount('1'),
      callCoinCost: amount('1.014'),
      callQuoteCost: amount('30420'),
      putPrincipal: zero,
      putCoinCost: zero,
      putQuoteCost: zero,
    },
  ]);
  const shown = bands.map(({ from, to, coin, quote }) =>
    [from, to, coin, quote].map((value) => (value === undefined ? '-' : format(value))).join(' '),
  );
  expect(shown).toEqual([
    // Both pay coin: 0.014 of yield on the call, 0.404 for the put's USDT.
    '- 25000 -0.418 10000',
    '25000 30000 -0.014 -100',
    '30000 - 1 -30520',
  ]);
});
