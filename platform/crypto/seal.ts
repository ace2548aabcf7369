import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Random } from '@karat/platform/random';
import type { Sql } from '@karat/platform/db';
import { sql } from '@karat/platform/db';
import type { HashKey, KeyRing } from './key-ring.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** 96 bits, the nonce length of GCM (NIST SP 800-38D). */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** In front of a sealed text of any key but the first one of a database: these bytes, then the id of the key. */
const MAGIC = Buffer.from('KHK2', 'latin1');
const ID_BYTES = 4;
const MARK_BYTES = MAGIC.length + ID_BYTES;

/**
 * Encryption of texts at rest. A sealed text is nonce, tag and ciphertext of AES-256-GCM under a key of its own
 * purpose, behind the mark of its hash key. Its location is authenticated too, so that one row's secret cannot be copied
 * into another.
 */
export interface Seal {
  /** Seals with the current key. */
  seal(text: string, place: string): Buffer;
  /** Returns the text; throws if it was changed or moved, or sealed with a key that the ring has not. */
  open(sealed: Uint8Array, place: string): string;
}

/**
 * Returns a key for one purpose, derived from a secret (HKDF-SHA-256, RFC 5869). It is a key object, because Node takes four times
 * as long, and more, to use a key that is given as bytes.
 */
export const purposeKey = (secret: Uint8Array | KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, KEY_BYTES)));

/** Returns the mark of the hash key of a sealed text (see `HashKey`): null for the first key of the database. */
export function sealedMark(sealed: Uint8Array): string | null {
  if (!MAGIC.equals(sealed.subarray(0, MAGIC.length))) return null;
  return Buffer.from(sealed.subarray(MAGIC.length, MARK_BYTES)).toString('hex');
}

/** The same in SQL, for a column of sealed texts. */
export const sealedMarkOf = (column: Sql): Sql => sql`
  case when substring(${column} from 1 for ${MAGIC.length}::int) = ${MAGIC}
    then encode(substring(${column} from ${MAGIC.length + 1}::int for ${ID_BYTES}::int), 'hex') end`;

const prefixOf = ({ mark }: HashKey): Buffer =>
  mark === null ? Buffer.alloc(0) : Buffer.concat([MAGIC, Buffer.from(mark, 'hex')]);

interface PurposeKey {
  readonly key: KeyObject;
  readonly prefix: Buffer;
}

function decrypt({ key, prefix }: PurposeKey, sealed: Uint8Array, place: string): string {
  const nonceEnd = prefix.length + NONCE_BYTES;
  const tagEnd = nonceEnd + TAG_BYTES;
  const nonce = sealed.subarray(prefix.length, nonceEnd);
  const cipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(nonceEnd, tagEnd));
  return Buffer.concat([cipher.update(sealed.subarray(tagEnd)), cipher.final()]).toString('utf8');
}

export function createSeal(ring: KeyRing, purpose: string, random: Random): Seal {
  const keys = new Map<string | null, PurposeKey>(
    ring.keys.map((hashKey) => [
      hashKey.mark,
      { key: purposeKey(hashKey.key, purpose), prefix: prefixOf(hashKey) },
    ]),
  );
  const current = { key: purposeKey(ring.current.key, purpose), prefix: prefixOf(ring.current) };
  const first = keys.get(null);
  const unknown = (mark: string | null): never => {
    throw new Error(
      `a text is sealed with the hash key ${mark ?? 'of the beginning'}, which is not accepted`,
    );
  };
  return {
    seal(text, place) {
      const nonce = random.bytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, current.key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([current.prefix, nonce, cipher.getAuthTag(), body]);
    },
    open(sealed, place) {
      const mark = sealedMark(sealed);
      // The nonce of a text without a mark may look like a mark, once in 2^32 texts.
      const key = keys.get(mark) ?? first ?? unknown(mark);
      return decrypt(key, sealed, place);
    },
  };
}
