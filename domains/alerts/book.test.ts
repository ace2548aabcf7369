import { ALERT_KINDS, marketId } from '@karat/contract';
import type { AlertKind } from '@karat/contract';
import { amount, price } from '@karat/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AlertBook } from './book.ts';
import type { SideChange, WatchedAlert } from './book.ts';
import { boundsOf, changeOf, isCrossing, sideOf, thresholdOf } from './rules.ts';
import type { Side } from './types.ts';

const BTC = marketId(1);
const SIDES = ['below', 'above', 'none'] as const;

/** An alert that starts on a side at second 0. */
const alertOf = (more: Partial<WatchedAlert> = {}): WatchedAlert => ({
  ...{ id: 1, version: 1, marketId: BTC, kind: 'price', threshold: price('100') },
  ...{ side: 'below', sideMs: 0, quietMs: undefined },
  ...more,
});
const bookOf = (...alerts: WatchedAlert[]): AlertBook => {
  const book = new AlertBook();
  for (const alert of alerts) book.put(alert);
  return book;
};
/** Watches a tick and puts the alerts back with their new sides; returns the ids that fire. */
function tick(book: AlertBook, at: number, value: string, change?: bigint): number[] {
  const changes = book.take({ marketId: BTC, at, price: price(value), change: () => change });
  for (const { alert, side } of changes) book.put({ ...alert, side, sideMs: at, version: alert.version + 1 });
  return changes.filter(({ fires }) => fires).map(({ alert }) => alert.id);
}

describe('sides', () => {
  test('a price fires on its target from both directions, and by every gap over it', () => {
    for (const value of ['100', '100.0000000001', '5000'])
      expect(tick(bookOf(alertOf()), 1, value)).toEqual([1]);
    expect(tick(bookOf(alertOf()), 1, '99.9999999999')).toEqual([]);
    for (const value of ['100', '99.9999999999', '0.01'])
      expect(tick(bookOf(alertOf({ side: 'above' })), 1, value)).toEqual([1]);
  });

  test('a price that touches its target and turns back fires once, not again on its way back', () => {
    const book = bookOf(alertOf());
    expect(tick(book, 1, '100')).toEqual([1]);
    expect(tick(book, 2, '100')).toEqual([]);
    expect(tick(book, 3, '99')).toEqual([]);
    expect(tick(book, 4, '101')).toEqual([1]);
  });

  test('a change fires in its own direction only', () => {
    const rise = alertOf({ kind: 'rise_24h', threshold: amount('5') });
    const fall = alertOf({ id: 2, kind: 'fall_24h', threshold: -amount('5'), side: 'above' });
    const book = bookOf(rise, fall);
    expect(tick(book, 1, '1', amount('5'))).toEqual([1]);
    expect(tick(book, 2, '1', amount('4'))).toEqual([]);
    expect(tick(book, 3, '1', amount('6'))).toEqual([1]);
    expect(tick(book, 4, '1', -amount('5'))).toEqual([2]);
    expect(tick(book, 5, '1')).toEqual([]);
  });

  test('the change over a day is rounded towards zero, so that no alert fires early', () => {
    expect(changeOf(price('3'), price('3.15'))).toBe(BigInt(amount('5')));
    expect(changeOf(price('3'), price('3.1499999999'))).toBeLessThan(BigInt(amount('5')));
    expect(changeOf(price('3'), price('2.8500000001'))).toBeGreaterThan(-BigInt(amount('5')));
  });

  test('the bounds of a side are exactly the values at which the side differs', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<AlertKind>(...ALERT_KINDS),
        fc.constantFrom<Side>(...SIDES),
        fc.bigInt({ min: -3n, max: 3n }),
        (kind, side, distance) => {
          const threshold = thresholdOf(kind, 1_000n);
          const value = threshold + distance;
          const { rise, fall } = boundsOf(kind, threshold, side);
          const leaves = (rise !== undefined && value >= rise) || (fall !== undefined && value <= fall);
          expect(leaves).toBe(sideOf(kind, threshold, value) !== side);
        },
      ),
    );
  });
});

describe('book', () => {
  test('any walk of a price fires what a scan of all alerts fires, in whatever order alerts come and go', () => {
    const one = fc.record({ target: fc.integer({ min: 1, max: 30 }), from: fc.constantFrom<Side>(...SIDES) });
    const step = fc.record({ value: fc.integer({ min: 1, max: 30 }), gone: fc.integer({ min: 0, max: 30 }) });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), fc.array(step, { maxLength: 30 }), (alerts, steps) => {
        const all = alerts.map(({ target, from }, index) =>
          alertOf({ id: index + 1, threshold: BigInt(price(String(target))), side: from }),
        );
        const book = new AlertBook();
        book.load(all);
        const sides = new Map(all.map(({ id, side }) => [id, side]));
        for (const [at, { value, gone }] of steps.entries()) {
          book.remove(gone);
          sides.delete(gone);
          const expected: number[] = [];
          for (const { id, threshold } of all) {
            const from = sides.get(id);
            if (from === undefined) continue;
            const to = sideOf('price', threshold, price(String(value)));
            if (isCrossing('price', from, to)) expected.push(id);
            sides.set(id, to);
          }
          expect(tick(book, at + 1, String(value)).toSorted((a, b) => a - b)).toEqual(expected);
        }
        expect(book.size).toBe(sides.size);
      }),
    );
  });

  test('a silent alert watches again from its moment on, and then fires for the side it is on', () => {
    const book = bookOf(alertOf({ side: 'above', quietMs: 60_000 }));
    expect(tick(book, 59_999, '90')).toEqual([]);
    expect(tick(book, 60_000, '90')).toEqual([1]);
  });

  test('ticks up to the one that its user knows change nothing', () => {
    const book = bookOf(alertOf({ sideMs: 5_000 }));
    expect(tick(book, 5_000, '200')).toEqual([]);
    expect(tick(book, 6_000, '200')).toEqual([1]);
  });

  test('an alert that is being written is not taken twice, and an older version does not replace a newer one', () => {
    const book = bookOf(alertOf());
    const take = (at: number): SideChange[] =>
      book.take({ marketId: BTC, at, price: price('200'), change: () => undefined });
    expect(take(1)).toHaveLength(1);
    expect(take(2)).toEqual([]);
    const edited = alertOf({ version: 3, threshold: price('300') });
    book.put(edited);
    book.put(alertOf({ version: 2 }));
    book.drop(alertOf());
    expect(take(3)).toEqual([]);
    expect(tick(book, 4, '300')).toEqual([1]);
  });

  test('a market that is cleared has no alerts, others keep theirs', () => {
    const other = marketId(2);
    const book = bookOf(alertOf(), alertOf({ id: 2, marketId: other }));
    book.clear(BTC);
    expect([tick(book, 1, '200'), book.size]).toEqual([[], 1]);
  });
});
