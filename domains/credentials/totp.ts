import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** Codes of one step before and after are taken, for clocks that differ. */
const WINDOW = 1;

/**
 * The time step of which a code is the right one, at most one step away from now, or undefined; a step that is not later
 * than `taken` is no longer good. RFC 6238: SHA-1, six digits, 30 s. The secret is in base32.
 */
export function stepOf(secret: string, code: string, now: number, taken: number): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  if (delta === null) return undefined;
  const step = Math.floor(now / STEP_MS) + delta;
  return step > taken ? step : undefined;
}
