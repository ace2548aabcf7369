import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDeviceTokens } from './device-tokens.ts';
import { keyRing } from './key-ring.ts';

const secret = Buffer.alloc(32, 3);
const tokens = createDeviceTokens(keyRing(secret), 'users');
const claims = fc.record({
  account: fc.integer({ min: 1, max: 1e9 }),
  device: fc.integer({ min: 1, max: 1e9 }),
  serial: fc.integer({ min: 1, max: 1e8 }),
  issuedMs: fc.integer({ min: 1, max: 4e12 }),
});

test('a token carries its claim and fits into a header', () => {
  fc.assert(
    fc.property(claims, (claim) => {
      const token = tokens.sign(claim);
      expect(tokens.read(token)).toEqual(claim);
      expect(token.length).toBeLessThanOrEqual(128);
    }),
  );
});

test('a changed token, one of another secret and one of another kind of account have no claim', () => {
  const claim = { account: 100_001, device: 7, serial: 1, issuedMs: 1_790_000_000_000 };
  const token = tokens.sign(claim);
  fc.assert(
    fc.property(fc.nat(token.length - 2), fc.constantFrom('0', '9', 'A', '.'), (at, other) => {
      const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
      if (changed !== token) expect(tokens.read(changed)).toBeUndefined();
    }),
  );
  expect(createDeviceTokens(keyRing(secret), 'operators').read(token)).toBeUndefined();
  expect(createDeviceTokens(keyRing(Buffer.alloc(32, 4)), 'users').read(token)).toBeUndefined();
  for (const odd of ['', 'x', token.slice(1), `${token}A`, '1.2.3.4.5'])
    expect(tokens.read(odd)).toBeUndefined();
});
