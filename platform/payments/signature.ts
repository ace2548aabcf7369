import { createHmac } from 'node:crypto';
import { sameBytes } from '@karat/platform/crypto';

/** Maximum age of a webhook's signature, past or future. */
const TOLERANCE_MS = 5 * 60_000;
const HEADER = /^t=([1-9][0-9]{0,11}),v1=([0-9a-f]{64})$/;

const macOf = (secret: Uint8Array, seconds: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();

/** Header of a webhook: `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>", hex>`. */
export function signed(secret: Uint8Array, body: Uint8Array, now: number): string {
  const seconds = String(Math.floor(now / 1_000));
  return `t=${seconds},v1=${macOf(secret, seconds, body).toString('hex')}`;
}

/** Returns true if a header signs the body and is fresh. */
export function readSigned(
  secret: Uint8Array,
  header: string | undefined,
  body: Uint8Array,
  now: number,
): boolean {
  const [, seconds, mac] = HEADER.exec(header ?? '') ?? [];
  if (seconds === undefined || mac === undefined) return false;
  if (Math.abs(now - Number(seconds) * 1_000) > TOLERANCE_MS) return false;
  return sameBytes(macOf(secret, seconds, body), Buffer.from(mac, 'hex'));
}
