import type { Rgb } from './colour.ts';
import { coverage, mixRgb, paint } from './raster.ts';
import { TURN, between } from './style.ts';
import type { Style } from './style.ts';

interface Tile {
  readonly turned: boolean;
  readonly tone: number;
}

/** Quarter circles in a grid of turned tiles: bands that wind over and under without end. */
export const truchet: Style = (random, scale, side) => {
  const count = 5 + random.below(4);
  const tiles: readonly Tile[] = Array.from({ length: count * count }, () => ({
    turned: random.below(2) === 1,
    tone: random.unit(),
  }));
  const bands = 3 + random.below(3);
  const light = between(random, 0.85, 1);
  const pixel = (1.6 * count) / side;
  const bandOf = (distance: number, phase: number, ground: Rgb): Rgb => {
    const width = 0.34;
    const offset = distance - 0.5;
    const inside = coverage(Math.abs(offset) - width, pixel);
    if (inside === 0) return ground;
    const across = (offset + width) / (2 * width);
    const stripe = Math.abs(((across * bands) % 1) - 0.5) - 0.36;
    const tone = 0.32 + 0.6 * Math.abs(((across + phase) % 1) * 2 - 1);
    const colour = mixRgb(scale(0.06), scale(tone * light), coverage(stripe, pixel * bands * 1.4));
    return mixRgb(ground, colour, inside);
  };
  return (phase) =>
    paint(side, (x, y) => {
      const column = Math.min(count - 1, Math.floor(x * count));
      const row = Math.min(count - 1, Math.floor(y * count));
      const tile = tiles[row * count + column] ?? { turned: false, tone: 0 };
      const u = tile.turned ? 1 - (x * count - column) : x * count - column;
      const v = y * count - row;
      const pulse = 0.05 * Math.sin((phase + tile.tone) * TURN);
      const ground = scale(0.12 + 0.1 * tile.tone + pulse);
      const near = Math.hypot(u, v);
      const far = Math.hypot(1 - u, 1 - v);
      return bandOf(far, phase, bandOf(near, phase, ground));
    });
};
