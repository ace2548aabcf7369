import { afterEach, expect, test, vi } from 'vitest';
import { verifyByLibrary, verifyEd25519 } from './ed25519.ts';
import { bytesFromBase64, hexToBytes } from './sha256.ts';

/** Test 3 of RFC 8032, section 7.1. */
const KEY = hexToBytes('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025');
const DATA = hexToBytes('af82');
const SIGNATURE = hexToBytes(
  '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
);

afterEach(() => vi.unstubAllGlobals());

/** A WebCrypto that answers a verification, or fails if it has no answer; returns what it was asked. */
function stubCrypto(answer: boolean | undefined) {
  const calls: unknown[] = [];
  const respond = (value: unknown) =>
    answer === undefined ? Promise.reject(new Error('no Ed25519')) : Promise.resolve(value);
  const importKey = (...of: unknown[]) => (calls.push(of), respond('the key'));
  const verify = (...of: unknown[]) => (calls.push(of), respond(answer));
  vi.stubGlobal('crypto', { subtle: { importKey, verify } });
  return calls;
}

test.each([
  ['WebCrypto', verifyEd25519],
  ['the library', verifyByLibrary],
])(
  '%s accepts the signature of the standard, and neither other data nor another key',
  async (_name, verify) => {
    expect(await verify(KEY, DATA, SIGNATURE)).toBe(true);
    expect(await verify(KEY, hexToBytes('af83'), SIGNATURE)).toBe(false);
    expect(await verify(KEY.with(0, 1), DATA, SIGNATURE)).toBe(false);
  },
);

test('keys and signatures of another length are wrong, and nobody is asked', async () => {
  const calls = stubCrypto(true);
  expect(await verifyEd25519(KEY.slice(1), DATA, SIGNATURE)).toBe(false);
  expect(await verifyEd25519(KEY, DATA, SIGNATURE.slice(1))).toBe(false);
  expect(calls).toEqual([]);
  expect(await verifyByLibrary(KEY.slice(1), DATA, SIGNATURE)).toBe(false);
});

test('the answer of WebCrypto counts', async () => {
  const calls = stubCrypto(false);
  expect(await verifyEd25519(KEY, DATA, SIGNATURE)).toBe(false);
  expect(calls).toEqual([
    ['raw', KEY, { name: 'Ed25519' }, false, ['verify']],
    [{ name: 'Ed25519' }, 'the key', SIGNATURE, DATA],
  ]);
});

test('without WebCrypto, or without its Ed25519, the library verifies', async () => {
  for (const lost of [undefined, {}]) {
    vi.stubGlobal('crypto', lost);
    expect(await verifyEd25519(KEY, DATA, SIGNATURE)).toBe(true);
  }
  stubCrypto(undefined);
  expect(await verifyEd25519(KEY, DATA, SIGNATURE)).toBe(true);
  expect(await verifyEd25519(KEY, hexToBytes('af83'), SIGNATURE)).toBe(false);
});

test('a key of small order, whose signature fits any data, is refused', async () => {
  const identity = new Uint8Array(32).with(0, 1);
  const signature = new Uint8Array(64).with(0, 1);
  expect(await verifyByLibrary(identity, DATA, signature)).toBe(false);
});

test('base64 is read whole or not at all', () => {
  expect(bytesFromBase64('AQID')).toEqual(Uint8Array.of(1, 2, 3));
  expect(bytesFromBase64('AQ==')).toEqual(Uint8Array.of(1));
  for (const text of ['AQI', '*AQI', 'AQI*', 'AQ=D', 'A===', '-_-_'])
    expect(bytesFromBase64(text), text).toBeUndefined();
});
