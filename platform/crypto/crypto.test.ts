import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom, systemRandom } from '@karat/platform/random';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  keyedHash,
  openSecret,
  sameBytes,
  sameText,
  signerFromSeed,
  tokenHash,
  verifySignature,
} from './index.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'karat-keys-'));
});
afterEach(() => rm(directory, { recursive: true }));

const source = () => ({
  name: 'codes',
  variable: 'KARAT_SECRET',
  directory: join(directory, 'keys'),
  demo: true,
  random: systemRandom,
});

test('the first test vector of RFC 8032 is signed as specified', () => {
  const signer = signerFromSeed(
    Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
  );
  expect(signer.publicKey.toString('hex')).toBe(
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  );
  expect(signer.sign(new Uint8Array()).toString('hex')).toBe(
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  );
});

test('a signature is valid for its own data and key only', () => {
  const signer = signerFromSeed(seededRandom('a').bytes(32));
  const other = signerFromSeed(seededRandom('b').bytes(32));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (data, at) => {
      const signature = signer.sign(data);
      expect(verifySignature(signer.publicKey, data, signature)).toBe(true);
      expect(verifySignature(other.publicKey, data, signature)).toBe(false);
      const bent = Uint8Array.from(signature);
      bent[at % 64] = (bent[at % 64] ?? 0) ^ 1;
      expect(verifySignature(signer.publicKey, data, bent)).toBe(false);
      expect(verifySignature(signer.publicKey, Buffer.concat([data, Buffer.of(0)]), signature)).toBe(false);
    }),
    { numRuns: 50 },
  );
  expect(verifySignature(new Uint8Array(5), new Uint8Array(), new Uint8Array(64))).toBe(false);
});

test('a demo secret is created once, readable by its owner alone, and the same at the next start', async () => {
  const first = await openSecret(source());
  const second = await openSecret(source());
  expect(first).toHaveLength(32);
  expect(second.equals(first)).toBe(true);
  const path = join(directory, 'keys', 'codes.key');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readFile(path)).equals(first)).toBe(true);
});

test('production takes the secret from the environment and does not start without it', async () => {
  const hex = 'ab'.repeat(32);
  const production = { ...source(), demo: false };
  expect((await openSecret({ ...production, configured: hex })).toString('hex')).toBe(hex);
  const base64 = Buffer.from(hex, 'hex').toString('base64');
  expect((await openSecret({ ...production, configured: base64 })).toString('hex')).toBe(hex);
  await expect(openSecret(production)).rejects.toThrow('KARAT_SECRET is not set');
  await expect(openSecret({ ...production, configured: 'short' })).rejects.toThrow('32 bytes');
});

test('texts and bytes compare by content', () => {
  expect(sameText('123456', '123456')).toBe(true);
  expect(sameText('123456', '1234567')).toBe(false);
  expect(sameBytes(Buffer.of(1, 2), Buffer.of(1, 2))).toBe(true);
  expect(sameBytes(Buffer.of(1, 2), Buffer.of(1))).toBe(false);
});

test('a keyed hash distinguishes the boundaries of its parts', () => {
  const secret = Buffer.alloc(32, 7);
  expect(keyedHash(secret, 'ab', 'c').equals(keyedHash(secret, 'a', 'bc'))).toBe(false);
  expect(keyedHash(secret, 'ab', 'c').equals(keyedHash(Buffer.alloc(32, 8), 'ab', 'c'))).toBe(false);
});

test('a token is stored as SHA-256', () => {
  expect(Buffer.from(tokenHash('abc'), 'base64url').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
