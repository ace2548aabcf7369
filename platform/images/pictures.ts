import { refuse } from '@karat/contract';
import sharp from 'sharp';
import { reencode } from './reencode.ts';
import type { Picture } from './reencode.ts';

/** Longest sides of the versions of a picture, in pixels. */
const SIDES = { small: 160, medium: 480, large: 1_080 } as const;

/** WebP versions of a picture, and the colour to show until one is loaded. */
export interface PictureSizes {
  readonly small: Picture;
  readonly medium: Picture;
  readonly large: Picture;
  /** Dominant colour, `#rrggbb`. */
  readonly colour: string;
}

const hex = (value: number): string => Math.round(value).toString(16).padStart(2, '0');

/** Encodes a JPEG, PNG or WebP in three sizes. Refuses what `reencode` refuses. */
export async function createPictureSizes(bytes: Uint8Array): Promise<PictureSizes> {
  const large = await reencode(bytes, { sideMax: SIDES.large });
  const medium = await reencode(large.bytes, { sideMax: SIDES.medium });
  const small = await reencode(medium.bytes, { sideMax: SIDES.small });
  const stats = await sharp(small.bytes)
    .stats()
    .catch(() => undefined);
  if (!stats) return refuse('image_invalid');
  const { r, g, b } = stats.dominant;
  return { small, medium, large, colour: `#${hex(r)}${hex(g)}${hex(b)}` };
}
