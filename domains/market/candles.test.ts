import { PERIODS, marketId } from '@karat/contract';
import type { Period } from '@karat/contract';
import fc from 'fast-check';
import { amount, price } from '@karat/money';
import { describe, expect, test } from 'vitest';
import { absorb, aggregate, filled, piecesOf } from './candles.ts';
import type { Candle } from './candles.ts';
import { keepLastDay, stats24hOf, sparkline } from './stats24h.ts';
import { bucketStarts, startAfter, startBefore, startOf, toPeriod } from './periods.ts';
import { trade } from './testing/market.ts';
import type { PublicTrade } from './types.ts';

const BTC = marketId(1);
/** A candle with one more trade in it. */
const fold = (candle: Candle | undefined, p: Period, row: PublicTrade, houseCounts = true): Candle => {
  const [piece] = piecesOf(BTC, [row], houseCounts);
  if (!piece) throw new Error('no candle');
  return absorb(candle, p, piece);
};
const at = (text: string): number => Date.parse(text) / 1000;
const second = fc.integer({ min: at('2001-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') });
const period = fc.constantFrom<Period>(...PERIODS);

describe('periods', () => {
  test('every second lies in exactly one period, and periods follow each other without a gap', () => {
    fc.assert(
      fc.property(second, period, (s, p) => {
        const start = startOf(p, s);
        const next = startAfter(p, start);
        expect(start <= s && s < next).toBe(true);
        expect(startOf(p, start)).toBe(start);
        expect(startOf(p, next)).toBe(next);
        expect(startBefore(p, next)).toBe(start);
      }),
    );
  });
  test('weeks begin on Monday, months on the first, all at midnight UTC', () => {
    fc.assert(
      fc.property(second, (s) => {
        const week = new Date(startOf('1week', s) * 1000);
        expect([week.getUTCDay(), week.getUTCHours()]).toEqual([1, 0]);
        expect(new Date(startOf('1mon', s) * 1000).toISOString()).toMatch(/-01T00:00:00.000Z$/);
      }),
    );
    expect(startOf('1week', at('2026-11-22T23:59:59Z'))).toBe(at('2026-11-16T00:00:00Z'));
    expect(startOf('1mon', at('2024-02-29T12:00:00Z'))).toBe(at('2024-02-01T00:00:00Z'));
  });
  test.each([
    ['1H', '60min'],
    ['1D', '1day'],
    ['1W', '1week'],
    ['1M', '1mon'],
    ['4H', '4H'],
    ['1min', '1min'],
  ])('%s is %s', (name, p) => expect(toPeriod(name)).toBe(p));
  test.each(['', '2min', '1m', 'constructor', '__proto__', '1h'])('%j is no period', (name) =>
    expect(toPeriod(name)).toBeUndefined(),
  );

  test('a stock has minutes in its session only, and no candle on a Sunday', () => {
    const minutes = bucketStarts(
      'stock',
      '1min',
      at('2026-11-20T00:00:00Z'),
      at('2026-11-22T23:59:59Z'),
      1500,
    );
    expect(minutes).toHaveLength(390);
    expect(minutes[0]).toBe(at('2026-11-20T14:30:00Z'));
    expect(minutes.at(-1)).toBe(at('2026-11-20T20:59:00Z'));
    expect(
      bucketStarts('stock', '1day', at('2026-11-16T00:00:00Z'), at('2026-11-22T00:00:00Z'), 1500),
    ).toHaveLength(5);
    expect(
      bucketStarts('stock', '60min', at('2026-11-20T00:00:00Z'), at('2026-11-21T00:00:00Z'), 1500),
    ).toHaveLength(7);
  });
  test('of a long range the newest are returned', () => {
    const starts = bucketStarts('coin', '1min', 0, at('2026-11-20T00:00:30Z'), 1500);
    expect(starts).toHaveLength(1500);
    expect(starts.at(-1)).toBe(at('2026-11-20T00:00:00Z'));
  });
});

/** Trades in the order of time, over some days. */
const trades = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 90_000 })),
      cents: fc.integer({ min: 1, max: 1_000_000 }),
      milli: fc.integer({ min: 1, max: 100_000 }),
    }),
    { minLength: 1, maxLength: 80 },
  )
  .map((rows) => {
    let time = at('2026-10-28T11:00:00Z') * 1000;
    return rows.map(({ gap, cents, milli }, index) => {
      time += gap * 1000;
      return trade(index + 1, time, (cents / 100).toFixed(2), (milli / 1000).toFixed(3));
    });
  });

/** All candles of a period, built trade by trade. */
function folded(rows: ReturnType<typeof trade>[], p: Period): Candle[] {
  const out: Candle[] = [];
  for (const row of rows) {
    const last = out.at(-1);
    const next = fold(last, p, row);
    if (last && next.start === last.start) out[out.length - 1] = next;
    else out.push(next);
  }
  return out;
}

test('a longer candle built from trades equals the merge of the shorter ones in it, for every pair of periods that nest', () => {
  fc.assert(
    fc.property(trades, (rows) => {
      const minutes = folded(rows, '1min');
      const days = folded(rows, '1day');
      for (const p of PERIODS) expect(aggregate(minutes, p)).toEqual(folded(rows, p));
      expect(aggregate(days, '1week')).toEqual(folded(rows, '1week'));
      expect(aggregate(days, '1mon')).toEqual(folded(rows, '1mon'));
    }),
  );
});

