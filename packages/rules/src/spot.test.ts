import { amount, format, mulDown, price, rate } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateFill, takerFee, tradeFee } from './spot.ts';
import type { BookLevel } from './spot.ts';

const level = (at: string, quantity: string): BookLevel => ({ price: price(at), quantity: amount(quantity) });
const asks = [level('100', '1'), level('101', '2'), level('103', '5')];
const lot = amount('0.01');

test('an amount is filled level by level; the last level is the worst price', () => {
  const taking = estimateFill(asks, { quantity: amount('2'), lot });
  expect(taking).toMatchObject({
    quantity: amount('2'),
    quote: amount('201'),
    worst: price('101'),
    complete: true,
  });
  expect(taking.mean && format(taking.mean)).toBe('100.5');
});

test('a budget buys whole lots and at most what the book has', () => {
  const taking = estimateFill(asks, { budget: amount('150'), lot });
  // 1 at 100, then 50 / 101 = 0.49 in lots of 0.01.
  expect(taking).toMatchObject({ quantity: amount('1.49'), quote: amount('149.49'), complete: true });
});

test('a book with less than the amount is reported', () => {
  expect(estimateFill(asks, { quantity: amount('9'), lot })).toMatchObject({
    quantity: amount('8'),
    complete: false,
  });
  expect(estimateFill([], { quantity: amount('1'), lot })).toMatchObject({
    worst: null,
    mean: null,
    complete: false,
  });
});

test('a limit price ends the fill', () => {
  const within = (at: bigint): boolean => at <= price('101');
  expect(estimateFill(asks, { quantity: amount('9'), within, lot })).toMatchObject({
    quantity: amount('3'),
    worst: price('101'),
  });
});

const levels = fc
  .array(fc.record({ step: fc.integer({ min: 1, max: 50 }), lots: fc.integer({ min: 1, max: 500 }) }), {
    maxLength: 20,
  })
  .map((rows) => {
    let at = 100n;
    return rows.map(({ step, lots }): BookLevel => {
      at += BigInt(step);
      return { price: price(at * 10n ** 10n), quantity: amount(BigInt(lots) * lot) };
    });
  });

test('what a budget buys costs at most the budget, and one lot more would exceed it', () => {
  fc.assert(
    fc.property(levels, fc.bigInt({ min: 0n, max: 10n ** 16n }), (book, money) => {
      const taking = estimateFill(book, { budget: amount(money), lot });
      expect(taking.quote).toBeLessThanOrEqual(money);
      expect(taking.quantity % lot).toBe(0n);
      if (taking.complete && taking.worst !== null) {
        // At the last price, or the next one, no further lot is affordable.
        expect(money - taking.quote).toBeLessThan(mulDown(lot, book.at(-1)?.price ?? taking.worst) + 1n);
      }
    }),
  );
});

test('each fill pays its own fee: two fills of a smallest unit pay two units', () => {
  const dust = [level('100', '0.00000001'), level('101', '0.00000001')];
  const fill = estimateFill(dust, { quantity: amount('0.00000002'), lot: amount('0.00000001') });
  expect(format(takerFee(fill, 'quantity', rate('0.001'), 8))).toBe('0.00000002');
  expect(format(tradeFee(fill.quantity, rate('0.001'), 8))).toBe('0.00000001');
});

test('a level too dear for another lot ends the order without a fill there', () => {
  const book = [level('100', '1'), level('200', '1')];
  const fill = estimateFill(book, { budget: amount('250'), lot: amount('1') });
  expect(fill).toMatchObject({ quantity: amount('1'), worst: price('100'), complete: true });
  expect(fill.fills).toHaveLength(1);
});

test('an order for exactly the first level ends there', () => {
  const seen: bigint[] = [];
  const within = (at: bigint): boolean => seen.push(at) > 0;
  expect(estimateFill(asks, { quantity: amount('1'), within, lot })).toMatchObject({
    worst: price('100'),
    complete: true,
  });
  expect(seen).toEqual([price('100')]);
  expect(estimateFill(asks, { quantity: amount('8'), lot })).toMatchObject({ complete: true });
});
