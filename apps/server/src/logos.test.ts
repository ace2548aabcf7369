import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
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

// In a process of its own: the server's forbids its renderer to read drawings.
test('every built-in picture shows its drawing', () => {
  const script = join(import.meta.dirname, '../scripts/logos.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});
