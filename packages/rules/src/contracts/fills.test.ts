import { amount, format, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import { contractNotional, marginShare, openingPrice, closingPrice, returnOnMargin } from './amounts.ts';
import { closingFill, openingFill, overnightCharge } from './fills.ts';

/** 3 at 100 with leverage 3: margin 100, fee 0.3. */
const opening = { quantity: amount('3'), price: price('100'), multiple: 3, feeRate: rate('0.001') };
const opened = (funds: string) => {
  const { fee, margin, isCovered } = openingFill({ ...opening, funds: amount(funds) });
  return [format(fee), format(margin), isCovered];
};

test('funds that are exactly margin and fee cover an opening; one unit less leaves less margin', () => {
  expect(opened('100.3')).toEqual(['0.3', '100', true]);
  expect(opened('100.299999')).toEqual(['0.3', '99.999999', false]);
  expect(opened('0.2')).toEqual(['0.2', '0', false]);
});

const closing = {
  side: 'long' as const,
  quantity: amount('3'),
  open: price('100'),
  price: price('80'),
  feeRate: rate('0.001'),
};
const closed = (more: Partial<typeof closing>, funds: string) => {
  const { profit, shortfall, fee } = closingFill({ ...closing, ...more, funds: amount(funds) });
  return [profit, shortfall, fee].map((value) => format(value));
};

test('a loss takes the funds, then the fee what is left; the rest is a shortfall', () => {
  expect(closed({}, '100')).toEqual(['-60', '0', '0.24']);
  expect(closed({}, '60.1')).toEqual(['-60', '0', '0.1']);
  expect(closed({}, '60')).toEqual(['-60', '0', '0']);
  expect(closed({}, '59.5')).toEqual(['-60', '0.5', '0']);
  expect(closed({ price: price('120') }, '0')).toEqual(['60', '0', '0.36']);
});

test('an overnight fee is paid from the available balance, then the margin, then waived', () => {
  const night = { quantity: amount('3'), index: price('100'), rate: rate('0.01') };
  const paid = (available: string, margin: string) => {
    const { fromAvailable, fromMargin } = overnightCharge(night, amount(available), amount(margin));
    return [format(fromAvailable), format(fromMargin)];
  };
  expect(paid('5', '7')).toEqual(['3', '0']);
  expect(paid('2', '7')).toEqual(['2', '1']);
  expect(paid('2', '0.5')).toEqual(['2', '0.5']);
});

test('the margin of some lots is their share, rounded down; that of all lots is all of it', () => {
  expect(format(marginShare(amount('100'), amount('1'), amount('3')))).toBe('33.333333');
  expect(format(marginShare(amount('100.0000001'), amount('3'), amount('3')))).toBe('100.0000001');
});

test('quotes lie a spread from the index: above it to open a long and to close a short', () => {
  const [index, spread] = [price('100'), price('2')];
  expect(format(openingPrice('long', index, spread))).toBe('102');
  expect(format(openingPrice('short', index, spread))).toBe('98');
  expect(format(closingPrice('long', index, spread))).toBe('98');
  expect(format(closingPrice('short', index, spread))).toBe('102');
  expect(openingPrice('short', price('1'), spread)).toBe(1n);
});

test('a notional rounds up at six decimals; a return without a margin is zero', () => {
  expect(format(contractNotional(amount('0.3333333333'), price('0.00001')))).toBe('0.000004');
  expect(format(returnOnMargin(amount('10'), amount('0')))).toBe('0');
  expect(format(returnOnMargin(amount('10'), amount('3')))).toBe('333.33');
});
