import type { Pixels } from '@karat/platform/images';
import { seededRandom } from '@karat/platform/random';
import { bloom } from './bloom.ts';
import { PALETTES, scaleOf } from './colour.ts';
import type { PaletteName } from './colour.ts';
import { dunes } from './dunes.ts';
import { flowField } from './flow.ts';
import { glass } from './glass.ts';
import { guilloche } from './guilloche.ts';
import { marble } from './marble.ts';
import { orbits } from './orbits.ts';

import { pixelsOf } from './raster.ts';
import type { Style } from './style.ts';
import { truchet } from './truchet.ts';

const STYLES = {
  flow: flowField,
  dunes,
  truchet,
  orbits,
  marble,
  glass,
  bloom,
  guilloche,
} as const satisfies Readonly<Record<string, Style>>;

export type StyleName = keyof typeof STYLES;

/** What a drawn picture depends on: the same values give the same pixels. */
export interface Drawing {
  readonly style: StyleName;
  readonly palette: PaletteName;
  readonly seed: string;
}

/** Returns a still picture of a drawing. */
export function drawPicture({ style, palette, seed }: Drawing, side: number): Pixels {
  return pixelsOf(STYLES[style](seededRandom(seed), scaleOf(PALETTES[palette]), side)(0));
}

/** Returns frames of a drawing that repeat without a jump. */
export function drawFrames({ style, palette, seed }: Drawing, side: number, count: number): Pixels[] {
  const frame = STYLES[style](seededRandom(seed), scaleOf(PALETTES[palette]), side);
  return Array.from({ length: count }, (_, index) => pixelsOf(frame(index / count)));
}
