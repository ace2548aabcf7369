import { expect, test } from 'vitest';
import { byteRange } from './range.ts';

test.each([
  ['bytes=0-99', { first: 0, last: 99 }],
  ['bytes=900-', { first: 900, last: 999 }],
  ['bytes=900-5000', { first: 900, last: 999 }],
  ['bytes=-50', { first: 950, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
  ['bytes=1000-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=9-3', undefined],
  ['bytes=0-1,5-9', undefined],
  ['items=0-1', undefined],
  ['bytes=-', undefined],
  [undefined, undefined],
])('%s of a thousand bytes', (header, range) => {
  expect(byteRange(header, 1_000)).toEqual(range);
});
