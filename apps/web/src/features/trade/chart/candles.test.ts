import { MINUTE_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import { PERIODS } from '../settings.ts';
import { CHART_PERIODS, PAGE, barOf, following, pageBefore } from './candles.ts';
import type { Bar } from './candles.ts';

const bar = (timestamp: number, close = 10): Bar => ({
  timestamp,
  open: 9,
  high: 12,
  low: 8,
  close,
  volume: 1,
  turnover: 10,
  backfilled: false,
});

test('a row of the wire becomes a bar, and live candles are made of trades', () => {
  const frame = {
    id: 60,
    period: '1min',
    open: '1.5',
    close: '2',
    high: '3',
    low: '1',
    vol: '4',
    amount: '8',
    time: MINUTE_MS,
  };
  expect(barOf(frame)).toEqual({
    timestamp: MINUTE_MS,
    open: 1.5,
    close: 2,
    high: 3,
    low: 1,
    volume: 4,
    turnover: 8,
    backfilled: false,
  });
  expect(barOf({ ...frame, period: '1min', backfilled: true }).backfilled).toBe(true);
});

test('a frame of the same period updates the last candle, which keeps its mark', () => {
  const last = { ...bar(MINUTE_MS), backfilled: true };
  expect(following(last, bar(MINUTE_MS, 11), '1min', 'coin')).toEqual([
    { ...bar(MINUTE_MS, 11), backfilled: true },
  ]);
});

test('minutes without trades are flat at the last close', () => {
  const bars = following(bar(MINUTE_MS, 10), bar(4 * MINUTE_MS, 12), '1min', 'coin');
  expect(
    bars.map(({ timestamp, open, close, volume }) => [timestamp / MINUTE_MS, open, close, volume]),
  ).toEqual([
    [2, 10, 10, 0],
    [3, 10, 10, 0],
    [4, 9, 12, 1],
  ]);
});

test('frames of the past change nothing, and the night of a stock is not filled', () => {
  expect(following(bar(2 * MINUTE_MS), bar(MINUTE_MS), '1min', 'coin')).toEqual([]);
  expect(following(bar(MINUTE_MS), bar(900 * MINUTE_MS), '1min', 'stock')).toHaveLength(1);
  expect(following(undefined, bar(MINUTE_MS), '1min', 'coin')).toEqual([bar(MINUTE_MS)]);
});

test('a gap of days is not filled without limit', () => {
  expect(following(bar(MINUTE_MS), bar(100_000 * MINUTE_MS), '1min', 'coin').length).toBeLessThanOrEqual(301);
});

test('a page ends at the requested time and spans its candles, more time for stocks', () => {
  expect(pageBefore('15min', 1_000_000_000, 'coin')).toEqual({
    from: 1_000_000_000 - PAGE * 900,
    to: 1_000_000_000,
  });
  expect(pageBefore('15min', 1_000_000_000, 'stock').from).toBeLessThan(1_000_000_000 - 3 * PAGE * 900);
  expect(pageBefore('1mon', 1_000_000_000, 'coin').from).toBe(0);
});

test('every period has its own name in the chart library', () => {
  const names = PERIODS.map((period) => `${CHART_PERIODS[period].span} ${CHART_PERIODS[period].type}`);
  expect(new Set(names).size).toBe(PERIODS.length);
});

test('the next period has no gap, and a gap of 300 periods is filled', () => {
  expect(following(bar(MINUTE_MS), bar(2 * MINUTE_MS), '1min', 'coin')).toHaveLength(1);
  expect(following(bar(MINUTE_MS), bar(302 * MINUTE_MS), '1min', 'coin')).toHaveLength(301);
  expect(following(bar(0), bar(40 * 1_440 * MINUTE_MS), '1mon', 'coin')).toHaveLength(1);
});

test('flat candles have the last close everywhere and are not backfilled', () => {
  const [flat] = following({ ...bar(MINUTE_MS, 10), backfilled: true }, bar(3 * MINUTE_MS), '1min', 'coin');
  expect(flat).toEqual({
    timestamp: 2 * MINUTE_MS,
    open: 10,
    high: 10,
    low: 10,
    close: 10,
    volume: 0,
    turnover: 0,
    backfilled: false,
  });
});

test.each([
  ['1min', 60],
  ['5min', 300],
  ['30min', 1_800],
  ['60min', 3_600],
  ['4H', 14_400],
  ['1day', 86_400],
  ['1week', 604_800],
] as const)('a page of %s spans 500 times %i seconds', (period, seconds) => {
  const { from, to } = pageBefore(period, 1_700_000_000, 'coin');
  expect(to - from).toBe(500 * seconds);
});
