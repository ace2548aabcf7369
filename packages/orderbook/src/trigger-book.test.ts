import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_PRICE, Reason, TriggerBook, TriggerDirection } from './index.ts';
import type { Stop } from './index.ts';

const { Rising, Falling } = TriggerDirection;

function bookOf(...stops: [id: number, direction: TriggerDirection, triggerPrice: number][]): TriggerBook {
  const book = new TriggerBook();
  for (const [id, direction, triggerPrice] of stops) book.place({ id, direction, triggerPrice });
  return book;
}

test('a stop is released at its trigger price and not a tick before', () => {
  const book = bookOf([1, Rising, 105], [2, Falling, 95]);
  expect(book.triggered(104)).toEqual([]);
  expect(book.triggered(96)).toEqual([]);
  expect(book.triggered(105)).toEqual([{ id: 1, cancels: null }]);
  expect(book.triggered(95)).toEqual([{ id: 2, cancels: null }]);
  expect(book.stopCount).toBe(0);
});

test('stops come out nearest trigger first, those of one price in order of arrival', () => {
  const book = bookOf(
    [1, Rising, 110],
    [2, Rising, 105],
    [3, Rising, 105],
    [4, Falling, 120],
    [5, Falling, 130],
  );
  expect(book.triggered(110).map(({ id }) => id)).toEqual([2, 3, 1, 5, 4]);
});

test('a triggered leg cancels its partner, even one that the same price would trigger', () => {
  const book = bookOf([1, Rising, 100], [2, Rising, 101]);
  book.pair(1, 2);
  expect(book.triggered(101)).toEqual([{ id: 1, cancels: 2 }]);
  expect(book.stop(2)).toBeNull();
  expect(book.triggered(101)).toEqual([]);
});

test('a traded limit leg removes its stop', () => {
  const book = bookOf([7, Falling, 90]);
  book.pair(7, 8);
  expect(book.legDone(8)).toBe(7);
  expect(book.triggered(1)).toEqual([]);
  expect(book.legDone(8)).toBeNull();
});

test('cancelling a stop leaves the other leg alone and dissolves the pair', () => {
  const book = bookOf([1, Rising, 100], [2, Falling, 90]);
  book.pair(1, 2);
  expect(book.cancel(1)).toBe(true);
  expect(book.cancel(1)).toBe(false);
  expect(book.partnerOf(2)).toBeNull();
  expect(book.triggered(90)).toEqual([{ id: 2, cancels: null }]);
});

test('an id has one partner at most, and not itself', () => {
  const book = new TriggerBook();
  expect(book.pair(1, 1)).toBe(false);
  expect(book.pair(1, 2)).toBe(true);
  expect(book.pair(2, 3)).toBe(false);
  expect(book.pair(3, 1)).toBe(false);
});

test('an invalid stop is refused', () => {
  const book = new TriggerBook(1);
  const place = (id: number, triggerPrice: number): Reason =>
    book.place({ id, direction: Rising, triggerPrice });
  expect(place(0, 1)).toBe(Reason.InvalidId);
  expect(place(1, 0)).toBe(Reason.InvalidPrice);
  expect(place(1, 1.5)).toBe(Reason.InvalidPrice);
  expect(place(1, MAX_PRICE + 1)).toBe(Reason.InvalidPrice);
  expect(place(1, MAX_PRICE)).toBe(Reason.None);
  expect(place(1, 5)).toBe(Reason.DuplicateId);
  expect(place(2, 5)).toBe(Reason.BookFull);
});

/** All stops that the price reaches, in the documented order. */
function expectedRelease(stops: readonly Stop[], lastPrice: number): number[] {
  const rising = stops.filter((stop) => stop.direction === Rising && stop.triggerPrice <= lastPrice);
  const falling = stops.filter((stop) => stop.direction === Falling && stop.triggerPrice >= lastPrice);
  return [
    ...rising.toSorted((one, other) => one.triggerPrice - other.triggerPrice),
    ...falling.toSorted((one, other) => other.triggerPrice - one.triggerPrice),
  ].map(({ id }) => id);
}

const action = fc.record({
  kind: fc.constantFrom('place', 'place', 'place', 'cancel', 'price'),
  id: fc.integer({ min: 1, max: 40 }),
  direction: fc.constantFrom<TriggerDirection>(Rising, Falling),
  price: fc.integer({ min: 1, max: 20 }),
});

test('agrees with a plain list of stops, and so does a restored copy', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
      let book = new TriggerBook();
      let list: Stop[] = [];
      for (const { kind, id, direction, price } of actions) {
        if (kind === 'place') {
          const isNew = list.every((stop) => stop.id !== id);
          expect(book.place({ id, direction, triggerPrice: price }) === Reason.None).toBe(isNew);
          if (isNew) list.push({ id, direction, triggerPrice: price });
        } else if (kind === 'cancel') {
          expect(book.cancel(id)).toBe(list.some((stop) => stop.id === id));
          list = list.filter((stop) => stop.id !== id);
        } else {
          const released = book.triggered(price).map((triggered) => triggered.id);
          expect(released).toEqual(expectedRelease(list, price));
          list = list.filter((stop) => !released.includes(stop.id));
        }
        expect(book.stopCount).toBe(list.length);
        book = TriggerBook.restore(book.snapshot());
      }
    }),
  );
});

test('a snapshot lists rising stops before falling ones, each in the order of release', () => {
  const book = bookOf(
    [1, Falling, 90],
    [2, Rising, 110],
    [3, Rising, 105],
    [4, Rising, 105],
    [5, Falling, 95],
  );
  const { stops } = book.snapshot();
  expect(stops.map(({ id }) => id)).toEqual([3, 4, 2, 5, 1]);
  const restored = TriggerBook.restore({ stops, pairs: [] });
  expect(restored.triggered(110).map(({ id }) => id)).toEqual([3, 4, 2]);
  const wrong = { id: 7, direction: Rising, triggerPrice: 0 };
  expect(() => TriggerBook.restore({ stops: [wrong], pairs: [] })).toThrow(
    'stop 7 of the snapshot is invalid',
  );
});

test('a stop is removed from among others of its price', () => {
  const book = bookOf([1, Rising, 105], [2, Rising, 105], [3, Rising, 105]);
  expect(book.cancel(2)).toBe(true);
  expect(book.cancel(1)).toBe(true);
  expect(book.triggered(105).map(({ id }) => id)).toEqual([3]);
});

test('a restored trigger book keeps its pairs', () => {
  const book = bookOf([1, Rising, 100], [2, Falling, 90]);
  book.pair(1, 2);
  const restored = TriggerBook.restore(book.snapshot());
  expect(restored.triggered(95)).toEqual([]);
  expect(restored.triggered(90)).toEqual([{ id: 2, cancels: 1 }]);
  expect(() => TriggerBook.restore({ stops: [], pairs: [[1, 1]] })).toThrow('cannot be a pair');
});
