import { createHmac } from 'node:crypto';
import { sameBytes } from '@karat/platform/crypto';

/** Maximum age of a webhook's signature, past or future. */
const TOLERANCE_MS = 5 * 60_000;
/** A header with more parts is not read. */
const PARTS_MAX = 12;
const SECONDS = /^[1-9][0-9]{0,11}$/;
const MAC = /^[0-9a-f]{64}$/;

const macOf = (secret: Uint8Array, seconds: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/** Header of a webhook: `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>", hex>`. */
export function signed(secret: Uint8Array, body: Uint8Array, now: number): string {
  const seconds = String(Math.floor(now / 1_000));
  return `t=${seconds},v1=${macOf(secret, seconds, body).toString('hex')}`;
}

/**
 * Returns true if a header signs the body and is fresh. It names one moment; of several `v1` one has to fit, as while a
 * provider changes its secret. Parts of other schemes are left out.
 */
export function readSigned(
  secret: Uint8Array,
  header: string | undefined,
  body: Uint8Array,
  now: number,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.split('=', 2));
  if (parts.length > PARTS_MAX) return false;
  const valuesOf = (name: string) => parts.flatMap(([key, value = '']) => (key === name ? [value] : []));
  const [seconds = '', ...others] = valuesOf('t');
  if (others.length > 0 || !SECONDS.test(seconds)) return false;
  if (Math.abs(now - Number(seconds) * 1_000) > TOLERANCE_MS) return false;
  const expected = macOf(secret, seconds, body);
  let fits = false;
  // Every signature is compared, so that the time does not show which one fits.
  for (const mac of valuesOf('v1'))
    if (MAC.test(mac) && sameBytes(expected, Buffer.from(mac, 'hex'))) fits = true;
  return fits;
}
