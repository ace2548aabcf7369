import { createNoise, fractal } from './noise.ts';
import { lit, paint } from './raster.ts';
import { TURN, between } from './style.ts';
import type { Style } from './style.ts';

/** Ink in water: noise whose coordinates are displaced by noise, twice. */
export const marble: Style = (random, scale, side) => {
  const noise = createNoise(random);
  const zoom = between(random, 1.4, 2.3);
  const fold = between(random, 1.6, 2.8);
  const veins = between(random, 5, 10);
  return (phase) => {
    const driftX = 0.25 * Math.cos(phase * TURN);
    const driftY = 0.25 * Math.sin(phase * TURN);
    return paint(side, (x, y) => {
      const u = x * zoom;
      const v = y * zoom;
      const first = fractal(noise, 2, u + driftX, v, 1);
      const second = fractal(noise, 2, u, v + driftY, 9);
      const bent = fractal(noise, 3, u + fold * first, v + fold * second, 20);
      const vein = 0.5 + 0.5 * Math.sin(bent * veins * Math.PI + first * 4);
      const ridge = 1 - Math.min(1, Math.abs(vein - 0.5) * 9);
      return lit(
        scale(0.08 + 0.74 * (0.62 * bent + 0.38 * vein) + 0.22 * ridge * second),
        0.9 + 0.35 * second,
      );
    });
  };
};
