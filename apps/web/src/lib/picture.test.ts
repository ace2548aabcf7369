import { expect, test } from 'vitest';
import { fittedSize, fittingPicture } from './picture.ts';

test('a large picture keeps its proportions, and a small one its size', () => {
  expect(fittedSize({ width: 4_032, height: 3_024 }, 3_000)).toEqual({ width: 3_000, height: 2_250 });
  expect(fittedSize({ width: 3_024, height: 4_032 }, 3_000)).toEqual({ width: 2_250, height: 3_000 });
  expect(fittedSize({ width: 640, height: 480 }, 3_000)).toEqual({ width: 640, height: 480 });
});

test('pictures up to 5 MB are sent unchanged; larger files that are no picture are rejected', async () => {
  const small = new Blob([new Uint8Array(5 * 1024 * 1024)]);
  expect(await fittingPicture(small)).toBe(small);
  expect(await fittingPicture(new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]))).toBeUndefined();
});
