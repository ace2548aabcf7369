import { format, price } from '@karat/money';
import { expect, test } from 'vitest';
import { exp, fixed, fourNormals, isqrt, normal, sqrt, uniform16, words } from './fixed.ts';
import { BEHAVIOURS } from './instruments.ts';
import type { Behaviour } from './instruments.ts';
import { createWalk } from './walk.ts';

const SEED = '5e'.repeat(32);
/** Far from the anchors, so that the way back to them shows. */
const BASE = new Map(BEHAVIOURS.map(({ symbol }, index) => [symbol, price(String(100 + index))]));
const SECONDS = [0, 1, 899, 900, 7_199, 7_201, 43_200, 52_200, 53_000, 64_799, 75_600, 86_399, 86_400];

function behaviourOf(symbol: string): Behaviour {
  const found = BEHAVIOURS.find((each) => each.symbol === symbol);
  if (!found) throw new Error(`no instrument ${symbol}`);
  return found;
}
const pricesOf = (day: string, symbol: string): string => {
  const walk = createWalk({ day, seed: SEED, base: BASE });
  return SECONDS.map((second) => format(walk.priceAt(behaviourOf(symbol), second) ?? price('0'))).join(' ');
};

// A revealed seed has to give the prices that were published, in every version.
test.each([
  [
    '2026-11-20',
    'BTC/USDT',
    '100 100.008 103.945 103.95 134.937 134.934 625.39 911.039 940.502 1553.592 2490.805 3964.856 3965.335',
  ],
  ['2026-11-20', 'AAPL/USDT', '108 108 108 108 108 108 108 108 107.6853 105.1995 106.3385 106.3385 106.3385'],
  [
    '2026-11-20',
    'GOOGL/USDT',
    '113 113 113 113 113 113 113 113 112.8539 107.5847 107.1751 107.1751 107.1751',
  ],
  ['2026-11-27', 'AAPL/USDT', '108 108 108 108 108 108 108 108 107.6853 105.1995 105.1452 105.1452 105.1452'],
  ['2026-11-21', 'AAPL/USDT', '108 108 108 108 108 108 108 108 108 108 108 108 108'],
])('on %s %s has the prices of its seed', (day, symbol, prices) => {
  expect(pricesOf(day, symbol)).toBe(prices);
});

test('seconds have the same price in whatever order they are asked for', () => {
  const walk = createWalk({ day: '2026-11-20', seed: SEED, base: BASE });
  const btc = behaviourOf('BTC/USDT');
  const backwards = SECONDS.toReversed().map((second) => format(walk.priceAt(btc, second) ?? price('0')));
  expect(backwards.toReversed().join(' ')).toBe(pricesOf('2026-11-20', 'BTC/USDT'));
});

test('an instrument without a base has no price', () => {
  const walk = createWalk({ day: '2026-11-20', seed: SEED, base: new Map() });
  expect(walk.priceAt(behaviourOf('BTC/USDT'), 5)).toBeUndefined();
});

test('texts become whole numbers of 1e-15', () => {
  expect(['1', '0.025', '-1.5', '0.000000000000001'].map(fixed)).toEqual([
    10n ** 15n,
    25n * 10n ** 12n,
    -15n * 10n ** 14n,
    1n,
  ]);
});

test('a root is the largest whole number whose square is not above', () => {
  for (let n = 0n; n < 300n; n += 1n) {
    const root = isqrt(n);
    expect(root * root <= n && (root + 1n) * (root + 1n) > n).toBe(true);
  }
  expect(isqrt(10n ** 40n)).toBe(10n ** 20n);
  expect(isqrt(10n ** 40n - 1n)).toBe(10n ** 20n - 1n);
  expect(sqrt(fixed('2'))).toBe(fixed('1.414213562373095'));
});

test('powers of e have the published digits, in both directions', () => {
  expect(exp(0n)).toBe(fixed('1'));
  expect(exp(fixed('0.25'))).toBe(fixed('1.284025416687737'));
  expect(exp(fixed('1'))).toBe(fixed('2.718281828459005'));
  expect(exp(fixed('-0.3'))).toBe(fixed('0.740818220681718'));
});

test('draws are those of the hash of their label', () => {
  expect(words('a').join(' ')).toBe(
    '51863 33042 51739 48586 64194 12723 39459 56397 42886 61432 5244 20082 47488 30597 45038 18619',
  );
  expect(uniform16('a')).toBe(51_863);
  expect(normal('a')).toBe(1_388_971_112_931_786n);
  expect(fourNormals('a')).toEqual([
    1_431_403_123_926_315n,
    1_102_175_119_591_933n,
    -37_687_977_376_641n,
    282_051_959_721_965n,
  ]);
});
