import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Random } from '@karat/platform/random';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** 96 bits, the nonce length of GCM (NIST SP 800-38D). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encryption of texts at rest. A sealed text is nonce, tag and ciphertext of AES-256-GCM under a key of its own
 * purpose. Its location is authenticated too, so that one row's secret cannot be copied into another.
 */
export interface Seal {
  seal(text: string, place: string): Buffer;
  /** Returns the text; throws if it was changed or moved. */
  open(sealed: Uint8Array, place: string): string;
}

/**
 * Returns a key for one purpose, derived from a secret (HKDF-SHA-256, RFC 5869). It is a key object, because Node takes four times
 * as long, and more, to use a key that is given as bytes.
 */
export const purposeKey = (secret: Uint8Array, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, KEY_BYTES)));

export function createSeal(secret: Uint8Array, purpose: string, random: Random): Seal {
  const key = purposeKey(secret, purpose);
  return {
    seal(text, place) {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const cipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place)).setAuthTag(tag);
      const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([cipher.update(body), cipher.final()]).toString('utf8');
    },
  };
}
