import sharp from 'sharp';
import { webm } from './webm.ts';

/** Pixels of a picture in rows from the top, three bytes (red, green, blue) each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

const QUALITY = 86;
const FRAME_QUALITY = 78;
const GIF_COLOURS = 128;

const rawInput = ({ width, height, bytes }: Pixels) =>
  sharp(bytes, { raw: { width, height, channels: 3 }, limitInputPixels: width * height });

/** Returns a picture as WebP. */
export const encodePicture = (pixels: Pixels): Promise<Buffer> =>
  rawInput(pixels).webp({ quality: QUALITY, effort: 2 }).toBuffer();

/** Returns frames of one size as an animated GIF that repeats without end. */
export async function encodeGif(frames: readonly Pixels[], frameMs: number): Promise<Buffer> {
  const [first] = frames;
  if (first === undefined) throw new RangeError('a GIF needs a frame');
  const { width, height } = first;
  const rows = height * frames.length;
  return sharp(Buffer.concat(frames.map(({ bytes }) => bytes)), {
    raw: { width, height: rows, channels: 3, pageHeight: height },
    limitInputPixels: width * rows,
  })
    .gif({ loop: 0, delay: frames.map(() => frameMs), colours: GIF_COLOURS, effort: 1, dither: 0.6 })
    .toBuffer();
}

/** Returns frames of one size as a silent WebM video. Each is a key frame of VP8, which is what a lossy WebP holds. */
export async function encodeVideo(frames: readonly Pixels[], frameMs: number): Promise<Buffer> {
  const [first] = frames;
  if (first === undefined) throw new RangeError('a video needs a frame');
  const pictures: Buffer[] = [];
  for (const frame of frames)
    pictures.push(await rawInput(frame).webp({ quality: FRAME_QUALITY, effort: 1 }).toBuffer());
  return webm({ width: first.width, height: first.height, frameMs, frames: pictures.map(vp8FrameOf) });
}

/** Returns the VP8 key frame inside of a lossy WebP; throws a RangeError if there is none. */
function vp8FrameOf(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length;) {
    const size = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new RangeError('WebP without a VP8 frame');
}
