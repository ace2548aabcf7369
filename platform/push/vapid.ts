import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { CURVE } from './encrypt.ts';

const HOUR_S = 3_600;
/** Push services accept a token for at most a day. */
const VALID_S = 12 * HOUR_S;

/** Identifies this server to push services (RFC 8292). */
export interface Vapid {
  /** Public key, P-256, uncompressed, base64url; browsers bind subscriptions to it. */
  readonly publicKey: string;
  /** Returns the Authorization header for a push service at a moment (unix ms). */
  authorization(origin: string, now: number): string;
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** `secret` is the private key, 32 bytes; `contact` an address for operators of push services, `mailto:` or `https:`. */
export function createVapid(secret: Uint8Array, contact: string): Vapid {
  const own = createECDH(CURVE);
  own.setPrivateKey(secret);
  const point = own.getPublicKey();
  const coordinate = (from: number): string => point.subarray(from, from + 32).toString('base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
      d: own.getPrivateKey().toString('base64url'),
    },
  });
  const publicKey = point.toString('base64url');
  return {
    publicKey,
    authorization(origin, now) {
      const claims = { aud: origin, exp: Math.floor(now / 1_000) + VALID_S, sub: contact };
      const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}
