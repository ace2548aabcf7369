import { ZERO, amount, format, plus, price, rate, sum } from '@karat/money';
import type { Amount } from '@karat/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LotBook, percentOfCost, profitAtPrice, realisedProfit, unitCost } from './lots.ts';
import type { Lot, LotMethod } from './lots.ts';

const METHODS = ['fifo', 'lifo', 'average'] as const satisfies readonly LotMethod[];

const lot = (id: number, quantity: string, cost: string, estimated = false): Lot => ({
  id,
  acquiredMs: id,
  quantity: amount(quantity),
  cost: amount(cost),
  estimated,
});
const show = ({ id, quantity, cost }: Lot) => `${id}: ${format(quantity)} for ${format(cost)}`;

test('first in, first out uses the oldest units, last in the newest, and the average an equal part of all', () => {
  const lots = [lot(1, '1', '100'), lot(2, '1', '200'), lot(3, '2', '600')];
  const sell = (method: LotMethod) => new LotBook(method, lots).take(amount('1.5'));
  expect(sell('fifo').used.map(show)).toEqual(['1: 1 for 100', '2: 0.5 for 100']);
  expect(sell('lifo').used.map(show)).toEqual(['3: 1.5 for 450']);
  expect(sell('average').used.map(show)).toEqual(['1: 1.5 for 337.5']);
});

test('the last part of a lot takes the cost that rounding left', () => {
  const book = new LotBook('fifo', [lot(1, '3', '1')]);
  expect(format(book.take(amount('1')).cost)).toBe('0.3333333333');
  expect(format(book.take(amount('1')).cost)).toBe('0.3333333333');
  expect(format(book.take(amount('1')).cost)).toBe('0.3333333334');
  expect(book.lots).toEqual([]);
});

test('units that were never acquired are missing and have no cost', () => {
  const book = new LotBook('fifo', [lot(1, '1', '100')]);
  const { cost, missing } = book.take(amount('1.25'));
  expect([format(cost), format(missing)]).toEqual(['100', '0.25']);
});

test('an estimated cost stays marked; the average is marked by any of its lots', () => {
  const lots = [lot(1, '1', '100'), lot(2, '1', '200', true)];
  expect(new LotBook('fifo', lots).take(amount('1')).used[0]?.estimated).toBe(false);
  expect(new LotBook('lifo', lots).take(amount('1')).used[0]?.estimated).toBe(true);
  expect(new LotBook('average', lots).take(amount('1')).used[0]?.estimated).toBe(true);
});

test('a split of shares changes quantities and no cost', () => {
  const book = new LotBook('fifo', [lot(1, '1', '100'), lot(2, '2', '500')]);
  expect(book.resize(amount('12'))).toBe(0n);
  expect(book.lots.map(show)).toEqual(['1: 4 for 100', '2: 8 for 500']);
  expect(format(book.resize(ZERO))).toBe('600');
  expect(book.lots).toEqual([]);
});

test('the unit cost is unknown without units', () => {
  expect(unitCost(amount('10'), ZERO)).toBeUndefined();
  expect(format(unitCost(amount('10'), amount('3')) ?? ZERO)).toBe('3.3333333333');
});

test('the profit at a price is rounded down, and so is its percentage of the cost', () => {
  // 0.3333333333 at 9.99 are 3.329999999667, of which ten decimals count.
  const profit = profitAtPrice(amount('0.3333333333'), amount('4.5'), price('9.99'));
  expect(format(profit)).toBe('-1.1700000004');
  expect(percentOfCost(profit, amount('4.5'))).toBe(rate('-26.01'));
  expect(percentOfCost(amount('1'), amount('3'))).toBe(rate('33.33'));
  expect(percentOfCost(amount('1'), ZERO)).toBeUndefined();
});

/** Purchases with their cost, and sales of a part of what is owned, with their proceeds. */
const step = fc.record({
  buys: fc.boolean(),
  units: fc.bigInt({ min: 1n, max: 10n ** 16n }),
  money: fc.bigInt({ min: 0n, max: 10n ** 18n }),
  permille: fc.integer({ min: 0, max: 1_000 }),
});
const history = fc.array(step, { maxLength: 60 });
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Replay {
  readonly book: LotBook;
  readonly owned: Amount;
  readonly bought: Amount;
  readonly used: Amount;
  readonly realised: Amount;
}

/** Runs a history; sells everything at the end if asked. */
function replay(method: LotMethod, steps: readonly Step[], sellsAll = false): Replay {
  const book = new LotBook(method);
  let [owned, bought, used, realised] = [ZERO, ZERO, ZERO, ZERO];
  const sell = (quantity: Amount, proceeds: Amount): void => {
    const { cost, missing } = book.take(quantity);
    expect(missing).toBe(0n);
    owned = amount(owned - quantity);
    used = plus(used, cost);
    realised = plus(realised, realisedProfit(proceeds, cost));
  };
  for (const [index, { buys, units, money, permille }] of steps.entries()) {
    if (buys) {
      const [quantity, cost] = [amount(units), amount(money)];
      book.add({ id: index, acquiredMs: index, quantity, cost, estimated: false });
      owned = plus(owned, quantity);
      bought = plus(bought, cost);
    } else {
      const quantity = amount((owned * BigInt(permille)) / 1_000n);
      if (quantity > 0n) sell(quantity, amount(money));
    }
  }
  if (sellsAll && owned > 0n) sell(owned, amount('1234.5'));
  return { book, owned, bought, used, realised };
}

const expectSums = ({ lots, quantity, cost }: LotBook): void => {
  expect(quantity).toBe(sum(lots.map((each) => each.quantity)));
  expect(cost).toBe(sum(lots.map((each) => each.cost)));
};

test.each(METHODS)('%s: lots hold exactly what is owned, and every cost is used once or left', (method) => {
  fc.assert(
    fc.property(history, (steps) => {
      const { book, owned, bought, used } = replay(method, steps);
      expect(book.quantity).toBe(owned);
      expect(plus(used, book.cost)).toBe(bought);
      expectSums(book);
      expect(book.lots.every(({ quantity, cost }) => quantity > 0n && cost >= 0n)).toBe(true);
    }),
  );
});

test('all methods realise the same once everything is sold', () => {
  fc.assert(
    fc.property(history, (steps) => {
      const [first, ...others] = METHODS.map((method) => replay(method, steps, true));
      for (const { realised, book } of others) {
        expect(realised).toBe(first?.realised);
        expect(book.lots).toEqual([]);
      }
    }),
  );
});

test.each(METHODS)('%s: a split keeps the cost and sets the quantity', (method) => {
  fc.assert(
    fc.property(history, fc.bigInt({ min: 1n, max: 10n ** 18n }), (steps, total) => {
      const { book } = replay(method, steps);
      const before = book.cost;
      const isEmpty = book.lots.length === 0;
      const lost = book.resize(amount(total));
      expect(book.quantity).toBe(isEmpty ? 0n : total);
      expectSums(book);
      expect(plus(lost, sum(book.lots.map(({ cost }) => cost)))).toBe(before);
    }),
  );
});

test('ten thousand lots are used up one by one without copying them each time', () => {
  const book = new LotBook('fifo');
  for (let id = 0; id < 10_000; id++) book.add(lot(id, '1', '1'));
  for (let id = 0; id < 10_000; id++) expect(book.take(amount('1')).used[0]?.id).toBe(id);
  expect(book.quantity).toBe(0n);
});
