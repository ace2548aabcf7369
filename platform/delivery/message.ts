import type { Lang } from '@karat/i18n';

export type Channel = 'mail' | 'sms';

/** A message to be sent after commit. */
export interface Outgoing {
  readonly to: string;
  readonly lang: Lang;
  /** Mails have a subject, short messages do not. */
  readonly subject?: string;
  readonly body: string;
  /** Expiry, unix ms; an hour from now by default. */
  readonly expiresAt?: number;
  /** A notification to the account owner. Strangers cannot trigger it at will, so no cap applies. */
  readonly notice?: boolean;
  /** False does the same work and sends nothing, so that the duration does not reveal whether a message was sent. */
  readonly deliver?: boolean;
}
