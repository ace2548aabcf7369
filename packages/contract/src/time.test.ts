import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wireTime } from './index.ts';

test('a time on the wire is that of its second, whatever was shown before', () => {
  const near = fc.tuple(
    fc.integer({ min: -8e15, max: 8e15 }),
    fc.array(fc.integer({ min: -2_500, max: 2_500 })),
  );
  fc.assert(
    fc.property(near, ([start, steps]) => {
      for (const step of [0, ...steps])
        expect(wireTime(start + step)).toBe(
          new Date(start + step).toISOString().slice(0, 19).replace('T', ' '),
        );
    }),
  );
  expect(wireTime(1_790_000_000_999.7)).toBe('2026-09-21 14:13:20');
  expect(() => wireTime(Number.NaN)).toThrow(RangeError);
});
