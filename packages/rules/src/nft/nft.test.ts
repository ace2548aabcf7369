import { amount, format, minus, plus, rate } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auctionMargin, bidObligation, extendedEnd, minimumBid, saleStatusAt } from './auction.ts';
import { artworkAt, contentsTotal, drawMessage, drawPosition, oddsPercent, withoutOne } from './draw.ts';
import { splitSale } from './sale.ts';

const START = amount('100');
const STEP = amount('5');
const WINDOW = { windowMs: 300_000, maxExtensions: 24 };

test('the first bid is at least the start price, the next at least the highest plus the increment', () => {
  expect(minimumBid({ startPrice: START, increment: STEP, current: undefined })).toBe(START);
  expect(format(minimumBid({ startPrice: START, increment: STEP, current: amount('120') }))).toBe('125');
});

test('the margin is a share of the start price, rounded up, at most the start price', () => {
  expect(format(auctionMargin(amount('100.01'), rate('0.1'), 2))).toBe('10.01');
  expect(auctionMargin(amount('0.000001'), rate('0.1'), 6)).toBe(amount('0.000001'));
});

test('a bid obliges to the margin now and to the whole bid later', () => {
  const first = bidObligation(amount('150'), amount('10'), false);
  expect([first.holdNow, first.margin, first.price, first.rest].map(format)).toEqual([
    '10',
    '10',
    '150',
    '140',
  ]);
  expect(format(bidObligation(amount('150'), amount('10'), true).holdNow)).toBe('0');
});

test('a bid in the last five minutes moves the end to five minutes after it', () => {
  const end = { endMs: 1_000_000, extensions: 0 };
  expect(extendedEnd(end, 700_000, WINDOW)).toEqual(end);
  expect(extendedEnd(end, 700_001, WINDOW)).toEqual({ endMs: 1_000_001, extensions: 1 });
  expect(extendedEnd(end, 999_999, WINDOW)).toEqual({ endMs: 1_299_999, extensions: 1 });
  expect(extendedEnd(end, 1_000_000, WINDOW)).toEqual(end);
});

test('an auction is extended 24 times at most', () => {
  let end = { endMs: 1_000_000, extensions: 0 };
  for (let bids = 0; bids < 40; bids += 1) end = extendedEnd(end, end.endMs - 1, WINDOW);
  expect(end).toEqual({ endMs: 1_000_000 + 24 * 299_999, extensions: 24 });
});

test('a sale includes its start and not its end', () => {
  const sale = { startMs: 10, endMs: 20 };
  expect([9, 10, 19, 20].map((now) => saleStatusAt(sale, now))).toEqual([
    'notStarted',
    'started',
    'started',
    'ended',
  ]);
});

test('a price splits between seller, artist and house without a remainder', () => {
  const parts = splitSale(amount('0.01'), { feeRate: rate('0.025'), royaltyRate: rate('0.05') }, 2);
  expect(Object.values(parts).map(format)).toEqual(['0.01', '0', '0']);
  const even = splitSale(amount('200'), { feeRate: rate('0.025'), royaltyRate: rate('0.1') }, 6);
  expect(Object.values(even).map(format)).toEqual(['175', '20', '5']);
  expect(() => splitSale(START, { feeRate: rate('0.6'), royaltyRate: rate('0.5') }, 2)).toThrow(RangeError);
});

test('the parts of any price sum to it and differ from exact shares by less than one unit', () => {
  const rates = fc.record({
    fee: fc.integer({ min: 0, max: 1_000 }),
    royalty: fc.integer({ min: 0, max: 1_000 }),
  });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), rates, (cents, { fee, royalty }) => {
      const price = amount(cents * 10n ** 8n);
      const terms = {
        feeRate: rate(BigInt(fee) * 10n ** 6n),
        royaltyRate: rate(BigInt(royalty) * 10n ** 6n),
      };
      const { seller, artist, house } = splitSale(price, terms, 2);
      expect(plus(plus(seller, artist), house)).toBe(price);
      const exact = (price * BigInt(royalty)) / 10_000n;
      expect(minus(artist, amount(exact)) < 10n ** 8n).toBe(true);
      expect(amount(exact) - artist < 10n ** 8n).toBe(true);
    }),
  );
});

test('a draw takes its place among the remaining editions in their order', () => {
  const contents = [
    { artwork: 7, count: 2 },
    { artwork: 8, count: 0 },
    { artwork: 9, count: 1 },
  ];
  expect([0, 1, 2].map((position) => artworkAt(contents, position))).toEqual([7, 7, 9]);
  expect(() => artworkAt(contents, 3)).toThrow(RangeError);
  expect(contentsTotal(withoutOne(contents, 9))).toBe(2);
  expect(drawPosition(Uint8Array.of(1, 2), 100)).toBe(258 % 100);
  expect(() => drawPosition(Uint8Array.of(1), 0)).toThrow(RangeError);
  expect(drawMessage('my-seed', 12, 3)).toBe('my-seed:12:3');
});

test('odds are percent of all editions, rounded down at four decimals', () => {
  expect(format(oddsPercent(1, 3))).toBe('33.3333');
  expect(format(oddsPercent(2, 100))).toBe('2');
});
