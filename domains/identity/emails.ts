import { fill } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import type { Tx } from '@karat/platform/db';
import { withAntiPhishing } from './anti-phishing-line.ts';
import { bodies, subjects } from './email-texts.ts';
import type { EmailKind } from './email-texts.ts';
import type { ResolvedDeps } from './deps.ts';
import type { Contact } from './contact.ts';

export type { EmailKind } from './email-texts.ts';

export interface EmailFacts {
  readonly site: string;
  readonly code?: string;
  readonly minutes?: number;
  readonly receiver?: string;
  readonly hours?: number;
  readonly link?: string;
}

export interface Email {
  readonly subject: string;
  readonly body: string;
}

/** Returns subject and body of a message in a language. An SMS uses the body alone. */
export const emailFor = (kind: EmailKind, lang: Lang, facts: EmailFacts): Email => ({
  subject: fill(subjects[kind][lang], lang, { ...facts }),
  body: fill(bodies[kind][lang], lang, { ...facts }),
});

/** Sends a message by email, with the owner's anti-phishing phrase, or by SMS. */
export async function sendToContact(
  deps: ResolvedDeps,
  tx: Tx,
  contact: Contact,
  lang: Lang,
  outgoing: {
    readonly letter: Email;
    readonly antiPhishing: string;
    readonly expiresAt?: number;
    readonly deliver: boolean;
  },
): Promise<void> {
  const { letter: email, antiPhishing, ...rest } = outgoing;
  // A message without an expiry carries no code: it notifies an owner.
  const message = { to: contact.value, lang, notice: rest.expiresAt === undefined, ...rest };
  if (contact.kind === 'phone') return deps.sms.send(tx, { ...message, body: email.body });
  const body = withAntiPhishing(email.body, antiPhishing, lang);
  return deps.mail.send(tx, { ...message, subject: email.subject, body });
}
