import { seededRandom } from '@karat/platform/random';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDeviceTokens } from './device-tokens.ts';
import { hashKeyId, isOneOf, keyRing, keyedHashes } from './key-ring.ts';
import { keyedHash } from './keys.ts';
import { createSeal, sealedMark } from './seal.ts';
import { createSessionTokens } from './session-tokens.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const OTHER = Buffer.alloc(32, 3);
const FIRST = hashKeyId(OLD);
const random = seededRandom('ring');
const claim = { account: 7, device: 8, serial: 9, issuedMs: 1_790_000_000_000 };

/** Rings of a rotation in the order of its steps: before, new key accepted, new key current, old key dropped. */
const before = keyRing(OLD);
const announced = keyRing(OLD, [NEW], FIRST);
const rotated = keyRing(NEW, [OLD], FIRST);
const after = keyRing(NEW, [], FIRST);
const neighbours = [
  [before, announced],
  [announced, rotated],
  [rotated, after],
] as const;

test('the current key comes first, each key once, and only the first key of the database has no mark', () => {
  const ring = keyRing(NEW, [OLD, NEW, OTHER, OLD], FIRST);
  expect(ring.keys.map(({ id }) => id)).toEqual([NEW, OLD, OTHER].map((secret) => hashKeyId(secret)));
  expect(ring.keys.map(({ mark }) => mark)).toEqual([hashKeyId(NEW), null, hashKeyId(OTHER)]);
  expect(ring.current).toBe(ring.keys[0]);
  expect(before.current.mark).toBeNull();
});

test('what the first key seals has the form of the version before: nonce, tag and text', () => {
  const sealed = createSeal(announced, 'purpose', random).seal('text', 'row');
  expect(sealed).toHaveLength(12 + 16 + 4);
  expect(sealedMark(sealed)).toBeNull();
});

test('processes of neighbouring steps open what either seals, and a text names its key', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(2), (text, place, step) => {
      const pair = neighbours[step] ?? neighbours[0];
      for (const sealer of pair) {
        const sealed = createSeal(sealer, 'purpose', random).seal(text, place);
        expect(sealedMark(sealed)).toBe(sealer.current.mark);
        for (const opener of pair)
          expect(createSeal(opener, 'purpose', random).open(sealed, place)).toBe(text);
      }
    }),
    { numRuns: 200 },
  );
});

test('no text opens under another key, purpose or place, or with a changed byte', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.boolean(), (text, at, isMarked) => {
      const seal = createSeal(isMarked ? rotated : announced, 'purpose', random);
      const sealed = seal.seal(text, 'row');
      const bent = Buffer.from(sealed);
      bent[at % bent.length] = (bent[at % bent.length] ?? 0) ^ 1;
      expect(() => seal.open(bent, 'row')).toThrow();
      expect(() => seal.open(sealed, 'other row')).toThrow();
      expect(() => createSeal(rotated, 'other purpose', random).open(sealed, 'row')).toThrow();
      expect(() => createSeal(keyRing(OTHER), 'purpose', random).open(sealed, 'row')).toThrow();
    }),
    { numRuns: 100 },
  );
});

test('a text of a key that is not accepted is refused by the name of the key', () => {
  const old = createSeal(before, 'purpose', random).seal('text', 'row');
  expect(() => createSeal(after, 'purpose', random).open(old, 'row')).toThrow('which is not accepted');
  const foreign = createSeal(keyRing(OTHER, [], FIRST), 'purpose', random).seal('text', 'row');
  expect(() => createSeal(after, 'purpose', random).open(foreign, 'row')).toThrow(hashKeyId(OTHER));
});

test('a text of the first key whose nonce looks like a mark opens', () => {
  const nonce = Buffer.concat([Buffer.from('KHK2'), Buffer.from('0123456789abcdef', 'hex')]);
  const seal = createSeal(announced, 'purpose', { ...random, bytes: () => nonce });
  expect(seal.open(seal.seal('text', 'row'), 'row')).toBe('text');
});

test('hashes are those of every key, the current one first, and a match is found at any place', () => {
  const hashes = keyedHashes(rotated, 'a', 'b');
  expect(hashes).toEqual([keyedHash(NEW, 'a', 'b'), keyedHash(OLD, 'a', 'b')]);
  for (const hash of hashes) expect(isOneOf(hash, hashes)).toBe(true);
  expect(isOneOf(keyedHash(OTHER, 'a', 'b'), hashes)).toBe(false);
  expect(isOneOf(hashes[0], [])).toBe(false);
  expect(isOneOf(hashes[0].subarray(1), hashes)).toBe(false);
});

test('tokens of sessions and devices are recognised as long as their key is accepted', () => {
  const session = createSessionTokens(before, random).issue();
  const device = createDeviceTokens(before, 'users').sign(claim);
  for (const ring of [before, announced, rotated]) {
    expect(createSessionTokens(ring, random).isIssued(session)).toBe(true);
    expect(createDeviceTokens(ring, 'users').read(device)).toEqual(claim);
  }
  expect(createSessionTokens(after, random).isIssued(session)).toBe(false);
  expect(createDeviceTokens(after, 'users').read(device)).toBeUndefined();
  const next = createSessionTokens(rotated, random);
  expect(next.mark).toBe(hashKeyId(NEW));
  expect(createSessionTokens(announced, random).isIssued(next.issue())).toBe(true);
  expect(createSessionTokens(before, random).isIssued(next.issue())).toBe(false);
});
