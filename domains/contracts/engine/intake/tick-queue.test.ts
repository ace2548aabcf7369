import { marketId } from '@karat/contract';
import type { Tick } from '@karat/domains/market';
import { price } from '@karat/money';
import { expect, test } from 'vitest';
import { TickQueue, coalesce } from './tick-queue.ts';
import type { Second } from './tick-queue.ts';

const tick = (market: number, time: number, value: number): Tick => ({
  marketId: marketId(market),
  time,
  price: price(value.toFixed(2)),
  source: 'simulated',
  quotes: '',
});
/** One market's prices, a second each. */
const walk = (...prices: readonly number[]): Second[] => prices.map((value, at) => [tick(1, at, value)]);
const pricesOf = (seconds: readonly Second[]): string[] =>
  seconds.flat().map(({ price: value }) => (Number(value) / 1e10).toString());

/** The tick that first reaches a level from above, and the next one, which fills. */
function stopAt(seconds: readonly Second[], level: number): readonly (number | undefined)[] {
  const ticks = seconds.flat();
  const reached = ticks.findIndex(({ price: value }) => Number(value) / 1e10 <= level);
  return reached < 0 ? [] : [ticks[reached]?.time, ticks[reached + 1]?.time];
}

test('new lows and highs and the tick after each are retained; ticks between them are dropped', () => {
  const seconds = walk(100, 101, 100.5, 100.6, 100.7, 99, 99.5, 99.7, 99.6, 100, 100.2);
  expect(pricesOf(coalesce(seconds, 100))).toEqual(['100', '101', '100.5', '99', '99.5', '100.2']);
});

test('every stop is reached and filled at the same ticks as without coalescing', () => {
  let seed = 7;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let run = 0; run < 50; run++) {
    let value = 100;
    const seconds = walk(...Array.from({ length: 400 }, () => (value += random() - 0.5)));
    const stored = coalesce(seconds, 400);
    expect(stored.length).toBeLessThan(200);
    for (let level = 80; level < 120; level += 0.37)
      expect(stopAt(stored, level)).toEqual(stopAt(seconds, level));
  }
});

test('beyond the limit the lowest, the highest and the last tick of each market remain, in their order', () => {
  // An endless fall sets a new low every second.
  const seconds = walk(...Array.from({ length: 50 }, (_, at) => (at === 20 ? 2_000 : 1_000 - at)));
  expect(pricesOf(coalesce(seconds, 10))).toEqual(['2000', '979', '951']);
});

test('seconds stay whole: a cross account is valued at prices of the same second', () => {
  const seconds: Second[] = Array.from({ length: 40 }, (_, at) => [
    tick(1, at, at === 10 ? 50 : 100),
    tick(2, at, at === 30 ? 50 : 100),
  ]);
  for (const second of coalesce(seconds, 100)) {
    expect(second).toHaveLength(2);
    expect(second.filter(({ price: value }) => value === price('50')).length).toBeLessThan(2);
  }
});

test('a queue respects its length, reports what it dropped, and returns the newest tick last', () => {
  const said: number[][] = [];
  const queue = new TickQueue(60, (waiting, stored) => said.push([waiting, stored]));
  for (let at = 0; at < 500; at++) queue.push([tick(1, at, 100 + (at % 7))]);
  expect(queue.length).toBeLessThanOrEqual(60);
  expect(said.length).toBeGreaterThan(5);
  expect(said[0]?.[0]).toBe(61);
  let last: Second | undefined;
  for (let next = queue.take(); next; next = queue.take()) last = next;
  expect(last?.[0]?.time).toBe(499);
});
