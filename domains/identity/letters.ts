import { fill } from '@karat/i18n';
import type { Lang } from '@karat/i18n';
import type { Tx } from '@karat/platform/db';
import { withAntiPhishing } from './anti-phishing-line.ts';
import { bodies, subjects } from './letter-texts.ts';
import type { LetterKind } from './letter-texts.ts';
import type { Parts } from './parts.ts';
import type { Receiver } from './receiver.ts';

export type { LetterKind } from './letter-texts.ts';

export interface LetterFacts {
  readonly site: string;
  readonly code?: string;
  readonly minutes?: number;
  readonly receiver?: string;
  readonly hours?: number;
  readonly link?: string;
}

export interface Letter {
  readonly subject: string;
  readonly body: string;
}

/** Subject and body of a letter in a language; a short message uses the body alone. */
export const letterFor = (kind: LetterKind, lang: Lang, facts: LetterFacts): Letter => ({
  subject: fill(subjects[kind][lang], lang, { ...facts }),
  body: fill(bodies[kind][lang], lang, { ...facts }),
});

/** Writes a letter by mail, where it carries the owner's anti-phishing words, or as a short message. */
export async function write(
  parts: Parts,
  tx: Tx,
  receiver: Receiver,
  lang: Lang,
  outgoing: {
    readonly letter: Letter;
    readonly antiPhishing: string;
    readonly expiresAt?: number;
    readonly deliver: boolean;
  },
): Promise<void> {
  const { letter, antiPhishing, ...rest } = outgoing;
  // A letter without an end carries no code: it notifies an owner.
  const message = { to: receiver.value, lang, notice: rest.expiresAt === undefined, ...rest };
  if (receiver.kind === 'phone') return parts.sms.send(tx, { ...message, body: letter.body });
  const body = withAntiPhishing(letter.body, antiPhishing, lang);
  return parts.mail.send(tx, { ...message, subject: letter.subject, body });
}
