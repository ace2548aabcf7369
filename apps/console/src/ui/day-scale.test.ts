import { expect, test } from 'vitest';
import { axisTop, labelOf, slotOf } from './day-scale.ts';

test.each([
  [0, 1],
  [0.25, 0.3],
  [7, 8],
  [10, 10],
  [11, 20],
  [240, 300],
  [5_100_000, 6_000_000],
])('an axis to %d ends at %d', (value, top) => {
  expect(axisTop(value)).toBeCloseTo(top, 9);
});

test('days have their slots, over the end of a month too', () => {
  expect(slotOf('2026-11-30', '2026-12-02', 7)).toBe(4);
  expect(slotOf('2026-12-02', '2026-12-02', 7)).toBe(6);
  expect(slotOf('2026-11-25', '2026-12-02', 7)).toBe(-1);
  expect(labelOf(0, '2026-12-02', 7)).toBe('11-26');
});
