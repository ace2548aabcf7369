import { refuse } from '@karat/contract';
import sharp from 'sharp';
import { createSemaphore } from '@karat/platform/semaphore';

/** Maximum bytes of an upload. */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
/** Maximum pixels of an upload; more is a bomb or a scan that nobody can view on a phone. */
const PIXELS_MAX = 40_000_000;
/** Longest side of the stored picture. */
const SIDE_MAX = 2_048;
/** One picture is decoded at a time; this many may wait. */
const WAITING_MAX = 32;
const QUALITY = 82;
const DECODE_SECONDS_MAX = 20;

sharp.concurrency(1);
sharp.cache(false);
// Only the loaders of allowed formats: SVG, PDF, GIF, TIFF and ImageMagick are never reached.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

export interface ReencodeOptions {
  readonly format?: 'webp' | 'jpeg';
  /** Longest side of the result in pixels. */
  readonly sideMax?: number;
  /** Crops to a centred square. */
  readonly square?: boolean;
}

export interface Picture {
  readonly bytes: Buffer;
  readonly mime: 'image/webp' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
}

type Format = 'jpeg' | 'png' | 'webp';

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, index) => bytes[at + index] === byte);
const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];

/** Returns the format by its first bytes: JPEG, PNG or WebP; anything else is refused before a decoder sees it. */
export function sniff(bytes: Uint8Array): Format | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'webp';
  return undefined;
}

const gate = createSemaphore(1, WAITING_MAX);

/**
 * Decodes a JPEG, PNG or WebP and encodes it as WebP (or JPEG), upright, without metadata and at most 2,048 pixels a
 * side: no byte of the upload survives. Refuses with `image_too_large` (bytes or pixels), `image_invalid` (another
 * format, damaged, incomplete) and `unavailable` if too many wait.
 */
export async function reencode(bytes: Uint8Array, options: ReencodeOptions = {}): Promise<Picture> {
  if (bytes.length > IMAGE_BYTES_MAX) refuse('image_too_large', { max: IMAGE_BYTES_MAX / 1024 / 1024 });
  const format = sniff(bytes);
  if (format === undefined || isCutOff(bytes, format)) refuse('image_invalid');
  return gate.run(
    () => decode(bytes, format, options),
    () => refuse('unavailable'),
  );
}

async function decode(bytes: Uint8Array, format: Format, options: ReencodeOptions): Promise<Picture> {
  const input = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'warning', sequentialRead: true });
  const facts = await input.metadata().catch(() => undefined);
  if (facts?.format !== format) return refuse(isBomb(bytes, format) ? 'image_too_large' : 'image_invalid');
  if (facts.width * facts.height > PIXELS_MAX) return refuse('image_too_large');
  const side = Math.min(options.sideMax ?? SIDE_MAX, SIDE_MAX);
  const upright = input
    .autoOrient()
    .resize({
      width: side,
      height: side,
      fit: options.square === true ? 'cover' : 'inside',
      withoutEnlargement: true,
    })
    .timeout({ seconds: DECODE_SECONDS_MAX });
  const jpeg = options.format === 'jpeg';
  const out = jpeg
    ? upright.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY, mozjpeg: false })
    : upright.webp({ quality: QUALITY });
  const result = await out.toBuffer({ resolveWithObject: true }).catch(() => undefined);
  if (result === undefined) return refuse('image_invalid');
  return {
    bytes: result.data,
    mime: jpeg ? 'image/jpeg' : 'image/webp',
    width: result.info.width,
    height: result.info.height,
  };
}

/** Returns width and height of a stored picture in pixels; undefined if it is no picture. */
export async function measure(
  bytes: Uint8Array,
): Promise<{ readonly width: number; readonly height: number } | undefined> {
  if (sniff(bytes) === undefined) return undefined;
  const facts = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
    .metadata()
    .catch(() => undefined);
  return facts && { width: facts.width, height: facts.height };
}

/** Returns true if a PNG lacks its closing chunk; the decoder accepts it as soon as it has all pixels. */
const isCutOff = (bytes: Uint8Array, format: Format): boolean =>
  format === 'png' &&
  !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('IEND\xaeB`\x82', 8, 'latin1');

/**
 * Returns true if a PNG's header declares more pixels than allowed: reported as too large although the decoder refused
 * it.
 */
function isBomb(bytes: Uint8Array, format: Format): boolean {
  if (format !== 'png' || bytes.length < 24) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return view.getUint32(16) * view.getUint32(20) > PIXELS_MAX;
}
