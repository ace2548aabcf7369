import { expect, test } from 'vitest';
import { NOTHING, openOptions, remaining, withOption, withoutConnection } from './own-options-store.ts';
import type { KnownOption, Option } from './own-options-store.ts';

const option = (id: number, changes: Partial<Option> = {}): Option =>
  ({ id, status: 1, open_price: null, remain_milli_seconds: 30_000, ...changes }) as Option;
const read = (...orders: readonly Option[]): KnownOption[] => orders.map((order) => ({ order, at: 0 }));
const ids = (options: readonly KnownOption[]): number[] => options.map(({ order }) => order.id);

test('live events override the list: taken options appear, settled ones leave and are kept as results', () => {
  let own = withOption(NOTHING, option(3), 1);
  own = withOption(own, option(1, { status: 3 }), 2);
  expect(ids(openOptions(read(option(2), option(1)), own))).toEqual([3, 2]);
  expect(own.settled?.id).toBe(1);
});

test('an older event overrides neither a result nor an entry', () => {
  const settled = withOption(NOTHING, option(1, { status: 3 }), 1);
  expect(withOption(settled, option(1), 2)).toBe(settled);
  const opened = withOption(NOTHING, option(1, { open_price: '5' }), 1);
  expect(withOption(opened, option(1), 2)).toBe(opened);
});

test('an option that settled during a disconnection does not stay open', () => {
  const own = withoutConnection(withOption(NOTHING, option(1), 1));
  expect(openOptions(read(), own)).toEqual([]);
});

test('an unread result survives a disconnection', () => {
  expect(withoutConnection(withOption(NOTHING, option(1, { status: 3 }), 1)).settled?.id).toBe(1);
});

test('the number of stored options is limited', () => {
  let own = NOTHING;
  for (let id = 1; id <= 500; id += 1) own = withOption(own, option(id), id);
  expect(own.orders.size).toBeLessThanOrEqual(201);
  expect(own.orders.has(500)).toBe(true);
});

test('the remaining time counts from receipt and ends at zero', () => {
  const [one] = read(option(1));
  expect(one && remaining(one, 12_000)).toBe(18_000);
  expect(one && remaining(one, 40_000)).toBe(0);
});

test('a closing or void option is over, a settling one is not', () => {
  const states = [1, 2, 3, 4].map((status) =>
    ids(openOptions(read(option(1, { status } as Partial<Option>)), NOTHING)),
  );
  expect(states).toEqual([[1], [1], [], []]);
});

test('a later event without a result keeps the last result; the same option may change while it runs', () => {
  const settled = withOption(NOTHING, option(1, { status: 3 }), 1);
  expect(withOption(settled, option(2), 2).settled?.id).toBe(1);
  const opened = withOption(NOTHING, option(1, { open_price: '5' }), 1);
  expect(withOption(opened, option(1, { open_price: '6' }), 2).orders.get(1)?.order.open_price).toBe('6');
});

test('of many options the newest 200 and the new one are stored', () => {
  let own = NOTHING;
  for (let id = 1; id <= 205; id++) own = withOption(own, option(id), id);
  expect([own.orders.size, own.orders.has(4), own.orders.has(5)]).toEqual([201, false, true]);
});
