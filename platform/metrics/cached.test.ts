import { virtualClock } from '@karat/platform/clock';
import { expect, test } from 'vitest';
import { cached, createMetrics } from './index.ts';

test('a value is read at most once in its interval, and shared by concurrent readers', async () => {
  const clock = virtualClock();
  const counts = { reads: 0 };
  const value = cached(
    clock,
    15_000,
    async () => (counts.reads += 1),
    () => undefined,
  );
  expect(value.ageMs()).toBeUndefined();
  expect(await Promise.all([value.current(), value.current()])).toEqual([1, 1]);
  clock.advance(14_999);
  expect(await value.current()).toBe(1);
  expect(value.ageMs()).toBe(14_999);
  clock.advance(1);
  expect(await value.current()).toBe(2);
});

test('a source that fails or is late leaves the last value', async () => {
  const clock = virtualClock();
  const failures: unknown[] = [];
  let read: () => Promise<number> = async () => 7;
  const value = cached(
    clock,
    1_000,
    () => read(),
    (failure) => failures.push(failure),
  );
  expect(await value.current()).toBe(7);
  read = () => Promise.reject(new Error('away'));
  clock.advance(1_000);
  expect([await value.current(), failures.length]).toEqual([7, 1]);
  read = () => new Promise(() => undefined);
  clock.advance(1_000);
  const late = value.current();
  clock.advance(2_000);
  expect(await late).toBe(7);
  expect(value.ageMs()).toBe(4_000);
});

test('counters are counters, and samples that are gone disappear', async () => {
  const metrics = createMetrics();
  let networks = ['bitcoin', 'tron'];
  metrics.total('karat_things_total', 'Things', () => 3);
  metrics.gauges({ name: 'karat_halted', help: 'Halted' }, ['network'], async () =>
    networks.map((network) => ({ labels: { network }, value: 1 })),
  );
  expect(await metrics.text()).toContain('karat_halted{network="tron"} 1');
  networks = ['bitcoin'];
  const text = await metrics.text();
  expect(text).toContain('# TYPE karat_things_total counter\nkarat_things_total 3\n');
  expect(text).toContain('karat_halted{network="bitcoin"} 1');
  expect(text).not.toContain('tron');
});

test('a value without labels disappears too: what has never happened is not zero', async () => {
  const metrics = createMetrics();
  let age: number | undefined;
  metrics.gauges({ name: 'karat_age', help: 'Age' }, [], async () =>
    age === undefined ? [] : [{ labels: {}, value: age }],
  );
  expect(await metrics.text()).not.toMatch(/^karat_age /m);
  age = 7;
  expect(await metrics.text()).toMatch(/^karat_age 7$/m);
  age = undefined;
  expect(await metrics.text()).not.toMatch(/^karat_age /m);
});
