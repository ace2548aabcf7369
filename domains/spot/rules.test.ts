import { userId } from '@karat/contract';
import { ZERO, amount, format, price, rate } from '@karat/money';
import { tradeFee } from '@karat/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FEES, Movements, settle } from './settlement.ts';
import { admit, bandAround, holdOf, restingHold } from './rules.ts';
import type { MarketSnapshot } from './rules.ts';
import { priceOf, quantityOf, quoteOf, scaleOf } from './scale.ts';
import { BTC_USDT, forQuote, limit, market } from './testing/exchange.ts';
import type { PlaceInput } from './types.ts';

const scale = scaleOf(BTC_USDT);
const around: MarketSnapshot = {
  market: BTC_USDT,
  scale,
  state: 'open',
  last: 0,
  index: { price: price('30000'), stale: false },
};
const held = (input: PlaceInput): string => format(holdOf(scale, BTC_USDT.band, admit(input, around)));
const stopped = (
  input: PlaceInput,
  orderType: 'stop_limit' | 'stop_market' | 'oco',
  stop: string,
): PlaceInput => ({
  ...input,
  orderType,
  stopPrice: price(stop),
});

test('a market whose smallest trade is finer than its currencies is refused', () => {
  expect(() => scaleOf({ ...BTC_USDT, tick: price('0.01') })).toThrow('finer');
  expect(() => scaleOf({ ...BTC_USDT, lot: amount('0.000000001') })).toThrow('finer');
  // A rest below the finest amount there is, on top of a whole number of the quote currency's units.
  expect(() => scaleOf({ ...BTC_USDT, tick: price('0.1000000001') })).toThrow('finer');
});

describe('what an order holds', () => {
  test.each([
    ['a buy its cost at the limit', limit('buy', '0.3', '30010'), '9003'],
    ['a sell its quantity', limit('sell', '0.3', '30010'), '0.3'],
    [
      'a stop-limit buy its cost at the limit',
      stopped(limit('buy', '0.1', '30600'), 'stop_limit', '30500'),
      '3060',
    ],
    [
      'a stop-market buy the worst of its band',
      stopped(market('buy', '0.1'), 'stop_market', '30500'),
      '3355',
    ],
    [
      'a stop-market buy for a value that value',
      stopped(forQuote('buy', '500'), 'stop_market', '30500'),
      '500',
    ],
    ['a pair the dearer leg', stopped(limit('buy', '0.1', '29500'), 'oco', '30500'), '3355'],
    ['a selling pair its quantity once', stopped(limit('sell', '0.1', '30500'), 'oco', '29500'), '0.1'],
  ])('%s', (_, input, text) => expect(held(input)).toBe(text));
});

test('the band includes its edges, and never a price beyond', () => {
  const index = fc.bigInt({ min: 10n ** 9n, max: 10n ** 16n });
  fc.assert(
    fc.property(index, fc.bigInt({ min: 1n, max: 9n * 10n ** 9n }), (at, band) => {
      const { low, high } = bandAround(scale, price(at), rate(band));
      expect(priceOf(scale, low) * 10n ** 10n >= at * (10n ** 10n - band)).toBe(true);
      expect(priceOf(scale, high) * 10n ** 10n <= at * (10n ** 10n + band)).toBe(true);
    }),
  );
});

const trades = fc.record({
  ticks: fc.integer({ min: 1, max: 1_000_000 }),
  lots: fc.integer({ min: 1, max: 10_000_000 }),
  makerRate: fc.bigInt({ min: 0n, max: 5n * 10n ** 8n }),
  takerRate: fc.bigInt({ min: 0n, max: 5n * 10n ** 8n }),
  takerBuys: fc.boolean(),
});

test('a trade moves money and creates none, and no balance receives less than nothing', () => {
  fc.assert(
    fc.property(trades, ({ ticks, lots, makerRate, takerRate, takerBuys }) => {
      const taker = { userId: userId(200_001), rate: rate(takerRate), fromHeld: false };
      const maker = { userId: userId(200_002), rate: rate(makerRate), fromHeld: true };
      const [buyer, seller] = takerBuys ? [taker, maker] : [maker, taker];
      const quantity = quantityOf(scale, lots);
      const quote = quoteOf(scale, ticks * lots);
      const movements = new Movements();
      const trade = { scale, market: BTC_USDT, quantity, quote, buyer, seller };
      const { buyerFee, sellerFee } = settle(trade, movements);
      const entries = movements.take();
      for (const currency of [BTC_USDT.base, BTC_USDT.quote]) {
        const mine = entries.filter((entry) => entry.currency === currency);
        expect(
          mine.reduce((sum, { available = ZERO, held: kept = ZERO }) => sum + available + kept, 0n),
        ).toBe(0n);
      }
      expect(buyerFee >= 0n && buyerFee <= quantity && sellerFee >= 0n && sellerFee <= quote).toBe(true);
      expect(entries.every(({ available, held: kept }) => available !== 0n || kept !== 0n)).toBe(true);
    }),
  );
});

test('a resting order always holds exactly what its fills will take, however it is divided', () => {
  fc.assert(
    fc.property(trades, fc.integer({ min: 0, max: 100 }), ({ ticks, lots }, share) => {
      const part = Math.floor((lots * share) / 100);
      const paid = quoteOf(scale, ticks * part);
      const before = restingHold(scale, 'buy', ticks, lots);
      expect(before - paid).toBe(restingHold(scale, 'buy', ticks, lots - part));
    }),
  );
});

test('fees round up at the smallest unit and never exceed the received amount', () => {
  expect(format(tradeFee(amount('0.3'), rate('0.001'), 8))).toBe('0.0003');
  expect(format(tradeFee(amount('0.00000001'), rate('0.001'), 8))).toBe('0.00000001');
  expect(format(tradeFee(amount('1.000001'), rate('0.001'), 6))).toBe('0.001001');
  expect(tradeFee(amount('5'), rate('0'), 6)).toBe(0n);
});

test('movements of one balance become one entry, and none if they cancel out', () => {
  const movements = new Movements();
  const { base, quote } = BTC_USDT;
  movements.add(FEES, quote, amount('5'), ZERO);
  movements.add(FEES, quote, amount('-7'), amount('2'));
  movements.add(FEES, base, ZERO, amount('1'));
  movements.add(FEES, base, ZERO, amount('-1'));
  expect(movements.take()).toEqual([
    { account: FEES, currency: quote, available: amount('-2'), held: amount('2') },
  ]);
  expect(movements.take()).toEqual([]);
});

test('the last trade, not the index, decides whether a stop is already triggered', () => {
  const order = stopped(limit('buy', '0.1', '30600'), 'stop_limit', '30500');
  expect(() => admit(order, { ...around, last: 305_000 })).toThrow('stop_price_invalid');
  expect(admit(order, { ...around, last: 304_999 }).stop).toBe(305_000);
  const index = { price: price('30500'), stale: false };
  expect(() => admit(order, { ...around, index })).toThrow('stop_price_invalid');
});
