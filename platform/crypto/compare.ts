import { hash, timingSafeEqual } from 'node:crypto';

/** Compares two byte strings in constant time. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

/** Compares two texts in a time that depends neither on the first difference nor on the length of the secret. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

/** Returns the SHA-256 of a text (UTF-8) or of bytes, 32 bytes. */
export const sha256 = (data: string | Uint8Array): Buffer => hash('sha256', data, 'buffer');

/**
 * Returns the stored form of an opaque token: its SHA-256 as base64url. A token has 256 random bits, so a plain hash
 * cannot be reversed.
 */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');
