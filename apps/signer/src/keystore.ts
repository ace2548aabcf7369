import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeDurably } from './durable.ts';

/** scrypt (RFC 7914): 2^17 rounds over 128 MiB, some tenths of a second. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 } as const;
const SEED_BYTES = 64;
const PASSPHRASE_MIN = 16;

interface Stored {
  readonly version: 1;
  readonly kdf: 'scrypt';
  readonly salt: string;
  readonly nonce: string;
  readonly tag: string;
  readonly sealed: string;
}

/** The keystore cannot be opened; the message contains only the reason. */
export class KeystoreError extends Error {}

const keyFrom = (passphrase: string, salt: Buffer): Buffer =>
  scryptSync(passphrase.normalize('NFKC'), salt, 32, COST);

/** Encrypts a seed under a passphrase: AES-256-GCM, the key by scrypt. */
export function seal(seed: Uint8Array, passphrase: string): Stored {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', keyFrom(passphrase, salt), nonce);
  const sealed = Buffer.concat([cipher.update(seed), cipher.final()]);
  const hex = (bytes: Buffer): string => bytes.toString('hex');
  return {
    version: 1,
    kdf: 'scrypt',
    salt: hex(salt),
    nonce: hex(nonce),
    tag: hex(cipher.getAuthTag()),
    sealed: hex(sealed),
  };
}

export function unseal(stored: Stored, passphrase: string): Buffer {
  try {
    const hex = (text: string): Buffer => Buffer.from(text, 'hex');
    const key = keyFrom(passphrase, hex(stored.salt));
    const cipher = createDecipheriv('aes-256-gcm', key, hex(stored.nonce), { authTagLength: 16 });
    cipher.setAuthTag(hex(stored.tag));
    return Buffer.concat([cipher.update(hex(stored.sealed)), cipher.final()]);
  } catch {
    throw new KeystoreError('the keystore cannot be opened: wrong passphrase, or damaged file');
  }
}

/** Opens the seed of a keystore; a first start creates one, or imports the given one. */
export function openKeystore(path: string, passphrase: string, given?: Buffer): Buffer {
  if (passphrase.length < PASSPHRASE_MIN)
    throw new KeystoreError(`the passphrase must have at least ${PASSPHRASE_MIN} characters`);
  if (existsSync(path)) return unseal(JSON.parse(readFileSync(path, 'utf8')) as Stored, passphrase);
  const seed = given ?? randomBytes(SEED_BYTES);
  writeDurably(path, `${JSON.stringify(seal(seed, passphrase))}\n`);
  return seed;
}
