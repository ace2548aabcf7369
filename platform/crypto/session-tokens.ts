import { createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Random } from '@karat/platform/random';
import { isOneOf } from './key-ring.ts';
import type { KeyRing } from './key-ring.ts';
import { purposeKey } from './seal.ts';

/**
 * Opaque session tokens: 256 random bits and 64 bits of an HMAC-SHA-256 under a key of this purpose. The tag only lets
 * a server refuse invented tokens without a database lookup.
 */
export interface SessionTokens {
  /** Names the hash key of issued tokens in the row of a session; see `HashKey`. */
  readonly mark: string | null;
  issue(): string;
  /** Returns true if a server with the same secret issued the token; says nothing about the state of its session. */
  isIssued(token: string): boolean;
}

const RANDOM_BYTES = 32;
const TAG_BYTES = 8;
/** 40 bytes as base64url. */
const TOKEN = /^[A-Za-z0-9_-]{54}$/;

export function createSessionTokens(ring: KeyRing, random: Random): SessionTokens {
  const keys = ring.keys.map(({ key }) => purposeKey(key, 'session tokens'));
  const current = purposeKey(ring.current.key, 'session tokens');
  const tagOf = (key: KeyObject, bytes: Uint8Array): Buffer =>
    createHmac('sha256', key).update(bytes).digest().subarray(0, TAG_BYTES);
  return {
    mark: ring.current.mark,
    issue() {
      const bytes = random.bytes(RANDOM_BYTES);
      return Buffer.concat([bytes, tagOf(current, bytes)]).toString('base64url');
    },
    isIssued(token) {
      if (!TOKEN.test(token)) return false;
      const bytes = Buffer.from(token, 'base64url');
      const signed = bytes.subarray(0, RANDOM_BYTES);
      const tags = keys.map((key) => tagOf(key, signed));
      return isOneOf(bytes.subarray(RANDOM_BYTES), tags);
    },
  };
}
