import fc from 'fast-check';
import { price } from '@karat/money';
import { describe, expect, test } from 'vitest';
import { ONE, exp, fixed, isqrt, normal } from './fixed.ts';
import { BEHAVIOURS } from './instruments.ts';
import type { Behaviour } from './instruments.ts';
import { createWalk } from './walk.ts';

const base = new Map(BEHAVIOURS.map(({ symbol, anchor }) => [symbol, anchor]));
const seed = (n: number): string => n.toString(16).padStart(64, '0');
const walkOf = (n: number, day = '2026-11-20') => createWalk({ day, seed: seed(n), base });
const behaviour = (symbol: string): Behaviour => {
  const found = BEHAVIOURS.find((row) => row.symbol === symbol);
  if (!found) throw new Error(symbol);
  return found;
};
const BTC = behaviour('BTC/USDT');
const AAPL = behaviour('AAPL/USDT');
const at = (symbol: Behaviour, n: number, second: number, day?: string): number =>
  Number(walkOf(n, day).priceAt(symbol, second) ?? 0n) / 1e10;

describe('the arithmetic', () => {
  test('exp agrees with the exponential function', () => {
    for (const x of [-2, -0.3, -0.001, 0, 0.02, 0.7, 3]) {
      expect(Number(exp(BigInt(Math.round(x * 1e15)))) / 1e15).toBeCloseTo(Math.exp(x), 10);
    }
  });
  test('isqrt is the largest whole root', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (n) => {
        const root = isqrt(n);
        expect(root * root <= n && (root + 1n) * (root + 1n) > n).toBe(true);
      }),
    );
  });
  test('draws have mean 0 and deviation 1', () => {
    const draws = Array.from({ length: 4000 }, (_, i) => Number(normal(`draw ${i}`)) / Number(ONE));
    const mean = draws.reduce((a, b) => a + b, 0) / draws.length;
    const variance = draws.reduce((a, b) => a + (b - mean) ** 2, 0) / draws.length;
    expect(Math.abs(mean)).toBeLessThan(0.06);
    expect(Math.abs(variance - 1)).toBeLessThan(0.08);
  });
  test('decimal literals are read exactly', () => expect(fixed('0.025')).toBe((25n * ONE) / 1000n));
});

describe('a day of simulated prices', () => {
  test('is the same from the same seed, permanently: these figures must never change', () => {
    const walk = walkOf(1);
    expect(walk.priceAt(BTC, 70_123)).toBe(price('92233.575'));
    expect(walk.priceAt(behaviour('USDC/USDT'), 70_123)).toBe(price('0.999592'));
    expect(walk.priceAt(AAPL, 70_123)).toBe(price('269.4287'));
    expect(walkOf(2).priceAt(BTC, 70_123)).not.toBe(walk.priceAt(BTC, 70_123));
  });

  test('does not depend on the order in which its seconds are read', () => {
    const seconds = [3, 70_123, 899, 900, 86_400, 450, 70_124, 0];
    const inOrder = walkOf(1);
    const expected = new Map(
      seconds.toSorted((a, b) => a - b).map((second) => [second, inOrder.priceAt(BTC, second)]),
    );
    const jumping = walkOf(1);
    for (const second of seconds) expect(jumping.priceAt(BTC, second)).toBe(expected.get(second));
  });

  test('begins at its base price', () => {
    for (const row of BEHAVIOURS) expect(walkOf(3).priceAt(row, 0)).toBe(row.anchor);
  });

  test('never moves by more than a few deviations from one second to the next, also where quarters meet', () => {
    const walk = walkOf(4);
    for (let second = 82_000; second < 86_400; second++) {
      const a = walk.priceAt(BTC, second);
      const b = walk.priceAt(BTC, second + 1);
      if (a === undefined || b === undefined) throw new Error('no price');
      expect(Math.abs(Number(b - a) / Number(a))).toBeLessThan(0.002);
      expect(b).not.toBe(0n);
    }
  });

  test('has about the expected volatility over many days', () => {
    const returns = Array.from({ length: 300 }, (_, n) => Math.log(at(BTC, n + 10, 86_400) / 92_000));
    const deviation = Math.sqrt(returns.reduce((a, b) => a + b * b, 0) / returns.length);
    expect(deviation).toBeGreaterThan(0.015);
    expect(deviation).toBeLessThan(0.04);
  });

  test('coins move together, the dollar coin stays at a dollar', () => {
    const ETH = behaviour('ETH/USDT');
    let together = 0;
    for (let n = 10; n < 210; n++) {
      const btc = at(BTC, n, 86_400) - 92_000;
      const eth = at(ETH, n, 86_400) - 3_100;
      if (btc > 0 === eth > 0) together++;
      expect(Math.abs(at(behaviour('USDC/USDT'), n, 86_400) - 0.9998)).toBeLessThan(0.004);
    }
    expect(together).toBeGreaterThan(130);
  });

  test('stocks move in their session only', () => {
    const open = 14.5 * 3600;
    const close = 21 * 3600;
    const walk = walkOf(5);
    expect(walk.priceAt(AAPL, open)).toBe(AAPL.anchor);
    expect(walk.priceAt(AAPL, open + 3600)).not.toBe(AAPL.anchor);
    expect(walk.priceAt(AAPL, 86_400)).toBe(walk.priceAt(AAPL, close));
    expect(at(AAPL, 5, 60_000, '2026-11-21')).toBe(268);
  });

  test('a price far from its anchor returns over time', () => {
    let last = price('2');
    const USDC = behaviour('USDC/USDT');
    for (let n = 0; n < 20; n++) {
      const walk = createWalk({ day: '2026-11-20', seed: seed(n), base: new Map([['USDC/USDT', last]]) });
      last = walk.priceAt(USDC, 86_400) ?? last;
    }
    expect(Math.abs(Number(last) / 1e10 - 1)).toBeLessThan(0.02);
  });
});
