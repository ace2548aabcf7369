import { createHmac } from 'node:crypto';
import { contract } from '@karat/contract';
import type { Call } from '@karat/contract';

/** An API key from `api_keys/create`. */
export interface ProgramKey {
  readonly id: number;
  readonly key: string;
  readonly secret: string;
}

export interface SignedEnvelope {
  readonly type: string;
  readonly message: unknown;
  readonly error?: string;
}

export interface SignedSent {
  readonly body?: Readonly<Record<string, string>>;
  /** The Idempotency-Key, and another one that is signed instead. */
  readonly once?: string;
  readonly signedOnce?: string;
  /** Timestamp, unix ms. */
  readonly at?: number;
  readonly nonce?: string;
  /** Receive window in ms; not signed. */
  readonly window?: number;
  /** The signature in capitals. */
  readonly inCapitals?: boolean;
}

const calls = new Map<string, Call>(Object.values(contract).flatMap((group) => Object.entries(group)));

/** Returns the signature over four lines, as docs/api-keys.md describes it. */
export const sign = (secret: string, lines: readonly string[]): string =>
  createHmac('sha256', secret).update(lines.join('\n')).digest('hex');

/** Makes a call at a server, signed with an API key. */
export async function askSigned(
  server: string,
  { key, secret }: ProgramKey,
  path: string,
  sent: SignedSent = {},
): Promise<SignedEnvelope> {
  const { body = {}, once, at = Date.now(), nonce, window, inCapitals = false } = sent;
  const method = calls.get(path)?.method ?? 'POST';
  const text = new URLSearchParams(body).toString();
  const url = `/api/${path}${method === 'GET' && text !== '' ? `?${text}` : ''}`;
  const moment = nonce === undefined ? String(at) : `${at}.${nonce}`;
  const signedKey = sent.signedOnce ?? once;
  const first = signedKey === undefined ? moment : `${moment} ${signedKey}`;
  const signature = sign(secret, [first, method, url, method === 'GET' ? '' : text]);
  const answer = await fetch(server + url, {
    method,
    headers: {
      'x-karat-key': key,
      'x-karat-timestamp': String(at),
      'x-karat-signature': inCapitals ? signature.toUpperCase() : signature,
      ...(nonce === undefined ? {} : { 'x-karat-nonce': nonce }),
      ...(window === undefined ? {} : { 'x-karat-recv-window': String(window) }),
      ...(once === undefined ? {} : { 'idempotency-key': once }),
      ...(method === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(method === 'GET' ? {} : { body: text }),
  });
  return (await answer.json()) as SignedEnvelope;
}
