import { amount, format, price, rate, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWithinLeverage, loanLimitsIn, maxBorrowable, maxRelease } from './amounts.ts';
import {
  LOAN_DAY_MS,
  addCharge,
  interestOfTerm,
  loanCharge,
  loanChargeMs,
  loanDebt,
  loanDueMs,
  reduceDebt,
  splitRepayment,
  startedLoanDays,
} from './interest.ts';
import type { LoanDebt } from './interest.ts';
import { coverShortfall, liquidateLoan } from './liquidation.ts';
import { exactLoanValue, isLoanBelow, loanLiquidationLevel, loanRiskRate } from './risk.ts';

const usdt = (text: string) => ({ amount: amount(text), price: price('1') });
const ONE_HOUR_MS = 3_600_000;

test('equity 300,000 and debt 600,000: 660,000 of assets are kept, 659,999.99 are liquidated', () => {
  const debt = usdt('600000');
  expect(isLoanBelow({ assets: [usdt('660000')], debt }, 110)).toBe(false);
  expect(isLoanBelow({ assets: [usdt('659999.99')], debt }, 110)).toBe(true);
  expect(loanRiskRate({ assets: [usdt('660000')], debt })).toBe(rate('110'));
  expect(loanRiskRate({ assets: [usdt('659999.99')], debt })).toBe(rate('109.99'));
  expect(loanRiskRate({ assets: [usdt('900000')], debt })).toBe(rate('150'));
  expect(loanRiskRate({ assets: [usdt('900000')], debt: usdt('0') })).toBeUndefined();
});

test('600,000 overdue by 3 days and 1 hour cost 12,000, by exactly 3 days 9,000', () => {
  const terms = { startedMs: 0, days: 7, daily: rate('0'), decimals: 6 };
  const due = loanDueMs(0, 7);
  const overdueAt = (now: number): string => {
    let debt: LoanDebt = { principal: amount('600000'), interest: amount('0'), overdue: amount('0') };
    for (let day = 1; loanChargeMs(0, day) <= now; day += 1)
      debt = addCharge(debt, loanCharge(debt, terms, day));
    return format(debt.overdue);
  };
  expect(overdueAt(due)).toBe('0');
  expect(overdueAt(due + 1)).toBe('3000');
  expect(overdueAt(due + 3 * LOAN_DAY_MS)).toBe('9000');
  expect(overdueAt(due + 3 * LOAN_DAY_MS + ONE_HOUR_MS)).toBe('12000');
  expect(startedLoanDays(due, due + 3 * LOAN_DAY_MS + ONE_HOUR_MS)).toBe(4);
});

test('a day is charged once it has started: the first at once, a term of 7 days 7 times', () => {
  const charged = (now: number): number => {
    let day = 0;
    while (loanChargeMs(1_000, day + 1) <= now) day += 1;
    return day;
  };
  expect(charged(999)).toBe(0);
  expect(charged(1_000)).toBe(1);
  expect(charged(1_000 + LOAN_DAY_MS)).toBe(1);
  expect(charged(1_001 + LOAN_DAY_MS)).toBe(2);
  expect(charged(loanDueMs(1_000, 7))).toBe(7);
  const terms = { days: 7, daily: rate('0.0003'), decimals: 6 };
  expect(format(interestOfTerm(amount('600000'), terms))).toBe('1260');
});

test('a loan is at most three times the equity and within its limits', () => {
  const limits = { min: amount('500000'), max: amount('10000000') };
  const btc = { price: price('50000'), decimals: 8 };
  expect(format(maxBorrowable([usdt('300000')], limits, { price: price('1'), decimals: 6 }))).toBe('900000');
  expect(format(maxBorrowable([usdt('300000')], limits, btc))).toBe('18');
  expect(format(maxBorrowable([usdt('9000000')], limits, btc))).toBe('200');
  expect(loanLimitsIn(limits, btc)).toEqual({ min: amount('10'), max: amount('200') });
  const thirds = { price: price('3'), decimals: 2 };
  expect(loanLimitsIn({ min: amount('10'), max: amount('10') }, thirds)).toEqual({
    min: amount('3.34'),
    max: amount('3.33'),
  });
  expect(isWithinLeverage([usdt('300000')], usdt('900000'))).toBe(true);
  expect(isWithinLeverage([usdt('300000')], usdt('900000.000001'))).toBe(false);
});

test('liquidation prices: below for an asset, above for the currency of the debt, none where no price liquidates', () => {
  const btc = { currency: 1, amount: amount('5'), price: price('60000') };
  const dollars = { ...usdt('600000'), currency: 3 };
  const debt = { ...usdt('600000'), currency: 3 };
  expect(loanLiquidationLevel([dollars, btc], debt, 1)).toEqual({ price: price('12000'), side: 'below' });
  const coins = { currency: 1, amount: amount('10'), price: price('60000') };
  const owed = { currency: 1, amount: amount('10'), price: price('60000') };
  expect(loanLiquidationLevel([{ ...usdt('300000'), currency: 3 }, coins], owed, 1)).toEqual({
    price: price('300000'),
    side: 'above',
  });
  expect(loanLiquidationLevel([{ ...usdt('700000'), currency: 3 }, btc], debt, 1)).toBeUndefined();
});

