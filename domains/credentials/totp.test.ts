import { expect, test } from 'vitest';
import { newSecret, stepOf, uriOf } from './totp.ts';

/** The secret of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number): number => seconds * 1_000;

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at %i s the code is %s', (seconds, code) => {
  expect(stepOf(SECRET, code, at(seconds), 0)).toBe(Math.floor(seconds / 30));
});

test('a code is right one step before and after its own, and no further', () => {
  // 287082 belongs to step 1: 30 to 59 s.
  expect([0, 30, 59, 89].map((seconds) => stepOf(SECRET, '287082', at(seconds), 0))).toEqual([1, 1, 1, 1]);
  expect(stepOf(SECRET, '287082', at(90), 0)).toBeUndefined();
});

test('a step that was used, or an earlier one, is wrong', () => {
  expect([0, 1, 2].map((used) => stepOf(SECRET, '287082', at(59), used))).toEqual([1, undefined, undefined]);
});

test('anything but six digits is wrong', () => {
  for (const code of ['', '28708', '2870820', 'abcdef'])
    expect(stepOf(SECRET, code, at(59), 0), code).toBeUndefined();
});

test('a secret has 160 bits, and its address names issuer and account', () => {
  const secret = newSecret({ bytes: (count: number) => new Uint8Array(count).fill(7) } as never);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uriOf(secret, 'Karat', 'ann@x.example')).toContain(`secret=${secret}`);
});
