import { marketId } from '@karat/contract';
import type { Period } from '@karat/contract';
import { ZERO, format, price } from '@karat/money';
import { DAY_S } from '@karat/rules';
import { createTestDatabase } from '@karat/testkit';
import type { TestDatabase } from '@karat/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCandles } from './candle-store.ts';
import { pricesAt } from './price-history.ts';
import { insertTicks } from './tick-store.ts';

/** The start of an hour and of a day, unix seconds. */
const START = 20_000 * DAY_S;
const BTC = marketId(1);
const ETH = marketId(2);

let database: TestDatabase;

const tick = (market: typeof BTC, second: number, at: string) => ({
  ...{ marketId: market, time: START + second, price: price(at) },
  ...{ source: 'simulated' as const, quotes: '' },
});
const candle = (period: Period, second: number, close: string) => ({
  ...{ marketId: BTC, period, start: START + second, open: price('1'), high: price('999'), low: price('1') },
  ...{ close: price(close), vol: ZERO, amount: ZERO, backfilled: false },
});
/** Prices of a market some seconds after the start. */
const at = async (prefer: 'ticks' | 'candles', seconds: readonly number[], market = BTC) => {
  const points = seconds.map((second) => ({ marketId: market, second: START + second }));
  return (await pricesAt(database.db, points, prefer)).map((found) => found && format(found));
};

beforeAll(async () => {
  database = await createTestDatabase();
  await insertTicks(database.db, [tick(BTC, 100, '100'), tick(BTC, 9_000, '130'), tick(ETH, 50_000, '7')]);
  const candles = [candle('1min', 3_600, '110'), candle('60min', 3_600, '120'), candle('1day', 0, '140')];
  await writeCandles(database.db, [...candles, candle('5min', 3_600, '666')]);
});
afterAll(() => database.drop());

test('an index of the last hour counts before a candle, an older one only if no candle ended later', async () => {
  expect(await at('ticks', [3_701, 100, 3_700, 99])).toEqual(['110', '100', '100', '100']);
  expect(await at('ticks', [9_000, 8_999, 12_600, 12_601])).toEqual(['130', '120', '130', '130']);
});

test('a candle counts from its end, the one that ended last before the others, and for a day before a newer index', async () => {
  expect(await at('candles', [3_659, 3_660, 7_199, 7_200])).toEqual(['100', '110', '110', '120']);
  expect(await at('candles', [DAY_S - 1, DAY_S])).toEqual(['120', '140']);
  await insertTicks(database.db, [tick(BTC, DAY_S + 5, '150')]);
  expect(await at('candles', [2 * DAY_S, 2 * DAY_S + 1])).toEqual(['140', '150']);
});

test('before the first price it is the first within a day, and none earlier', async () => {
  expect(await at('ticks', [50_000 - DAY_S, 49_999, 50_000 - DAY_S - 1, 50_000], ETH)).toEqual([
    ...['7', '7', undefined, '7'],
  ]);
  expect(await pricesAt(database.db, [], 'ticks')).toEqual([]);
});
