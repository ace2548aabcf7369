import type { Rgb } from './colour.ts';
import { createNoise, fractal } from './noise.ts';
import { coverage, lit, mixRgb, paint } from './raster.ts';
import { TURN, between } from './style.ts';
import type { Style } from './style.ts';

const LAYERS = 7;

/** Ridges in haze below a sun, each layer a gradient of its own. */
export const dunes: Style = (random, scale, side) => {
  const noise = createNoise(random);
  const sunX = between(random, 0.28, 0.72);
  const sunY = between(random, 0.24, 0.4);
  const sunRadius = between(random, 0.09, 0.17);
  const horizon = between(random, 0.42, 0.5);
  const layers = Array.from({ length: LAYERS }, (_, index) => ({
    base: horizon + ((1 - horizon) * index) / LAYERS,
    height: between(random, 0.2, 0.36) * (0.55 + (0.75 * index) / LAYERS),
    zoom: between(random, 1.4, 2.6) - index * 0.12,
    offset: between(random, 0, 100),
  }));
  const sky = (x: number, y: number, sun: number): Rgb => {
    const distance = Math.hypot(x - sunX, y - sun);
    const glow = Math.exp(-distance * 3.4);
    const ground = scale(0.42 + 0.38 * Math.min(1, y / horizon));
    const glowing = mixRgb(ground, scale(1), glow * 0.75);
    return mixRgb(glowing, scale(0.98), coverage(distance - sunRadius, 1.5 / side));
  };
  return (phase) => {
    const wave = Math.sin(phase * TURN);
    const sun = sunY + 0.03 * wave;
    const ridges = layers.map(({ base, height, zoom, offset }, index) =>
      Float32Array.from({ length: side }, (_, column) => {
        const x = (column + 0.5) / side;
        const shift = 0.12 * Math.sin(phase * TURN + index * 0.9) * (index / LAYERS);
        return base + height * (0.42 - fractal(noise, 4, x * zoom + shift + offset, offset, 0));
      }),
    );
    return paint(side, (x, y) => {
      let colour = sky(x, y, sun);
      const column = Math.min(side - 1, Math.floor(x * side));
      for (let index = 0; index < LAYERS; index++) {
        const top = ridges[index]?.[column] ?? 1;
        const cover = coverage(top - y, 1.5 / side);
        if (cover === 0) continue;
        const depth = index / (LAYERS - 1);
        const haze = Math.min(1, (y - top) * 3.2);
        const ridge = lit(
          scale(0.62 - 0.5 * depth - 0.14 * haze),
          1 + 0.5 * Math.exp(-(y - top) * 60) * (1 - depth),
        );
        colour = mixRgb(colour, ridge, cover);
      }
      return colour;
    });
  };
};
