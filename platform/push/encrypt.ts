import { createCipheriv, createECDH, hkdfSync } from 'node:crypto';

/** Keys of a browser's subscription, raw bytes. */
export interface PushKeys {
  /** Public key of the browser, P-256, uncompressed, 65 bytes. */
  readonly p256dh: Uint8Array;
  /** Shared secret of browser and server, 16 bytes. */
  readonly auth: Uint8Array;
}

/** Random input of one message: a new key and salt for each. */
export interface PushEntropy {
  /** Private key, P-256, 32 bytes. */
  readonly key: Uint8Array;
  /** 16 bytes. */
  readonly salt: Uint8Array;
}

export const CURVE = 'prime256v1';
const PUBLIC_BYTES = 65;
const AUTH_BYTES = 16;
const RECORD_BYTES = 4_096;
/** Push services accept a body of 4,096 bytes: header, text, delimiter and tag. */
export const TEXT_BYTES_MAX = RECORD_BYTES - (16 + 4 + 1 + PUBLIC_BYTES) - 1 - 16;
/** Ends the last record, RFC 8188. */
const LAST_RECORD = 2;

/** Returns true for keys that a message can be encrypted for: a point of the curve, and a secret of the right length. */
export function areKeysValid({ p256dh, auth }: PushKeys): boolean {
  if (p256dh.length !== PUBLIC_BYTES || p256dh[0] !== 4 || auth.length !== AUTH_BYTES) return false;
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

const label = (text: string): Buffer => Buffer.from(`${text}\0`);

/** Returns the body of a push message with content encoding `aes128gcm` (RFC 8291). Throws RangeError for a text that is too long. */
export function encryptPush(
  text: Uint8Array,
  { p256dh, auth }: PushKeys,
  { key, salt }: PushEntropy,
): Buffer {
  if (text.length > TEXT_BYTES_MAX) throw new RangeError(`a push message of ${text.length} bytes`);
  const own = createECDH(CURVE);
  own.setPrivateKey(key);
  const publicKey = own.getPublicKey();
  const info = Buffer.concat([label('WebPush: info'), p256dh, publicKey]);
  const secret = derive(own.computeSecret(p256dh), auth, info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(secret, salt, label('Content-Encoding: aes128gcm'), 16),
    derive(secret, salt, label('Content-Encoding: nonce'), 12),
  );
  const record = Buffer.alloc(4);
  record.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([
    ...[salt, record, Buffer.of(publicKey.length), publicKey],
    ...[cipher.update(text), cipher.update(Buffer.of(LAST_RECORD)), cipher.final(), cipher.getAuthTag()],
  ]);
}
