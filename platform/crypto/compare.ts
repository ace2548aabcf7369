import { hash, timingSafeEqual } from 'node:crypto';

/** Whether two byte strings are equal, in a time that does not tell where they differ. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b);

/** Whether two texts are equal, in a time that does not tell where they differ nor how long the secret is. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

/** SHA-256 of a text (UTF-8) or of bytes, 32 bytes. */
export const sha256 = (data: string | Uint8Array): Buffer => hash('sha256', data, 'buffer');

/**
 * What the database keeps of an opaque token: its SHA-256 as base64url. A token has 256 random bits, so a plain hash cannot
 * be turned around.
 */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url');
