import fc from 'fast-check';
import { UNIT, amount, price } from '@karat/money';
import { describe, expect, test } from 'vitest';
import { centreOf, inventory, niceStep, stepFor, wantedQuotes } from './quotes.ts';
import type { QuoteInput, WantedQuote } from './quotes.ts';

const input = (change: Partial<QuoteInput> = {}): QuoteInput => ({
  centre: price('92000'),
  step: price('20'),
  lot: amount('0.00001'),
  minNotional: amount('5'),
  size: amount('2500'),
  base: amount('30'),
  quote: amount('3000000'),
  ...change,
});
const keys = (quotes: readonly WantedQuote[]): Set<string> =>
  new Set(quotes.map((quote) => `${quote.side} ${quote.price}`));

describe("a maker's quotes", () => {
  test('are ten levels a side, next to the centre but never across it', () => {
    const quotes = wantedQuotes(input());
    const bids = quotes.filter(({ side }) => side === 'buy');
    const asks = quotes.filter(({ side }) => side === 'sell');
    expect([bids.length, asks.length]).toEqual([10, 10]);
    expect(bids[0]?.price).toBe(price('91980'));
    expect(asks[0]?.price).toBe(price('92020'));
  });

  test('are on the grid, in whole lots, above the minimum and within the inventory, whatever the centre and the funds', () => {
    const any = fc.record({
      centre: fc.bigInt({ min: UNIT / 100n, max: 500_000n * UNIT }).map((units) => price(units)),
      ticks: fc.integer({ min: 1, max: 5000 }),
      base: fc.bigInt({ min: 0n, max: 50n * UNIT }).map((units) => amount(units)),
      quote: fc.bigInt({ min: 0n, max: 100_000n * UNIT }).map((units) => amount(units)),
    });
    fc.assert(
      fc.property(any, ({ centre, ticks, base, quote }) => {
        const asked = input({ centre, step: price((UNIT / 1000n) * BigInt(ticks)), base, quote });
        let spent = 0n;
        let sold = 0n;
        for (const wanted of wantedQuotes(asked)) {
          expect(wanted.price % asked.step).toBe(0n);
          expect(wanted.quantity % asked.lot).toBe(0n);
          expect(wanted.quantity * wanted.price >= asked.minNotional * UNIT).toBe(true);
          expect(wanted.side === 'buy' ? wanted.price < centre : wanted.price > centre).toBe(true);
          if (wanted.side === 'buy') spent += (wanted.quantity * wanted.price) / UNIT + 1n;
          else sold += wanted.quantity;
        }
        expect(spent * 5n <= quote * 4n + 100n && sold * 5n <= base * 4n).toBe(true);
      }),
    );
  });

  test('move by one order a side when the centre moves by a step', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3000, max: 6000 }), (number) => {
        const before = keys(wantedQuotes(input({ centre: price(UNIT * BigInt(20 * number + 3)) })));
        const after = keys(wantedQuotes(input({ centre: price(UNIT * BigInt(20 * number + 23)) })));
        const left = [...before].filter((key) => !after.has(key));
        // Once in ten steps the outer levels move too.
        expect(left.length).toBeLessThanOrEqual(4);
      }),
    );
  });
});

test('inventory shifts the centre by at most 0.08 %, against the surplus', () => {
  expect(inventory(amount('100'), amount('100'))).toBe(0n);
  expect(centreOf(price('10000'), inventory(amount('100'), amount('0')))).toBe(price('9992'));
  expect(centreOf(price('10000'), inventory(amount('0'), amount('100')))).toBe(price('10008'));
  expect(inventory(amount('0'), amount('0'))).toBe(0n);
});

test.each([
  ['18.4', '0.1', '10'],
  ['20', '0.1', '20'],
  ['0.000032', '0.00001', '0.00002'],
  ['0.00000001', '0.0001', '0.0001'],
  ['0.0535', '0.01', '0.05'],
])('a step of about %s in ticks of %s is %s', (wanted, tick, step) =>
  expect(niceStep(price(wanted), price(tick))).toBe(price(step)),
);

test('a step stays while the price moves a little, and changes when it doubles and more', () => {
  const step = stepFor(price('92000'), price('0.1'), undefined);
  expect(step).toBe(price('10'));
  expect(stepFor(price('110000'), price('0.1'), step)).toBe(step);
  expect(stepFor(price('250000'), price('0.1'), step)).toBe(price('50'));
});
