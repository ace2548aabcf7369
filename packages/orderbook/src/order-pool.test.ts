import { expect, test } from 'vitest';
import { mulberry32 } from '../testing/random.ts';
import { ORDER_RECORD, OrderPool } from './order-pool.ts';

const { doubleShift, id: ORDER_ID, none: NO_SLOT } = ORDER_RECORD;

/** A pool whose orders are also kept in a map by id, as the book does it. */
class WatchedPool {
  readonly pool: OrderPool;
  readonly slots = new Map<number, number>();

  constructor(expectedOrders: number, ordersMax: number) {
    this.pool = new OrderPool(expectedOrders, ordersMax);
  }

  add(id: number): void {
    const slot = this.pool.take(id);
    this.pool.floats[(slot << doubleShift) | ORDER_ID] = id;
    this.slots.set(id, slot);
    if (!this.pool.isCrowded) return;
    const moved = this.pool.addHome();
    if (moved !== NO_SLOT) this.slots.set(this.pool.id(moved), moved);
  }

  remove(id: number): void {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    if (slot === this.pool.homeOf(id)) this.pool.releaseHome(slot);
    else this.pool.releaseStray(slot);
    this.slots.delete(id);
  }
}

function expectSound({ pool, slots }: WatchedPool): void {
  const found = [...slots.values()];
  expect(found.map((slot) => pool.id(slot))).toEqual([...slots.keys()]);
  expect(new Set(found).size).toBe(slots.size);
  expect(found.every((slot) => slot > NO_SLOT && slot < pool.slotsMax && slot < pool.capacity)).toBe(true);
  expect(pool.count).toBe(slots.size);
  expect(pool.strayCount).toBe([...slots].filter(([id, slot]) => slot !== pool.homeOf(id)).length);
}

test.each([
  ['follow each other', 1],
  ['lie apart', 7],
  ['share their lowest bits', 2 ** 20],
  ['are a power of two apart, beyond 32 bits', 2 ** 33],
])('every order keeps its slot until it moves to a new home: ids that %s', (_, step) => {
  const draw = mulberry32(7);
  const watched = new WatchedPool(1, 5_000);
  for (let order = 1; order <= 4_000; order++) {
    watched.add(order * step);
    if (draw() < 0.3) watched.remove(step * Math.ceil(draw() * order));
    if (order % 500 === 0) expectSound(watched);
  }
  for (const id of watched.slots.keys()) watched.remove(id);
  expect([watched.pool.count, watched.pool.strayCount]).toEqual([0, 0]);
});

test('a pool without any strays grows to the home that needs the memory', () => {
  const watched = new WatchedPool(1, 5_000);
  for (let id = 1_024; id < 3_072; id++) {
    watched.add(id);
    expect(watched.slots.get(id)).toBe(watched.pool.homeOf(id));
  }
  expectSound(watched);
});

test('half of the homes stay vacant, from the number of orders that are expected', () => {
  for (const [expected, homes] of [
    [1, 64],
    [32, 64],
    [33, 128],
    [1_000, 2_048],
    [1_024, 2_048],
  ] as const) {
    const { pool } = new WatchedPool(expected, 5_000);
    expect(pool.homeOf(homes), `${expected}`).toBe(pool.homeOf(0));
    expect(new Set(Array.from({ length: homes }, (_, id) => pool.homeOf(id))).size).toBe(homes);
    const crowdedAt = Array.from({ length: homes }, (_, at) => pool.take(at + 1) && pool.isCrowded);
    expect(crowdedAt.indexOf(true) + 1).toBe(homes / 2);
  }
});

test('with each order of a full book one home is divided, and the order that belongs in the new one moves', () => {
  const watched = new WatchedPool(1, 5_000);
  for (let id = 64; id < 96; id++) watched.add(id);
  // The first division: home 0 keeps 0, 128, ...; 64, 192, ... belong in the new one.
  expect([64, 65].map((id) => watched.slots.get(id))).toEqual([65, 2]);
  expect([0, 64, 128, 1, 65].map((id) => watched.pool.homeOf(id))).toEqual([1, 65, 1, 2, 2]);
  expect(watched.pool.take(0)).toBe(1);
  // An order that stays where it is makes room for nothing.
  watched.add(96);
  expect([65, 96].map((id) => watched.slots.get(id))).toEqual([66, 33]);
});

test('the slot of a stray that left is the next one that a stray gets', () => {
  const watched = new WatchedPool(32, 5_000);
  for (const id of [1, 65, 129]) watched.add(id);
  const [first, second] = [65, 129].map((id) => watched.slots.get(id));
  expect(watched.pool.strayCount).toBe(2);
  watched.remove(65);
  watched.remove(129);
  for (const id of [193, 257, 321]) watched.add(id);
  expect([193, 257].map((id) => watched.slots.get(id))).toEqual([second, first]);
  expectSound(watched);
});
