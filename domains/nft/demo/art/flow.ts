import { createNoise, fractal } from './noise.ts';
import { dot, lit, mixRgb, paint } from './raster.ts';
import { TURN, between } from './style.ts';
import type { Style } from './style.ts';

const LINES = 1_500;
const STEPS = 130;
const LONG = 0.0021;

/** Fine lines that follow a field of directions, over a dark ground. */
export const flowField: Style = (random, scale, side) => {
  const noise = createNoise(random);
  const zoom = between(random, 1.3, 2.4);
  const swirl = between(random, 1.2, 2.2);
  const tilt = between(random, 0, 1);
  const lines = Array.from({ length: LINES }, () => ({
    x: between(random, -0.1, 1.1),
    y: between(random, -0.1, 1.1),
    tone: random.unit() ** 1.4,
    width: 0.35 + 1.3 * random.unit() ** 4,
  }));
  return (phase) => {
    const drift = 0.35 * Math.sin(phase * TURN);
    const raster = paint(side, (x, y) => lit(scale(0.02 + 0.16 * (1 - y)), 0.8 + 0.4 * x));
    const thick = side / 800;
    for (const line of lines) {
      let { x, y } = line;
      for (let step = 0; step < STEPS; step++) {
        const turn = fractal(noise, 2, x * zoom, y * zoom, 3 + drift);
        const angle = (turn * swirl + tilt) * TURN;
        x += Math.cos(angle) * LONG;
        y += Math.sin(angle) * LONG;
        const fade = Math.sin((Math.PI * (step + 1)) / (STEPS + 1));
        const colour = mixRgb(scale(0.3 + 0.7 * line.tone), scale(0.25 + 0.75 * turn), 0.45);
        dot(raster, x, y, line.width * thick, colour, 0.6 * fade);
      }
    }
    return raster;
  };
};
