import { expect, test } from 'vitest';
import { fittedSize, fittingPicture } from './picture.ts';

test('a picture keeps its proportions, and a small one its size', () => {
  expect(fittedSize({ width: 4_032, height: 3_024 }, 3_000)).toEqual({ width: 3_000, height: 2_250 });
  expect(fittedSize({ width: 3_024, height: 4_032 }, 3_000)).toEqual({ width: 2_250, height: 3_000 });
  expect(fittedSize({ width: 640, height: 480 }, 3_000)).toEqual({ width: 640, height: 480 });
});

test('up to 5 MB a picture goes as it is; a larger file that is no picture goes not at all', async () => {
  const small = new Blob([new Uint8Array(5 * 1024 * 1024)]);
  expect(await fittingPicture(small)).toBe(small);
  expect(await fittingPicture(new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]))).toBeUndefined();
});
