import { expect, test } from 'vitest';
import { encodeGif, encodePicture, encodeVideo, measure } from './index.ts';
import type { Pixels } from './index.ts';

const SIDE = 32;
const frameOf = (tone: number): Pixels => ({
  width: SIDE,
  height: SIDE,
  bytes: Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, at) => (at * tone) % 256),
});
const FRAMES = [frameOf(1), frameOf(2), frameOf(3)];

/** Reads the elements of a level: identifier and content. */
function elementsOf(bytes: Buffer): { readonly id: number; readonly body: Buffer }[] {
  const found: { id: number; body: Buffer }[] = [];
  for (let at = 0; at < bytes.length;) {
    const idLength = Math.clz32(bytes[at]!) - 23;
    const sizeAt = at + idLength;
    const size = Number(bytes.readBigUInt64BE(sizeAt) & ((1n << 56n) - 1n));
    found.push({ id: bytes.readUIntBE(at, idLength), body: bytes.subarray(sizeAt + 8, sizeAt + 8 + size) });
    at = sizeAt + 8 + size;
  }
  return found;
}

test('pixels become a WebP of their size', async () => {
  expect(await measure(await encodePicture(frameOf(5)))).toEqual({ width: SIDE, height: SIDE });
});

test('frames become a GIF with a frame each, which repeats', async () => {
  const gif = await encodeGif(FRAMES, 80);
  expect(gif.toString('latin1', 0, 6)).toBe('GIF89a');
  expect(gif.readUInt16LE(6)).toBe(SIDE);
  expect(gif.readUInt16LE(8)).toBe(SIDE);
  expect(gif.includes('NETSCAPE2.0')).toBe(true);
  const controls = gif.toString('latin1').split('\x21\xf9\x04').length - 1;
  expect(controls).toBe(FRAMES.length);
});

test('frames become a WebM of VP8 key frames, whose cues point at its clusters', async () => {
  const video = await encodeVideo(FRAMES, 400);
  const [ebml, segment] = elementsOf(video);
  expect(ebml!.id).toBe(0x1a45dfa3);
  expect(ebml!.body.includes('webm')).toBe(true);
  const parts = elementsOf(segment!.body);
  expect(parts.map(({ id }) => id)).toEqual([0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1f43b675, 0x1f43b675]);
  const blocks = parts.slice(3).map(({ body }) => elementsOf(body).slice(1));
  expect(blocks.map((cluster) => cluster.length)).toEqual([2, 1]);
  for (const { body } of blocks.flat()) expect(body.subarray(7, 10)).toEqual(Buffer.from([0x9d, 0x01, 0x2a]));
  for (const cue of elementsOf(parts[2]!.body)) {
    const [, positions] = elementsOf(cue.body);
    const [, position] = elementsOf(positions!.body);
    const at = Number(position!.body.readBigUInt64BE());
    expect(segment!.body.readUInt32BE(at)).toBe(0x1f43b675);
  }
});

test('the same frames give the same bytes', async () => {
  expect((await encodeVideo(FRAMES, 50)).equals(await encodeVideo(FRAMES, 50))).toBe(true);
});

test('no frame is an error', async () => {
  await expect(encodeGif([], 50)).rejects.toThrow(RangeError);
  await expect(encodeVideo([], 50)).rejects.toThrow(RangeError);
});
