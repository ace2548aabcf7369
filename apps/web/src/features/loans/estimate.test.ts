import { amount, price, rate } from '@karat/money';
import { describe, expect, test } from 'vitest';
import { estimateLoan, pricedCollateral, problemOf, typedAmount, typedDays } from './estimate.ts';
import type { Config, Draft, DraftProblem } from './estimate.ts';

const [BTC, ETH, USDT, NEW] = [1, 2, 3, 9] as const;
const currency = (id: number, decimals: number, unit: string | null, available: string | null) => ({
  ...{ id, name: `C${id}`, decimals, price: unit, pool: '1000000', available },
});
const config: Config = {
  ...{ min: '100', max: '1000000', leverage: 3, days_min: 7, days_max: 90 },
  ...{ call_percent: 150, liquidation_percent: 110, release_percent: 200, overdue_rate: '0.5' },
  ...{ usual_rate: '0.05', conversion_fee: '0.2', decide_days: 3, vip_level: 2 },
  currencies: [
    currency(BTC, 8, '30000', '0.5'),
    currency(ETH, 6, '2000', null),
    currency(USDT, 6, '1', '20000'),
    currency(NEW, 4, null, '100'),
  ],
  caller: null,
};
const line = (id: number, text: string) => ({ currency: id, text });
const draftWith = (more: Partial<Draft> = {}): Draft => ({
  ...{ currency: USDT, amount: '10000', days: '30', collateral: [line(BTC, '0.5')] },
  ...more,
});
const estimated = (more: Partial<Draft> = {}) => {
  const found = estimateLoan(config, draftWith(more));
  if (!found) throw new Error('the currency has a price');
  return found;
};

test('an amount is above zero, days are a whole number without zeros in front', () => {
  expect(['1', '0.5', '0', '', '-1', 'x'].map(typedAmount)).toEqual([
    ...[amount('1'), amount('0.5')],
    ...[undefined, undefined, undefined, undefined],
  ]);
  expect(['7', ' 30 ', '9999'].map(typedDays)).toEqual([7, 30, 9999]);
  expect(['0', '07', '10000', '1.5', '3 0', '', 'x7', '7x'].map(typedDays)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  );
});

test('collateral without an amount, a price or a known currency does not count', () => {
  const lines = [
    line(BTC, '0.5'),
    line(ETH, ''),
    line(ETH, '0'),
    line(NEW, '5'),
    line(77, '5'),
    line(ETH, '2'),
  ];
  expect(pricedCollateral(config, lines)).toEqual([
    { currency: BTC, amount: amount('0.5'), price: price('30000') },
    { currency: ETH, amount: amount('2'), price: price('2000') },
  ]);
});

describe('an estimate', () => {
  test('of dollars on bitcoin names interest, debt, risk and the price of its end', () => {
    expect(estimated()).toEqual({
      max: amount('45000'),
      limits: { min: amount('100'), max: amount('1000000') },
      isWithinLeverage: true,
      terms: {
        interestDay: amount('5'),
        interestTerm: amount('150'),
        dueTotal: amount('10150'),
        riskRate: rate('250'),
        levels: [{ currency: BTC, level: { side: 'below', price: price('2000') } }],
      },
    });
  });

  test('of bitcoin on dollars ends above a price, and its limits are rounded into the range', () => {
    const { max, limits, terms } = estimated({
      currency: BTC,
      amount: '0.1',
      collateral: [line(USDT, '1500')],
    });
    expect(max).toBe(amount('0.15'));
    expect(limits).toEqual({ min: amount('0.00333334'), max: amount('33.33333333') });
    expect(terms).toMatchObject({ interestDay: amount('0.00005'), riskRate: rate('150') });
    expect(terms?.levels).toEqual([{ currency: BTC, level: { side: 'above', price: price('150000') } }]);
  });

  test('counts the borrowed money together with collateral of the same currency', () => {
    const { terms } = estimated({ collateral: [line(USDT, '500'), line(ETH, '2')] });
    expect(terms?.riskRate).toBe(rate('145'));
    expect(terms?.levels).toEqual([{ currency: ETH, level: { side: 'below', price: price('250') } }]);
  });

  test('has no terms without an amount or days, and none at all without a price', () => {
    expect(estimated({ amount: '' })).toMatchObject({ isWithinLeverage: true, terms: undefined });
    expect(estimated({ days: '' }).terms).toBeUndefined();
    expect(estimateLoan(config, draftWith({ currency: NEW }))).toBeUndefined();
    expect(estimateLoan(config, draftWith({ currency: 77 }))).toBeUndefined();
  });

  test('allows exactly three times the collateral', () => {
    expect(estimated({ amount: '45000' }).isWithinLeverage).toBe(true);
    expect(estimated({ amount: '45000.000001' }).isWithinLeverage).toBe(false);
  });
});

describe('the first problem of a draft', () => {
  const problem = (more: Partial<Draft>): DraftProblem | undefined =>
    problemOf(config, draftWith(more), estimated(more));

  test('is none at the limits themselves', () => {
    expect(problem({})).toBeUndefined();
    expect(problem({ amount: '100' })).toBeUndefined();
    expect([problem({ days: '7' }), problem({ days: '90' })]).toEqual([undefined, undefined]);
    expect(problem({ amount: '45000' })).toBeUndefined();
    expect(problem({ amount: '1000', collateral: [line(USDT, '20000')] })).toBeUndefined();
    // The balance of a visitor, and of a currency that is not there, is not known.
    expect(problem({ collateral: [line(ETH, '5000')] })).toBeUndefined();
  });

  test.each<[DraftProblem, Partial<Draft>]>([
    ['amount', { amount: '0', days: '' }],
    ['range', { amount: '99.999999' }],
    ['range', { amount: '1000000.000001', days: '' }],
    ['days', { days: '6' }],
    ['days', { days: '91' }],
    ['days', { days: '', collateral: [] }],
    ['collateral', { collateral: [] }],
    ['collateral', { collateral: [line(BTC, ''), line(NEW, '5')] }],
    ['balance', { collateral: [line(BTC, '0.50000001')] }],
    ['balance', { amount: '100000', collateral: [line(ETH, '1'), line(USDT, '20000.000001')] }],
    ['leverage', { amount: '45000.000001' }],
  ])('is %s', (expected, more) => {
    expect(problem(more)).toBe(expected);
  });
});
