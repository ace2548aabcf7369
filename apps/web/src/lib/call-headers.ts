import type { Lang } from '@karat/i18n';

interface Caller {
  readonly language: Lang;
  readonly token: string | null;
  /** Token of the device. */
  readonly device: string | null;
  /** Idempotency key of a call that changes something. */
  readonly key?: string | undefined;
}

/** Headers of a call: language, session, device and idempotency key. */
export function callHeaders({ language, token, device, key }: Caller): Headers {
  const headers = new Headers({ lang: language });
  if (token !== null) headers.set('Authorization', token);
  if (key !== undefined) headers.set('Idempotency-Key', key);
  if (device !== null) headers.set('X-Karat-Device', device);
  return headers;
}
