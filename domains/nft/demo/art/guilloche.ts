import { dot, lit, paint } from './raster.ts';
import { TURN, between } from './style.ts';
import type { Style } from './style.ts';

const CURVES = 34;
const POINTS = 1_500;

/** A rosette of fine curves, each turned against the one before, as on banknotes. */
export const guilloche: Style = (random, scale, side) => {
  const petals = 5 + random.below(8);
  const inner = petals * (2 + random.below(2));
  const depth = between(random, 0.22, 0.38);
  const twist = between(random, 0.5, 1.3);
  const hole = between(random, 0.1, 0.24);
  return (phase) => {
    const turn = phase * TURN;
    const raster = paint(side, (x, y) => {
      const distance = Math.hypot(x - 0.5, y - 0.5);
      return lit(scale(0.08 + 0.2 * Math.exp(-distance * 3.4)), 1.15 - 0.7 * distance);
    });
    for (let curve = 0; curve < CURVES; curve++) {
      const share = curve / (CURVES - 1);
      const reach = hole + (0.44 - hole) * share;
      const colour = scale(0.36 + 0.6 * Math.abs(Math.sin(share * Math.PI * 1.5 + 0.5)));
      const lean = share * twist + 0.12 * Math.sin(turn + share * TURN);
      for (let point = 0; point < POINTS; point++) {
        const angle = (point / POINTS) * TURN;
        const wave = Math.cos(petals * angle + turn) + 0.35 * Math.cos(inner * angle - turn);
        const radius = reach * (1 - depth * 0.5 * (1 - wave) * share) * 1.04;
        const x = 0.5 + radius * Math.cos(angle + lean);
        const y = 0.5 + radius * Math.sin(angle + lean);
        dot(raster, x, y, (0.7 * side) / 800, colour, 0.62);
      }
    }
    return raster;
  };
};
