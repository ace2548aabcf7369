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

test('the longer side is cut where both halves weigh most alike, and each half again', () => {
  expect(treemap([6, 3, 1], 1)).toEqual([
    { x: 0, y: 0, width: 60, height: 100 },
    { x: 60, y: 0, width: 40, height: 75 },
    { x: 60, y: 75, width: 40, height: 25 },
  ]);
  const quarters = [0, 50].flatMap((x) => [0, 50].map((y) => ({ x, y, width: 50, height: 50 })));
  expect(treemap([1, 1, 1, 1], 1)).toEqual(quarters);
  // Three and five are as unlike as five and three: the first cut stays.
  expect(treemap([3, 2, 2, 1], 1)[0]).toEqual({ x: 0, y: 0, width: 37.5, height: 100 });
  expect(treemap([5, 2, 2, 2, 2], 1)[1]).toMatchObject({ y: (5 / 7) * 100 });
});

test('a weight alone has the whole area, and no weights have none', () => {
  expect([treemap([], 1), treemap([7], 1)]).toEqual([[], [{ x: 0, y: 0, width: 100, height: 100 }]]);
});
