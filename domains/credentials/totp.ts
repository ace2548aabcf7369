import type { Random } from '@karat/platform/random';
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** Codes of one step before and after are accepted, for clocks that differ. */
const WINDOW = 1;
/** As many bits as the hash of the code has, RFC 4226 section 4. */
const SECRET_BYTES = 20;

/** Returns a new secret in base32. */
export const newSecret = (random: Random): string =>
  new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer }).base32;

/** Returns the `otpauth://` address that an authenticator app reads from a QR code. */
export const uriOf = (secret: string, issuer: string, label: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret), issuer, label }).toString();

/**
 * Returns the time step of a right code, at most one step away from now, or undefined. A step that is not later than
 * `taken` is invalid. RFC 6238: SHA-1, six digits, 30 s. The secret is in base32.
 */
export function stepOf(secret: string, code: string, now: number, accepted: number): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return undefined;
  const step = Math.floor(now / STEP_MS) + delta;
  return step > accepted ? step : undefined;
}
