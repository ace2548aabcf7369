import { afterEach, expect, test, vi } from 'vitest';
import { mulberry32 } from '../testing/random.ts';
import { ORDER_RECORD, OrderPool } from './order-pool.ts';
import { StrayIndex } from './stray-index.ts';

const { doubleShift, id: ORDER_ID, none: NO_SLOT } = ORDER_RECORD;

/** The part of WebAssembly used here: the server's tests compile without the DOM library. */
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
};

afterEach(() => vi.unstubAllGlobals());

/** An index over a pool whose homes are all taken, so that each further order is a stray. */
function strays(ordersMax: number) {
  const pool = new OrderPool(1, ordersMax);
  for (let home = 0; home < 64; home++)
    pool.floats[(pool.take(home) << doubleShift) | ORDER_ID] = 2 ** 52 + home;
  const memories: { readonly buffer: ArrayBuffer }[] = [];
  const { Memory } = WebAssembly;
  const Watched = class extends Memory {
    constructor(size: { initial: number; maximum: number }) {
      super(size);
      memories.push(this);
    }
  };
  vi.stubGlobal('WebAssembly', { ...WebAssembly, Memory: Watched });
  const index = new StrayIndex(pool);
  const slots = new Map<number, number>();
  return {
    index,
    slots,
    add: (id: number): void => {
      const slot = pool.take(id);
      pool.floats[(slot << doubleShift) | ORDER_ID] = id;
      index.add(id, slot);
      slots.set(id, slot);
    },
    remove: (id: number): void => {
      const slot = slots.get(id);
      if (slot === undefined) return;
      index.remove(id, slot);
      pool.releaseStray(slot);
      slots.delete(id);
    },
    /** Buckets that have a stray: the index creates their memory first. */
    used: (): number => new Int32Array(memories[0]!.buffer).filter((slot) => slot !== NO_SLOT).length,
  };
}

const IDS: readonly (readonly [string, (order: number) => number])[] = [
  ['follow each other', (order) => order],
  ['share their lowest bits', (order) => order * 2 ** 12],
  ['share many of their lowest bits', (order) => order * 2 ** 20],
  ['begin beyond 32 bits', (order) => 2 ** 33 + order],
  ['are a power of two apart, beyond 32 bits', (order) => order * 2 ** 33],
];

test.each(IDS)('every stray is found, and none that left: ids that %s', (_, idOf) => {
  const draw = mulberry32(11);
  const { index, slots, add, remove } = strays(10_000);
  const expectSame = (orders: number): void => {
    const ids = Array.from({ length: orders + 50 }, (__, at) => idOf(at + 1));
    expect(ids.map((id) => index.find(id))).toEqual(ids.map((id) => slots.get(id) ?? NO_SLOT));
  };
  for (let order = 1; order <= 4_000; order++) {
    add(idOf(order));
    if (draw() < 0.3) remove(idOf(Math.ceil(draw() * order)));
    if (order % 1_000 === 0) expectSame(order);
  }
  for (const id of slots.keys()) if (draw() < 0.8) remove(id);
  expectSame(4_000);
});

test.each(IDS)('most strays have a bucket of their own: ids that %s', (_, idOf) => {
  const { used, add } = strays(10_000);
  for (let order = 1; order <= 500; order++) add(idOf(order));
  expect(used()).toBeGreaterThan(300);
  for (let order = 501; order <= 4_000; order++) add(idOf(order));
  expect(used()).toBeGreaterThan(2_400);
});

test('an index that outgrows its first memory finds every stray, up to as many as there may be', () => {
  const { index, slots, add } = strays(17_100);
  for (let order = 1; order <= 17_000; order++) add(order);
  expect([...slots.keys()].map((id) => index.find(id))).toEqual([...slots.values()]);
});
