import { UNIT, amount, format, isMultipleOf, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closingPrice, contractMargin, contractProfit } from './amounts.ts';
import { changeAtStop, returnAtStop, stopAtChange, stopAtReturn } from './stops.ts';
import type { StopTarget } from './stops.ts';

const target = (side: 'long' | 'short', stop: 'takeProfit' | 'stopLoss', entry = '50000.2'): StopTarget => ({
  side,
  stop,
  entry: price(entry),
  tick: price('0.1'),
});
const shown = (level: Price | undefined): string | undefined => level && format(level);

test.each([
  ['long', 'takeProfit', '51000.2'],
  ['long', 'stopLoss', '49000.2'],
  ['short', 'takeProfit', '49000.2'],
  ['short', 'stopLoss', '51000.2'],
] as const)('2 %% of a %s: %s at %s, between ticks towards the entry', (side, stop, level) => {
  // 50,000.2 x 1.02 = 51,000.204, and x 0.98 = 49,000.196.
  expect(shown(stopAtChange(target(side, stop), amount('2')))).toBe(level);
});

test.each([
  ['long', 'takeProfit', '51000.4'],
  ['long', 'stopLoss', '49000.4'],
  ['short', 'takeProfit', '49000'],
  ['short', 'stopLoss', '51000'],
] as const)('20 %% on the margin of a %s at 10x: %s at %s, with the spread', (side, stop, level) => {
  // The closing prices are those of 2 %; the index is a spread of 0.2 away from them.
  const terms = { multiple: 10, spread: price('0.2') };
  expect(shown(stopAtReturn(target(side, stop), amount('20'), terms))).toBe(level);
});

test('a change that is smaller than a tick gives the first tick beyond the entry', () => {
  const tiny = amount('0.0000001');
  const at = (side: 'long' | 'short', stop: 'takeProfit' | 'stopLoss', entry?: string) =>
    shown(stopAtChange(target(side, stop, entry), tiny));
  expect(at('long', 'takeProfit')).toBe('50000.3');
  expect(at('long', 'stopLoss')).toBe('50000.1');
  expect(at('short', 'takeProfit', '50000.25')).toBe('50000.2');
  expect(at('short', 'stopLoss', '50000.25')).toBe('50000.3');
});

test('a loss that the spread alone exceeds gives the first tick beyond the entry', () => {
  const terms = { multiple: 100, spread: price('20') };
  expect(shown(stopAtReturn(target('long', 'stopLoss'), amount('1'), terms))).toBe('50000.1');
  expect(shown(stopAtReturn(target('short', 'stopLoss'), amount('1'), terms))).toBe('50000.3');
});

test('a fall of the whole price has no level', () => {
  expect(stopAtChange(target('long', 'stopLoss'), amount('100'))).toBeUndefined();
  expect(stopAtChange(target('short', 'takeProfit'), amount('250'))).toBeUndefined();
  const terms = { multiple: 10, spread: price('0') };
  expect(stopAtReturn(target('long', 'stopLoss'), amount('1000'), terms)).toBeUndefined();
  expect(shown(stopAtReturn(target('long', 'stopLoss'), amount('999.9999'), terms))).toBe('0.1');
});

test('a level in percent is a gain for a take-profit and a loss for a stop-loss', () => {
  const terms = { multiple: 10, spread: price('0.2') };
  const at = (side: 'long' | 'short', stop: 'takeProfit' | 'stopLoss', level: string) =>
    [
      changeAtStop(target(side, stop), price(level)),
      returnAtStop(target(side, stop), price(level), terms),
    ].map((percent) => format(percent));
  // A long closes at 51,999.8: 1,999.6 of 50,000.2.
  expect(at('long', 'takeProfit', '52000')).toEqual(['4', '39.99']);
  expect(at('long', 'stopLoss', '49000')).toEqual(['2', '20.01']);
  expect(at('short', 'stopLoss', '51000.2')).toEqual(['2', '20']);
  expect(at('long', 'stopLoss', '50500')).toEqual(['-1', '-9.99']);
});

