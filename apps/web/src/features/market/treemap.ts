/** A rectangle in percent of the whole. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Divides an area among weights, each in proportion: the longer side is cut where both halves weigh most alike. Returns a
 * rectangle for each weight, in their order; weights must be positive and sorted, largest first. `aspect` is width by
 * height of the whole.
 */
export function treemap(
  weights: readonly number[],
  aspect: number,
  area: Rect = { x: 0, y: 0, width: 100, height: 100 },
): readonly Rect[] {
  if (weights.length <= 1) return weights.map(() => area);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let first = weights[0] ?? 0;
  let cut = 1;
  while (cut < weights.length - 1 && first + (weights[cut] ?? 0) / 2 < total / 2) {
    first += weights[cut] ?? 0;
    cut += 1;
  }
  const share = first / total;
  const { x, y, width, height } = area;
  const [left, right]: readonly [Rect, Rect] =
    width * aspect >= height
      ? [
          { x, y, width: width * share, height },
          { x: x + width * share, y, width: width * (1 - share), height },
        ]
      : [
          { x, y, width, height: height * share },
          { x, y: y + height * share, width, height: height * (1 - share) },
        ];
  return [...treemap(weights.slice(0, cut), aspect, left), ...treemap(weights.slice(cut), aspect, right)];
}
