import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes, keyIdOf } from '../src/index.ts';

/** A key of the test vectors; its seed is published with them. */
export interface SigningKey {
  readonly seed: string;
  readonly id: string;
  readonly publicKey: string;
  sign(data: Uint8Array): string;
}

function signingKey(digit: string): SigningKey {
  const seed = digit.repeat(64);
  const raw = ed25519.getPublicKey(hexToBytes(seed));
  return {
    seed,
    id: keyIdOf(raw),
    publicKey: Buffer.from(raw).toString('base64'),
    sign: (data) => Buffer.from(ed25519.sign(data, hexToBytes(seed))).toString('base64'),
  };
}
export const receiptKey = signingKey('1');
export const tickKey = signingKey('2');
export const strangerKey = signingKey('3');

export const T0 = 1_774_094_400;