const anyTarget: fc.Arbitrary<StopTarget> = fc.record({
  side: fc.constantFrom('long', 'short'),
  stop: fc.constantFrom('takeProfit', 'stopLoss'),
  entry: fc.bigInt({ min: 1n, max: 10n ** 16n }).map((value) => price(value)),
  tick: fc.constantFrom('0.0000000001', '0.0001', '0.01', '0.5', '10').map((text) => price(text)),
});
const anyPercent: fc.Arbitrary<Amount> = fc
  .bigInt({ min: 1n, max: 500n * UNIT })
  .map((value) => amount(value));
const isAbove = ({ side, stop }: StopTarget): boolean => (side === 'long') === (stop === 'takeProfit');

test('a level is a tick beyond the entry, on its own side, and at most a tick short of the change', () => {
  fc.assert(
    fc.property(anyTarget, anyPercent, (at, percent) => {
      const level = stopAtChange(at, percent);
      const sign = isAbove(at) ? 1n : -1n;
      // In units of a price x 100 %.
      const exact = at.entry * (100n * UNIT + sign * percent);
      if (level === undefined) {
        expect(sign).toBe(-1n);
        expect(exact <= 0n || at.entry <= at.tick || at.entry * percent < at.tick * 100n * UNIT).toBe(true);
        return;
      }
      expect(isMultipleOf(level, at.tick)).toBe(true);
      const distance = (level - at.entry) * sign;
      expect(distance > 0n).toBe(true);
      const missing = (exact - level * 100n * UNIT) * sign;
      // Not farther than asked for, unless it is the nearest tick there is.
      expect(missing >= 0n || distance <= at.tick).toBe(true);
      expect(missing < at.tick * 100n * UNIT).toBe(true);
    }),
  );
});

test('the percentage of a level that was rounded differs by less than a tick', () => {
  fc.assert(
    fc.property(anyTarget, anyPercent, (at, percent) => {
      const level = stopAtChange(at, percent);
      if (level === undefined) return;
      const change = changeAtStop(at, level);
      const tick = (at.tick * 100n * UNIT) / at.entry + UNIT / 100n + 1n;
      expect(change - percent < tick && percent - change < tick).toBe(true);
    }),
  );
});

test('a larger percentage never gives a nearer level', () => {
  fc.assert(
    fc.property(anyTarget, anyPercent, anyPercent, (at, one, other) => {
      const [near, far] = one < other ? [one, other] : [other, one];
      const [first, second] = [stopAtChange(at, near), stopAtChange(at, far)];
      if (first === undefined) expect(second).toBeUndefined();
      else if (second !== undefined) expect(isAbove(at) ? second >= first : second <= first).toBe(true);
    }),
  );
});

test('the close at a level never loses more than the return on the margin, unless the spread does', () => {
  const cases = fc.record({
    at: anyTarget,
    percent: anyPercent,
    multiple: fc.integer({ min: 1, max: 200 }),
    spread: fc.bigInt({ min: 0n, max: UNIT }).map((value) => price(value)),
  });
  fc.assert(
    fc.property(cases, ({ at, percent, multiple, spread }) => {
      const level = stopAtReturn(at, percent, { multiple, spread });
      if (level === undefined || (level - at.entry) ** 2n <= at.tick ** 2n) return;
      const close = closingPrice(at.side, level, spread);
      const one = amount('1');
      const profit = contractProfit(at.side, one, at.entry, close);
      const margin = contractMargin(one, at.entry, multiple);
      // Profit and margin are rounded at six decimals: one of their units, at the leverage.
      const unit = 10_000n;
      const asked = (margin * percent) / (100n * UNIT);
      if (at.stop === 'stopLoss') expect(-profit <= asked + 2n * unit).toBe(true);
      else expect(profit <= asked + 2n * unit).toBe(true);
    }),
  );
});
