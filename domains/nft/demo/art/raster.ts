import type { Pixels } from '@karat/platform/images';
import type { Rgb } from './colour.ts';

/** A square picture of linear colours, three numbers in 0..1 for each pixel. */
export interface Raster {
  readonly side: number;
  readonly values: Float32Array;
}

const GAMMA = 1 / 2.2;
const LEVELS = 4_096;
const level = Uint8Array.from({ length: LEVELS + 1 }, (_, step) =>
  Math.round(255 * (step / LEVELS) ** GAMMA),
);

/** Returns a raster whose pixels have the colour of a function of x and y, both in 0..1. */
export function paint(side: number, colourAt: (x: number, y: number) => Rgb): Raster {
  const values = new Float32Array(side * side * 3);
  let at = 0;
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const [red, green, blue] = colourAt((column + 0.5) / side, (row + 0.5) / side);
      values[at++] = red;
      values[at++] = green;
      values[at++] = blue;
    }
  }
  return { side, values };
}

function blendPixel(
  { side, values }: Raster,
  column: number,
  row: number,
  [r, g, b]: Rgb,
  alpha: number,
): void {
  if (column < 0 || row < 0 || column >= side || row >= side) return;
  const at = (row * side + column) * 3;
  const keep = 1 - alpha;
  values[at] = (values[at] ?? 0) * keep + r * alpha;
  values[at + 1] = (values[at + 1] ?? 0) * keep + g * alpha;
  values[at + 2] = (values[at + 2] ?? 0) * keep + b * alpha;
}

/** Draws a soft dot; position in 0..1 of the side, radius in pixels. */
export function dot(raster: Raster, x: number, y: number, radius: number, colour: Rgb, alpha: number): void {
  const centreX = x * raster.side - 0.5;
  const centreY = y * raster.side - 0.5;
  const reach = radius + 0.5;
  for (let row = Math.ceil(centreY - reach); row <= centreY + reach; row++) {
    for (let column = Math.ceil(centreX - reach); column <= centreX + reach; column++) {
      const cover = reach - Math.hypot(column - centreX, row - centreY);
      if (cover > 0) blendPixel(raster, column, row, colour, Math.min(1, cover) * alpha);
    }
  }
}

/** Returns 1 inside of an edge, 0 outside, and between over the width of a pixel. `distance` is negative inside. */
export const coverage = (distance: number, pixel: number): number =>
  Math.min(1, Math.max(0, 0.5 - distance / pixel));

/** Returns a colour between two. */
export const mixRgb = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

/** Returns a colour with its light multiplied. */
export const lit = ([red, green, blue]: Rgb, factor: number): Rgb => [
  red * factor,
  green * factor,
  blue * factor,
];

/** Returns a raster as pixels of a screen (sRGB). */
export function pixelsOf({ side, values }: Raster): Pixels {
  const bytes = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    bytes[at] = level[Math.min(LEVELS, Math.max(0, Math.round(value * LEVELS)))] ?? 0;
  }
  return { width: side, height: side, bytes };
}
