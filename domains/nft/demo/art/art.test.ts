import { measure } from '@karat/platform/images';
import { describe, expect, test } from 'vitest';
import { ARTISTS, COLLECTIONS, WORKS, renderPortrait, renderWork } from './index.ts';
import type { DemoWork } from './index.ts';
import { drawFrames, drawPicture } from './picture.ts';
import { playScore } from './sound.ts';
import { wav } from './wav.ts';

const STYLES = ['flow', 'dunes', 'truchet', 'orbits', 'marble', 'glass', 'bloom', 'guilloche'] as const;
const workOf = (media: DemoWork['media']): DemoWork => WORKS.find((work) => work.media === media)!;

describe('the list of works', () => {
  test('has about forty works of all four kinds with names of their own', () => {
    expect(WORKS).toHaveLength(40);
    expect(new Set(WORKS.map(({ name }) => name)).size).toBe(40);
    expect(new Set(WORKS.map(({ media }) => media))).toEqual(new Set(['image', 'gif', 'audio', 'video']));
  });

  test('names an artist and a collection of that artist for each work', () => {
    const owners = new Map(COLLECTIONS.map(({ name, artist }) => [name, artist]));
    for (const work of WORKS) expect(owners.get(work.collection), work.name).toBe(work.artist);
    expect(new Set(WORKS.map(({ artist }) => artist))).toEqual(new Set(ARTISTS.map(({ key }) => key)));
  });
});

describe.each(STYLES)('the style %s', (style) => {
  const drawing = { style, palette: 'dusk', seed: 'one' } as const;

  test('gives the same pixels for the same seed, others for another', () => {
    const first = drawPicture(drawing, 40).bytes;
    expect(drawPicture(drawing, 40).bytes).toEqual(first);
    expect(drawPicture({ ...drawing, seed: 'two' }, 40).bytes).not.toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(20);
  });

  test('moves from frame to frame', () => {
    const [first, second] = drawFrames(drawing, 40, 4);
    expect(second?.bytes).not.toEqual(first?.bytes);
  });
});

test('a picture is a WebP of the drawn size', async () => {
  const { file } = await renderWork(workOf('image'));
  expect(file.mime).toBe('image/webp');
  expect(await measure(file.bytes)).toEqual({ width: 720, height: 720 });
});

test('a portrait depends on its seed alone', async () => {
  const portrait = await renderPortrait('one');
  expect(await measure(portrait.bytes)).toEqual({ width: 320, height: 320 });
  expect((await renderPortrait('one')).bytes.equals(portrait.bytes)).toBe(true);
});

test('a sound is a WAV whose header states its length, the same for the same seed', () => {
  const score = { seed: 'one', scale: 'minor', root: 57, beatMs: 200, beats: 4 } as const;
  const bytes = playScore(score);
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
  expect(playScore(score).equals(bytes)).toBe(true);
  expect(playScore({ ...score, seed: 'two' }).equals(bytes)).toBe(false);
});

test('a sample beyond the range is cut', () => {
  const bytes = wav(Float32Array.of(2, -2, 0), 8_000);
  expect([bytes.readInt16LE(44), bytes.readInt16LE(46), bytes.readInt16LE(48)]).toEqual([32_767, -32_767, 0]);
});
