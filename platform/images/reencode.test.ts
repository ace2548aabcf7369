import { crc32, deflateSync } from 'node:zlib';
import { Refusal } from '@karat/contract';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { IMAGE_BYTES_MAX, reencode, sniff } from './index.ts';

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** A grey PNG written by hand, so that its header can contain values that no encoder writes. */
function png(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const pixels = deflateSync(Buffer.alloc((width + 1) * rows, 0));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SECRET = 'Photographer 22.3N 114.2E';
/** Noise, so that the encoded size grows with the picture. */
const photo = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
const jpeg = (width = 300, height = 200): Promise<Buffer> =>
  photo(width, height).withMetadata({ orientation: 6 }).jpeg().toBuffer();

const refusal = async (bytes: Uint8Array): Promise<string> => {
  const error: unknown = await reencode(bytes).then(
    (picture) => new Error(`accepted ${picture.width}x${picture.height}`),
    (thrown: unknown) => thrown,
  );
  return error instanceof Refusal ? error.code : String(error);
};

test.each(['jpeg', 'png', 'webp'] as const)('a %s becomes WebP without its metadata', async (format) => {
  const original = await photo(120, 80)
    .withExif({ IFD0: { Artist: SECRET } })
    .toFormat(format)
    .toBuffer();
  expect(original.includes(SECRET)).toBe(true);
  const picture = await reencode(original);
  expect(picture).toMatchObject({ mime: 'image/webp', width: 120, height: 80 });
  expect(sniff(picture.bytes)).toBe('webp');
  expect(picture.bytes.includes(SECRET)).toBe(false);
  expect((await sharp(picture.bytes).metadata()).exif).toBeUndefined();
});

test('a picture rotated by its metadata is set upright', async () => {
  expect(await reencode(await jpeg(300, 200))).toMatchObject({ width: 200, height: 300 });
});

test('the longest side is at most 2,048 pixels, and avatars are cropped to a square', async () => {
  const large = await photo(3_000, 1_500).jpeg({ quality: 40 }).toBuffer();
  expect(await reencode(large)).toMatchObject({ width: 2_048, height: 1_024 });
  expect(await reencode(large, { sideMax: 2_500 })).toMatchObject({ width: 2_048, height: 1_024 });
  expect(await reencode(large, { square: true, sideMax: 256, format: 'jpeg' })).toMatchObject({
    width: 256,
    height: 256,
    mime: 'image/jpeg',
  });
});

test('data appended to or hidden in a picture does not survive', async () => {
  const payload = '<script>alert(1)</script>PK\u0003\u0004';
  const polyglot = Buffer.concat([await jpeg(), Buffer.from(payload)]);
  const picture = await reencode(polyglot);
  expect(picture.bytes.includes('<script>')).toBe(false);
  const commented = Buffer.concat([
    png(8, 8).subarray(0, 33),
    chunk('tEXt', Buffer.from(`Comment\0${payload}`)),
    png(8, 8).subarray(33),
  ]);
  expect((await reencode(commented)).bytes.includes('<script>')).toBe(false);
});

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
  [
    'an SVG behind an XML line',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
  ],
  ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['a script dressed as GIF', Buffer.from('GIF89a=1;alert(document.domain);/*'.padEnd(200, '*'))],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['a TIFF', Buffer.from('49492a00080000000000', 'hex')],
  ['nothing', Buffer.alloc(0)],
  ['a JPEG start and then an SVG', Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), Buffer.from('<svg/>')])],
  [
    'a PNG start and then a GIF',
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('GIF89a')]),
  ],
  ['zeros', Buffer.alloc(1_000)],
])('%s is refused', async (_what, bytes) => {
  expect(await refusal(bytes)).toBe('image_invalid');
});

test('a picture cut off anywhere is refused', async () => {
  for (const whole of [await jpeg(), png(64, 64), await photo(64, 64).webp().toBuffer()]) {
    for (const part of [0.02, 0.3, 0.6, 0.9]) {
      expect(await refusal(whole.subarray(0, Math.floor(whole.length * part)))).toBe('image_invalid');
    }
  }
});

test('a pixel bomb is refused by its header, before it is decoded', async () => {
  const bomb = png(30_000, 30_000, 10);
  expect(bomb.length).toBeLessThan(10_000);
  expect(await refusal(bomb)).toBe('image_too_large');
  expect(await refusal(png(8_000, 5_001, 1))).toBe('image_too_large');
});

test('more than 5 MB are refused in any format', async () => {
  expect(await refusal(Buffer.alloc(IMAGE_BYTES_MAX + 1))).toBe('image_too_large');
  expect(await refusal(Buffer.alloc(IMAGE_BYTES_MAX))).toBe('image_invalid');
});

test('many concurrent pictures are decoded one after another', async () => {
  const bytes = await jpeg();
  const pictures = await Promise.all(Array.from({ length: 12 }, () => reencode(bytes)));
  expect(pictures).toHaveLength(12);
});
