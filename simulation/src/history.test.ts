import { PERIODS, marketId } from '@karat/contract';
import type { Period } from '@karat/contract';
import { aggregate, startAfter, startOf } from '@karat/domains/market';
import type { Candle, Market } from '@karat/domains/market';
import { amount, price } from '@karat/money';
import { describe, expect, test } from 'vitest';
import { historyOf } from './history.ts';
import { BEHAVIOURS } from './instruments.ts';

const NOW = Date.parse('2026-11-20T15:42:17Z') / 1000;
const markets = BEHAVIOURS.filter(({ symbol }) =>
  ['BTC/USDT', 'DOGE/USDT', 'AAPL/USDT'].includes(symbol),
).map(
  ({ symbol, group }, index) =>
    ({
      id: marketId(index + 1),
      symbol,
      kind: group,
      tick: price('0.00001'),
      lot: amount('0.001'),
    }) as Market,
);
const anchorOf = (symbol: string) => BEHAVIOURS.find((row) => row.symbol === symbol)?.anchor;
const history = historyOf(markets, anchorOf, NOW, { seed: 'seed', candles: 330 });
const rows = (market: Market, period: Period): Candle[] =>
  history.filter((candle) => candle.marketId === market.id && candle.period === period);

describe.each(markets.map((market) => [market.symbol, market] as const))('history of %s', (_, market) => {
  test.each(PERIODS)('has more than 300 labelled candles of %s, in order, up to now', (period) => {
    const candles = rows(market, period);
    expect(candles.length).toBeGreaterThan(300);
    expect(candles.length).toBeLessThan(500);
    expect(candles.every((candle) => candle.backfilled)).toBe(true);
    candles.forEach((candle, index) => {
      expect(candle.start).toBe(startOf(period, candle.start));
      if (index > 0) expect(candle.start).toBeGreaterThan(candles[index - 1]?.start ?? 0);
      expect(candle.low <= candle.open && candle.low <= candle.close).toBe(true);
      expect(candle.high >= candle.open && candle.high >= candle.close).toBe(true);
      expect(candle.low > 0n).toBe(true);
    });
    expect(candles.at(-1)?.start).toBe(startOf(period, NOW));
    expect(candles.at(-1)?.close).toBe(anchorOf(market.symbol));
  });

  test('a longer candle is the merge of the shorter ones in it, wherever both exist', () => {
    PERIODS.slice(0, -1).forEach((short, index) => {
      for (const long of PERIODS.slice(index + 1)) {
        const candles = rows(market, short);
        const first = candles[0]?.start ?? 0;
        // Weeks do not fit into months: a month is compared from days up.
        if (short === '1week') continue;
        const stored = new Map(rows(market, long).map((candle) => [candle.start, candle]));
        const longer = aggregate(candles, long);
        const whole = longer.filter((candle) => candle.start >= first);
        for (const candle of whole) expect(stored.get(candle.start)).toEqual(candle);
        if (long === PERIODS[index + 1] && long !== '1week') expect(whole.length).toBeGreaterThan(50);
        for (const candle of longer) {
          const around = stored.get(candle.start);
          expect(around && around.high >= candle.high && around.low <= candle.low).toBe(true);
          expect(around?.close).toBe(candle.close);
        }
      }
    });
  });

  test('each candle opens where the one before closed', () => {
    for (const period of PERIODS) {
      const candles = rows(market, period);
      candles.slice(1).forEach((candle, index) => expect(candle.open).toBe(candles[index]?.close));
    }
  });
});

test('coins have no gap in time', () => {
  const [btc] = markets;
  if (!btc) throw new Error('no market');
  for (const period of PERIODS) {
    const candles = rows(btc, period);
    candles
      .slice(1)
      .forEach((candle, i) => expect(candle.start).toBe(startAfter(period, candles[i]?.start ?? 0)));
  }
});

test('the same seed gives the same history, another one another', () => {
  const [btc] = markets;
  if (!btc) throw new Error('no market');
  expect(historyOf([btc], anchorOf, NOW, { seed: 'seed', candles: 330 })).toEqual(
    history.filter((candle) => candle.marketId === btc.id),
  );
  expect(historyOf([btc], anchorOf, NOW, { seed: 'other', candles: 330 })).not.toEqual(
    history.filter((candle) => candle.marketId === btc.id),
  );
});