const positive = (max: bigint) => fc.bigInt({ min: 1n, max });
const asset = fc.record({
  currency: fc.integer({ min: 1, max: 4 }),
  amount: positive(10n ** 18n).map((units) => amount(units - (units % 10_000n))),
  price: positive(10n ** 15n).map((units) => price(units)),
  decimals: fc.constant(6),
});
const assets = fc.uniqueArray(asset, { maxLength: 4, selector: ({ currency }) => currency });
const debtOf = asset.map((each) => ({ ...each, amount: amount(each.amount + 10_000n) }));

test('a liquidation covers the debt, sells no more than needed, and its parts sum to the assets', () => {
  fc.assert(
    fc.property(assets, debtOf, (held, debt) => {
      const result = liquidateLoan(held, debt);
      const sold = held.map((each) => ({
        ...each,
        amount: result.assets.find(({ currency }) => currency === each.currency)?.sold ?? amount(0n),
      }));
      for (const each of result.assets) {
        const before = held.find(({ currency }) => currency === each.currency);
        expect(each.sold + each.returned).toBe(before?.amount);
        expect(each.sold >= 0n && each.returned >= 0n).toBe(true);
      }
      const paid = exactLoanValue(sold) + result.shortfall * debt.price;
      expect(paid >= debt.amount * debt.price).toBe(true);
      // Each sale rounds up by less than one last place of its currency.
      const tolerance = sum(held.map(({ price: unit }) => amount(unit * 10_000n))) + debt.price * 10_000n;
      expect(paid - debt.amount * debt.price <= tolerance).toBe(true);
      if (result.shortfall > 0n) expect(result.assets.every(({ returned }) => returned === 0n)).toBe(true);
    }),
  );
});

test('the risk rate never falls when an asset grows or its price rises, and never rises with the debt', () => {
  fc.assert(
    fc.property(assets, asset, debtOf, positive(10n ** 12n), (held, more, debt, change) => {
      const rateOf = (all: typeof held, owed: typeof debt): bigint =>
        loanRiskRate({ assets: all, debt: owed }) ?? 0n;
      const before = rateOf([...held, more], debt);
      expect(rateOf([...held, { ...more, amount: amount(more.amount + change) }], debt) >= before).toBe(true);
      expect(rateOf([...held, { ...more, price: price(more.price + change) }], debt) >= before).toBe(true);
      expect(rateOf([...held, more], { ...debt, amount: amount(debt.amount + change) }) <= before).toBe(true);
    }),
  );
});

test('the largest release keeps the rate, and one last place more does not unless it is everything', () => {
  fc.assert(
    fc.property(assets, asset, debtOf, (others, taken, debt) => {
      const held = [...others.filter(({ currency }) => currency !== taken.currency), taken];
      const after = (left: Amount) => ({
        debt,
        assets: held.map((each) => (each === taken ? { ...taken, amount: left } : each)),
      });
      const max = maxRelease({ assets: held, debt }, taken, 150);
      expect(max >= 0n && max <= taken.amount).toBe(true);
      if (max > 0n) expect(isLoanBelow(after(amount(taken.amount - max)), 150)).toBe(false);
      if (max < taken.amount)
        expect(isLoanBelow(after(amount(taken.amount - max - 10_000n)), 150)).toBe(true);
    }),
  );
});

test('a repayment is split without a rest, pays overdue charges and interest first, and never leaves a negative debt', () => {
  const money = fc.bigInt({ min: 0n, max: 10n ** 18n }).map((units) => amount(units));
  fc.assert(
    fc.property(money, money, money, money, (principal, interest, overdue, payment) => {
      const debt = { principal, interest, overdue };
      const paid = splitRepayment(debt, payment);
      expect(loanDebt(paid)).toBe(payment < loanDebt(debt) ? payment : loanDebt(debt));
      const left = reduceDebt(debt, paid);
      expect(left.principal >= 0n && left.interest >= 0n && left.overdue >= 0n).toBe(true);
      if (paid.interest > 0n) expect(left.overdue).toBe(0n);
      if (paid.principal > 0n) expect(left.interest).toBe(0n);
    }),
  );
});

test('the fund pays a shortfall as far as it lasts', () => {
  expect(coverShortfall(amount('10'), amount('4'))).toEqual({ paid: amount('4'), lost: amount('6') });
  expect(coverShortfall(amount('10'), amount('40'))).toEqual({ paid: amount('10'), lost: amount('0') });
});
