import { expect, test } from 'vitest';
import { stretchesOf } from './days.ts';

test('the compared ranges are spread over the day and lie within it', () => {
  const midnight = Date.parse('2026-11-20') / 1000;
  const stretches = stretchesOf('2026-11-20');
  expect(stretches).toHaveLength(12);
  for (const [index, [from, to]] of stretches.entries()) {
    expect(from).toBeGreaterThanOrEqual(midnight + index * 7_200);
    expect(to).toBeGreaterThan(from);
    expect(to).toBeLessThan(midnight + (index + 1) * 7_200);
  }
});
