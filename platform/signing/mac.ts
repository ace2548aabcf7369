import { createHmac } from 'node:crypto';
import { sha256 } from '@karat/platform/crypto';

export const MAC_HEADERS = { time: 'x-karat-time', nonce: 'x-karat-nonce', mac: 'x-karat-mac' } as const;
/** Maximum difference between the clocks of two processes of one machine. */
export const SKEW_MS_MAX = 30_000;

/**
 * Returns the HMAC-SHA-256 over direction, path, time, nonce and the body's hash: a message can be neither changed nor
 * replayed.
 */
export const macOf = (
  secret: Uint8Array,
  message: {
    readonly direction: 'ask' | 'answer';
    readonly path: string;
    readonly time: string;
    readonly nonce: string;
    readonly body: string;
  },
): string =>
  createHmac('sha256', secret)
    .update(
      [
        message.direction,
        message.path,
        message.time,
        message.nonce,
        sha256(message.body).toString('hex'),
      ].join('\n'),
    )
    .digest('hex');
