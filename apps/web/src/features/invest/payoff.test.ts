import { expect, test } from 'vitest';
import { payoffLines, sharesOf, timeLeft } from './payoff.ts';

const call = { type: 'call', principal: 1, strike: 30_000, coinPayout: 1.014, quotePayout: 30_420 } as const;

test('the payout of a call rises to the strike and stays there, while the coin rises on', () => {
  const { payout, holding } = payoffLines(call);
  expect(payout.map(({ worth }) => Math.round(worth))).toEqual([25_857, 30_420, 30_420]);
  expect(holding.map(({ worth }) => Math.round(worth))).toEqual([25_500, 34_500]);
});

test('the principal of a put is worth the same at any price', () => {
  const put = {
    type: 'put',
    principal: 10_000,
    strike: 25_000,
    coinPayout: 0.404,
    quotePayout: 10_100,
  } as const;
  const { payout, holding } = payoffLines(put);
  expect(payout.map(({ worth }) => Math.round(worth))).toEqual([8_585, 10_100, 10_100]);
  expect(holding.map(({ worth }) => worth)).toEqual([10_000, 10_000]);
});

test('time left in days, hours and minutes, and nothing once it is past', () => {
  const minute = 60_000;
  expect(timeLeft((2 * 1_440 + 3 * 60 + 4) * minute, 0)).toEqual({ days: 2, hours: 3, minutes: 4 });
  // A sale that is still open never shows zero.
  expect(timeLeft(1, 0)).toEqual({ days: 0, hours: 0, minutes: 1 });
  expect(timeLeft(0, minute)).toEqual({ days: 0, hours: 0, minutes: 0 });
});

test('shares are whole numbers above zero', () => {
  expect([' 12 ', '1', '999999999'].map(sharesOf)).toEqual([12, 1, 999_999_999]);
  for (const wrong of ['', '0', '1.5', '-1', '1e3', '01', 'x'])
    expect(sharesOf(wrong), wrong).toBeUndefined();
});
