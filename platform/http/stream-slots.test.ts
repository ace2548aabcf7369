import { expect, test } from 'vitest';
import { createStreamSlots } from './stream-slots.ts';

test('a caller has two slots, and a freed one is free once', () => {
  const slots = createStreamSlots();
  const first = slots.take('user 1');
  expect(slots.take('user 1')).toBeDefined();
  expect(slots.take('user 1')).toBeUndefined();
  expect(slots.take('user 2')).toBeDefined();
  first?.();
  first?.();
  expect(slots.take('user 1')).toBeDefined();
  expect(slots.take('user 1')).toBeUndefined();
});

test('all callers have twenty-four slots together', () => {
  const slots = createStreamSlots();
  const taken = Array.from({ length: 24 }, (_, n) => slots.take(`user ${n}`));
  expect(taken).not.toContain(undefined);
  expect(slots.take('user 24')).toBeUndefined();
  taken[7]?.();
  expect(slots.take('user 24')).toBeDefined();
});
