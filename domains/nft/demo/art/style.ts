import type { Random } from '@karat/platform/random';
import type { Scale } from './colour.ts';
import type { Raster } from './raster.ts';

/**
 * Draws frames of a work. Returns a function of the phase, 0..1, which returns to its first frame at 1; a still picture
 * is the frame of phase 0.
 */
export type Style = (random: Random, scale: Scale, side: number) => (phase: number) => Raster;

export const TURN = 2 * Math.PI;

/** Returns a number between two bounds. */
export const between = (random: Random, low: number, high: number): number =>
  low + (high - low) * random.unit();
