import { ZERO, amount, price, rate } from '@karat/money';
import type { Amount } from '@karat/money';
import { copyLots, profitShare, roundMultiple } from '@karat/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { skipReason } from './rules.ts';
import type { CopySettings } from './rules.ts';

const multiple = (number: string) => ({ mode: 'multiple', number: amount(number) }) as const;

describe('lots of a copy', () => {
  test.each([
    ['1.236', '1.24'],
    ['1.234', '1.23'],
    ['1.235', '1.24'],
    ['2', '2'],
    ['0.333', '0.333'],
  ])('a multiple of %s counts as %s', (given, counted) => {
    expect(roundMultiple(amount(given))).toBe(amount(counted));
  });
  test('are floored to the lot step', () => {
    expect(copyLots(multiple('1.236'), amount('10'), amount('1'))).toBe(amount('12'));
    expect(copyLots(multiple('0.5'), amount('1'), amount('1'))).toBe(ZERO);
    expect(copyLots(multiple('0.55'), amount('3'), amount('0.1'))).toBe(amount('1.6'));
  });
  test('are the same for every order when they are fixed', () => {
    expect(copyLots({ mode: 'lots', number: amount('3') }, amount('99'), amount('1'))).toBe(amount('3'));
  });
});

describe('an order is not copied', () => {
  const settings: CopySettings = {
    ...multiple('1'),
    orderCap: amount('100'),
    totalCap: amount('250'),
    slippage: rate('0.01'),
  };
  const facts = {
    lots: amount('5'),
    minLots: amount('1'),
    maxLots: amount('100'),
    margin: amount('100'),
    openMargin: amount('150'),
    price: price('101'),
    traderPrice: price('100'),
  };
  test.each([
    {},
    { lots: amount('1') },
    { lots: amount('100') },
    { price: price('99') },
    { price: price('100') },
  ])('at its bounds it is: %o', (change) => {
    expect(skipReason(settings, { ...facts, ...change })).toBeUndefined();
  });
  test('with fewer lots than the least, and never with none', () => {
    expect(skipReason(settings, { ...facts, lots: amount('0.9') })).toBe('lots_too_small');
    expect(skipReason(settings, { ...facts, lots: ZERO, minLots: ZERO })).toBe('lots_too_small');
  });
  test.each([
    [{ lots: ZERO }, 'lots_too_small'],
    [{ lots: amount('101') }, 'lots_too_large'],
    [{ price: price('101.0001') }, 'slippage'],
    [{ price: price('98.9999') }, 'slippage'],
    [{ margin: amount('100.000001') }, 'order_cap'],
    [{ openMargin: amount('150.000001') }, 'total_cap'],
  ] as const)('with %o because of %s', (change, reason) => {
    expect(skipReason(settings, { ...facts, ...change })).toBe(reason);
  });
});

describe('the share of profit', () => {
  const share = (profit: string, mark: string, available = '1000000') =>
    profitShare(amount(profit), amount(mark), rate('0.1'), amount(available), 6);
  test('is a tenth of the profit above the mark, and raises the mark', () => {
    expect(share('500', '200')).toEqual({ amount: amount('30'), highWater: amount('500') });
  });
  test('is zero below the mark, which stays', () => {
    expect(share('150', '200')).toEqual({ amount: ZERO, highWater: amount('200') });
    expect(share('-80', '0')).toEqual({ amount: ZERO, highWater: ZERO });
  });
  test('is limited by the available balance', () => {
    expect(share('500', '200', '10')).toEqual({ amount: amount('10'), highWater: amount('300') });
    expect(share('500', '300')).toEqual({ amount: amount('20'), highWater: amount('500') });
  });
  test('over any days never exceeds a tenth of the highest profit', () => {
    const profits = fc.array(
      fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 0, max: 60 })),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(profits, (days) => {
        let [mark, paid, highest]: Amount[] = [ZERO, ZERO, ZERO];
        for (const [profit, available] of days) {
          const now = amount(String(profit));
          const result = profitShare(now, mark ?? ZERO, rate('0.1'), amount(String(available)), 6);
          [mark, paid] = [result.highWater, amount((paid ?? ZERO) + result.amount)];
          if (now > (highest ?? ZERO)) highest = now;
        }
        expect((paid ?? ZERO) * 10n).toBeLessThanOrEqual(highest ?? ZERO);
      }),
    );
  });
});
