import { seededRandom } from '@karat/platform/random';
import { expect, test } from 'vitest';
import { createSessionTokens } from './session-tokens.ts';
import { keyRing } from './key-ring.ts';

const secret = Buffer.alloc(32, 1);
const tokens = createSessionTokens(keyRing(secret), seededRandom('tokens'));

test('an issued token is recognised by any process with the same secret, and by no other', () => {
  const token = tokens.issue();
  expect(token).toMatch(/^[A-Za-z0-9_-]{54}$/);
  expect(tokens.issue()).not.toBe(token);
  expect(createSessionTokens(keyRing(secret), seededRandom('other process')).isIssued(token)).toBe(true);
  expect(createSessionTokens(keyRing(Buffer.alloc(32, 2)), seededRandom('x')).isIssued(token)).toBe(false);
});

test('a token with any character changed, cut or added was not issued', () => {
  const token = tokens.issue();
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === 'A' ? 'B' : 'A';
    const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
    // The last character carries four unused bits.
    if (Buffer.from(changed, 'base64url').equals(Buffer.from(token, 'base64url'))) continue;
    expect(tokens.isIssued(changed), String(at)).toBe(false);
  }
  for (const wrong of ['', token.slice(1), `${token}A`, 'A'.repeat(54), `${token.slice(0, 53)} `])
    expect(tokens.isIssued(wrong)).toBe(false);
});