test('a batch of trades gives the same candles as its trades one by one', () => {
  fc.assert(
    fc.property(trades, (rows) => {
      for (const p of PERIODS) {
        const out: Candle[] = [];
        for (const piece of piecesOf(BTC, rows, true)) {
          const next = absorb(out.at(-1), p, piece);
          if (out.at(-1)?.start === next.start) out[out.length - 1] = next;
          else out.push(next);
        }
        expect(out).toEqual(folded(rows, p));
      }
    }),
  );
});

test('volume of a candle is the sum of its trades, high and low enclose all prices', () => {
  fc.assert(
    fc.property(trades, (rows) => {
      const months = folded(rows, '1mon');
      expect(months.reduce((sum, candle) => sum + candle.vol, 0n)).toBe(
        rows.reduce((sum, row) => sum + row.quantity, 0n),
      );
      expect(months.reduce((sum, candle) => sum + candle.amount, 0n)).toBe(
        rows.reduce((sum, row) => sum + row.quote, 0n),
      );
      for (const candle of folded(rows, '5min')) {
        expect(candle.low <= candle.open && candle.low <= candle.close).toBe(true);
        expect(candle.high >= candle.open && candle.high >= candle.close).toBe(true);
      }
    }),
  );
});

test('a trade between house accounts that does not count moves the price but adds no volume', () => {
  const first = fold(undefined, '1min', trade(1, 0, '10', '2'));
  expect(fold(first, '1min', trade(2, 1000, '12', '5', true), false)).toMatchObject({
    high: price('12'),
    close: price('12'),
    vol: amount('2'),
    amount: amount('20'),
  });
});

test('a trade stamped before the candle in progress counts into it', () => {
  const candle = fold(undefined, '1min', trade(1, 120_000, '10'));
  expect(fold(candle, '1min', trade(2, 60_000, '9'))).toMatchObject({
    start: 120,
    low: price('9'),
    vol: amount('2'),
  });
});

describe('minutes without a trade', () => {
  const candle = fold(undefined, '1min', trade(1, 60_000, '10', '3'));
  test('are flat at the previous close, without volume', () => {
    const rows = filled([candle], [60, 120, 180], undefined);
    expect(rows.map(({ start, open, close, vol }) => [start, open, close, vol])).toEqual([
      [60, price('10'), price('10'), amount('3')],
      [120, price('10'), price('10'), 0n],
      [180, price('10'), price('10'), 0n],
    ]);
  });
  test('before the first price there are none', () =>
    expect(filled([candle], [0, 60], undefined)).toHaveLength(1));
  test('take the close from before the range', () =>
    expect(filled([], [120, 180], candle).map(({ close }) => close)).toEqual([price('10'), price('10')]));
});

describe('the last 24 hours', () => {
  const now = at('2026-11-20T12:02:00Z');
  const five = (ago: number, open: string, close: string, vol: string): Candle => {
    const start = startOf('5min', now - ago);
    const a = price(open);
    const b = price(close);
    return {
      marketId: BTC,
      period: '5min',
      start,
      open: a,
      close: b,
      high: a > b ? a : b,
      low: a < b ? a : b,
      vol: amount(vol),
      amount: amount('0'),
      backfilled: false,
    };
  };
  test('omit what is older but open at its close', () => {
    const candles = [
      five(90_000, '50', '100', '9'),
      five(50_000, '101', '120', '1'),
      five(100, '119', '110', '2'),
    ];
    expect(stats24hOf(candles, now)).toEqual({
      price: price('110'),
      open: price('100'),
      high: price('120'),
      low: price('101'),
      volume: amount('3'),
    });
  });
  test('begin five minutes later each five minutes: the candle in progress a day ago is over', () => {
    const candles = [five(86_520, '50', '90', '9'), five(86_100, '91', '95', '1')];
    expect(candles.map(({ start }) => start)).toEqual([now - 86_520, now - 86_220]);
    expect(stats24hOf(candles, now)).toMatchObject({ open: price('90'), volume: amount('1') });
    expect(keepLastDay([five(90_000, '1', '1', '1'), ...candles], now)).toEqual(candles);
    expect(stats24hOf(candles, now + 180)).toMatchObject({ open: price('95'), volume: 0n });
  });
  test('without a trade stand at the last close', () => {
    expect(stats24hOf([five(200_000, '50', '100', '9')], now)).toEqual({
      price: price('100'),
      open: price('100'),
      high: price('100'),
      low: price('100'),
      volume: 0n,
    });
  });
  test('are unknown without any price', () => expect(stats24hOf([], now)).toBeUndefined());
  test('have a sparkline of 48 closes, the last being the present price', () => {
    const candles = [
      five(90_000, '50', '100', '9'),
      five(50_000, '101', '120', '1'),
      five(100, '119', '110', '2'),
    ];
    const closes = sparkline(candles, now);
    expect(closes).toHaveLength(48);
    expect(closes[0]).toBe(price('100'));
    expect(closes.at(-1)).toBe(price('110'));
    expect(closes.filter((close) => close === price('120')).length).toBeGreaterThan(20);
  });
});
