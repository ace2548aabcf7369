import { expect, test } from 'vitest';
import { createBus, topic } from './index.ts';

const moved = topic<number>('moved');

test('who ends a subscription receives nothing more, and the others still do', () => {
  const received: string[] = [];
  const bus = createBus(() => undefined);
  const end = bus.subscribe(moved, (n) => received.push(`first ${n}`));
  bus.subscribe(moved, (n) => received.push(`second ${n}`));
  bus.publish(moved, 1);
  end();
  bus.publish(moved, 2);
  expect(received).toEqual(['first 1', 'second 1', 'second 2']);
});

test('a listener that throws is reported and does not stop the others, and another topic is not received', () => {
  const received: number[] = [];
  const errors: string[] = [];
  const bus = createBus((error, name) => errors.push(`${name}: ${String(error)}`));
  bus.subscribe(moved, () => {
    throw new Error('no');
  });
  bus.subscribe(moved, (n) => received.push(n));
  bus.publish(topic<number>('other'), 1);
  bus.publish(moved, 2);
  expect(received).toEqual([2]);
  expect(errors).toEqual(['moved: Error: no']);
});
