import { createHmac } from 'node:crypto';
import { sameText } from './compare.ts';
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
  sign(claim: DeviceClaim): string;
  /** Returns the claim of a token with a valid signature, else undefined. */
  read(token: string): DeviceClaim | undefined;
}

const TOKEN = /^([0-9]{1,15})\.([0-9]{1,15})\.([0-9]{1,9})\.([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/;

/** Creates tokens of one kind of account; another `purpose` has another key. */
export function createDeviceTokens(secret: Uint8Array, purpose: 'users' | 'operators'): DeviceTokens {
  const key = purposeKey(secret, `device tokens of ${purpose}`);
  const tagOf = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign({ account, device, serial, issuedMs }) {
      const text = `${account}.${device}.${serial}.${issuedMs}`;
      return `${text}.${tagOf(text)}`;
    },
    read(token) {
      const parts = TOKEN.exec(token);
      if (!parts) return undefined;
      const [, account, device, serial, issuedMs, tag = ''] = parts;
      if (!sameText(tag, tagOf(`${account}.${device}.${serial}.${issuedMs}`))) return undefined;
      return {
        account: Number(account),
        device: Number(device),
        serial: Number(serial),
        issuedMs: Number(issuedMs),
      };
    },
  };
}
