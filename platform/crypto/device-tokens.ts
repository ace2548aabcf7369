import { createHmac } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isOneOf } from './key-ring.ts';
import type { KeyRing } from './key-ring.ts';
import { purposeKey } from './seal.ts';

/** Claim of a device token: an account has logged in on a device. Rows decide whether it still counts. */
export interface DeviceClaim {
  readonly account: number;
  readonly device: number;
  /** Increases with every token of the device. */
  readonly serial: number;
  /** Unix ms. */
  readonly issuedMs: number;
}

/** Signed device tokens: four numbers and an HMAC-SHA-256 under a key of one purpose. They grant no access. */
export interface DeviceTokens {
  /** Names the hash key of signed tokens in the row of a device; see `HashKey`. */
  readonly mark: string | null;
  sign(claim: DeviceClaim): string;
  /** Returns the claim of a token with a valid signature, else undefined. */
  read(token: string): DeviceClaim | undefined;
}

const TOKEN = /^([0-9]{1,15})\.([0-9]{1,15})\.([0-9]{1,9})\.([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/;

/** Creates tokens of one kind of account; another `purpose` has other keys. */
export function createDeviceTokens(ring: KeyRing, purpose: 'users' | 'operators'): DeviceTokens {
  const derive = (key: KeyObject): KeyObject => purposeKey(key, `device tokens of ${purpose}`);
  const keys = ring.keys.map(({ key }) => derive(key));
  const current = derive(ring.current.key);
  const tagOf = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    mark: ring.current.mark,
    sign({ account, device, serial, issuedMs }) {
      const text = `${account}.${device}.${serial}.${issuedMs}`;
      return `${text}.${tagOf(current, text).toString('base64url')}`;
    },
    read(token) {
      const parts = TOKEN.exec(token);
      if (!parts) return undefined;
      const [, account, device, serial, issuedMs, tag = ''] = parts;
      const signed = `${account}.${device}.${serial}.${issuedMs}`;
      const tags = keys.map((key) => tagOf(key, signed));
      const given = Buffer.from(tag, 'base64url');
      // Only the canonical text of a tag counts.
      if (given.toString('base64url') !== tag || !isOneOf(given, tags)) return undefined;
      return {
        account: Number(account),
        device: Number(device),
        serial: Number(serial),
        issuedMs: Number(issuedMs),
      };
    },
  };
}
