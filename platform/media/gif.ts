import type { ByteReader } from './bytes.ts';

export interface GifFacts {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  readonly durationMs: number;
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
/** Browsers show frames with a shorter delay for a tenth of a second. */
const MIN_DELAY_MS = 20;
const DEFAULT_DELAY_MS = 100;

const colourBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Position after a chain of sub-blocks; undefined where it is cut off. */
function skipBlocks(file: ByteReader, start: number): number | undefined {
  let at = start;
  for (;;) {
    const size = file.u8(at);
    if (size === undefined) return undefined;
    at += 1 + size;
    if (size === 0) return at;
  }
}

/** Walks a GIF to its trailer; undefined for a file that is damaged, cut off, without a frame, or followed by other data. */
export function readGif(file: ByteReader): GifFacts | undefined {
  const width = file.u16le(6);
  const height = file.u16le(8);
  const flags = file.u8(10);
  if (!width || !height || flags === undefined) return undefined;
  let at: number | undefined = 13 + colourBytes(flags);
  let frames = 0;
  let durationMs = 0;
  while (at !== undefined) {
    const block = file.u8(at);
    if (block === TRAILER)
      return frames > 0 && at + 1 === file.length ? { width, height, frames, durationMs } : undefined;
    if (block === EXTENSION) {
      if (file.u8(at + 1) === GRAPHIC_CONTROL) {
        const delay = (file.u16le(at + 4) ?? 0) * 10;
        durationMs += delay < MIN_DELAY_MS ? DEFAULT_DELAY_MS : delay;
      }
      at = skipBlocks(file, at + 2);
    } else if (block === IMAGE) {
      frames += 1;
      const local = file.u8(at + 9);
      if (local === undefined) return undefined;
      at = skipBlocks(file, at + 11 + colourBytes(local));
    } else return undefined;
  }
  return undefined;
}
