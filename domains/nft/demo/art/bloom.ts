import { dot, lit, mixRgb, paint } from './raster.ts';
import { TURN, between } from './style.ts';
import type { Style } from './style.ts';

const GOLDEN_TURN = 0.381966;

/** Dots in the order of a sunflower's seeds, which breathe in waves. */
export const bloom: Style = (random, scale, side) => {
  const count = 520 + random.below(300);
  const petals = 3 + random.below(5);
  const depth = between(random, 0.25, 0.5);
  const waves = 1 + random.below(3);
  return (phase) => {
    const raster = paint(side, (x, y) => {
      const distance = Math.hypot(x - 0.5, y - 0.5);
      return lit(scale(0.2 * Math.exp(-distance * 2.6)), 1.1 - distance);
    });
    for (let seed = 1; seed < count; seed++) {
      const reach = Math.sqrt(seed / count);
      const angle = seed * GOLDEN_TURN * TURN;
      const wave = Math.sin((waves * reach - phase) * TURN + petals * angle * 0.5);
      const radius = 0.46 * reach * (1 + 0.03 * wave);
      const petal = 1 + depth * Math.cos(petals * angle + reach * 5 + 0.6 * Math.sin(phase * TURN));
      const size = (side / 95) * (0.35 + 0.95 * reach) * petal * (1 + 0.18 * wave);
      const x = 0.5 + radius * Math.cos(angle);
      const y = 0.5 + radius * Math.sin(angle);
      const tone = 0.25 + 0.7 * (0.55 * (1 - reach) + 0.45 * (0.5 + 0.5 * wave));
      const colour = scale(tone);
      dot(raster, x, y + 0.004, size, scale(0), 0.35);
      dot(raster, x, y, size, colour, 0.95);
      dot(raster, x - size / side / 3, y - size / side / 3, size * 0.42, mixRgb(colour, scale(1), 0.5), 0.55);
    }
    return raster;
  };
};
