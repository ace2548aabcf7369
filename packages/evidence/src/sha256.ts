import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** UTF-8 bytes of a text. */
export const bytesOf = (text: string): Uint8Array => utf8ToBytes(text);
/** SHA-256 of a text (UTF-8), 32 bytes; the same in Node and in a browser, synchronous. */
export const sha256Bytes = (text: string): Uint8Array => sha256(bytesOf(text));
/** SHA-256 of a text (UTF-8) in lower-case hex. */
export const sha256Hex = (text: string): string => bytesToHex(sha256Bytes(text));

/** HMAC-SHA-256 of a text with a text as key (both UTF-8), 32 bytes. */
export const hmacSha256 = (key: string, message: string): Uint8Array =>
  hmac(sha256, bytesOf(key), bytesOf(message));

/** Bytes from lower-case hex or base64; undefined if the text is neither. */
export function bytesFromBase64(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

/** First 16 hex digits of the SHA-256 of a raw public key: the name of a key. */
export const keyIdOf = (publicKey: Uint8Array): string => bytesToHex(sha256(publicKey)).slice(0, 16);

export { bytesToHex, hexToBytes };
