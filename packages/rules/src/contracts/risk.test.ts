import { UNIT, amount, format, price } from '@karat/money';
import { expect, test } from 'vitest';
import { isCloseOut, isWarning, liquidationPrice, marginRatio, riskRate, unrealisedProfit } from './risk.ts';
import type { HeldPosition } from './risk.ts';

const state = (equity: bigint) => ({ equity, margins: amount('100') });

test('80 % warns and 50 % closes out, exactly', () => {
  const unit = 1n;
  expect([isWarning(state(80n * UNIT * UNIT)), isWarning(state(80n * UNIT * UNIT + unit))]).toEqual([
    true,
    false,
  ]);
  expect([isCloseOut(state(50n * UNIT * UNIT)), isCloseOut(state(50n * UNIT * UNIT + unit))]).toEqual([
    true,
    false,
  ]);
  expect(riskRate(state(50n * UNIT * UNIT - unit))).toBe('49.99');
});

const held = (more: Partial<HeldPosition>): HeldPosition => ({
  side: 'long',
  quantity: amount('1'),
  open: price('100'),
  spread: price('2'),
  ...more,
});
const level = (equity: string, margins: string, index: string, positions: HeldPosition[]) => {
  const tick = liquidationPrice(
    { equity: amount(equity) * UNIT, margins: amount(margins) },
    price(index),
    positions,
    2,
  );
  return tick === undefined ? undefined : format(tick);
};

test('unrealised profit sums over positions, each at its closing price', () => {
  const both = [held({}), held({ side: 'short', quantity: amount('2') })];
  // Long closes at 108: 8. Short closes at 112: -24.
  expect(unrealisedProfit(both, price('110'))).toBe(amount('-16') * UNIT);
});

test('without a net quantity no tick closes out', () => {
  expect(level('10', '10', '100', [held({}), held({ side: 'short' })])).toBeUndefined();
  expect(level('10', '10', '100', [])).toBeUndefined();
});

test('a level at or below zero is no level', () => {
  // 5 of 10 remain at 100 - 100 = 0.
  expect(level('105', '10', '100', [held({})])).toBeUndefined();
  expect(level('104.99', '10', '100', [held({ spread: price('0') })])).toBe('0.01');
  expect(level('106', '10', '100', [held({ spread: price('0') })])).toBeUndefined();
});

test('a long that its spread protects near zero has no level', () => {
  // At 1 its closing price is 1e-10 instead of -1: it loses less than the line through its prices says.
  expect(level('104', '10', '100', [held({})])).toBeUndefined();
});

test('a level of ten times the index or more is none', () => {
  const short = (equity: string) => level(equity, '10', '100', [held({ side: 'short', spread: price('0') })]);
  expect(short('904.99')).toBe('999.99');
  expect(short('905')).toBeUndefined();
});

test('levels round to the tick that closes out: down for a long, up for a short', () => {
  expect(level('10', '10', '100', [held({ quantity: amount('3') })])).toBe('98.33');
  expect(level('10', '10', '100', [held({ quantity: amount('3'), side: 'short' })])).toBe('101.67');
});

test('the margin ratio is 100 where the position is closed out, and rounds up', () => {
  const ratio = (equity: bigint) => marginRatio({ equity: equity * UNIT, margins: amount('3000') });
  expect(ratio(amount('3000'))).toBe('50.00');
  expect(ratio(amount('9000'))).toBe('16.67');
  expect(ratio(amount('1500'))).toBe('100.00');
  expect(ratio(amount('-5'))).toBe('100.00');
  expect(marginRatio({ equity: 1n, margins: amount('0') })).toBeUndefined();
});
