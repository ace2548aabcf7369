import { expect, test } from 'vitest';
import { lettersOf } from './logos.ts';

test.each([
  ['AB', 'AB', 22],
  ['ABC', 'ABC', 18],
  ['ABCD', 'ABCD', 15],
  ['ABCDE', 'ABCD', 15],
])('the coin of %s shows %s in a size of %i', (code, letters, size) => {
  const picture = lettersOf(code);
  expect(picture).toContain(`>${letters}</text>`);
  expect(picture).toContain(`font-size="${size}"`);
  expect(picture).toContain(`aria-label="${code}"`);
  expect(lettersOf(code)).toBe(picture);
});
