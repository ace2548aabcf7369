import fc from 'fast-check';
import { expect, test } from 'vitest';
import { treemap } from './treemap.ts';

test('each rectangle has its share of the area, within the whole', () => {
  const sizes = fc.array(fc.double({ min: 0.1, max: 1_000, noNaN: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(sizes, fc.double({ min: 0.3, max: 3, noNaN: true }), (weights, aspect) => {
      const ordered = weights.toSorted((a, b) => b - a);
      const total = ordered.reduce((sum, weight) => sum + weight, 0);
      const rects = treemap(ordered, aspect);
      expect(rects).toHaveLength(ordered.length);
      for (const [at, { x, y, width, height }] of rects.entries()) {
        expect((width * height) / 10_000).toBeCloseTo((ordered[at] ?? 0) / total, 6);
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(Math.max(x + width, y + height)).toBeLessThan(100.001);
      }
    }),
  );
});

test('a wide area is cut beside, a high one below', () => {
  expect(treemap([1, 1], 2)[1]).toMatchObject({ x: 50, y: 0 });
  expect(treemap([1, 1], 0.5)[1]).toMatchObject({ x: 0, y: 50 });
});
