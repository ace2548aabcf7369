import type { NoticeKind, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { Mail } from '@karat/platform/mail';
import type { NoticeTexts } from './texts.ts';

/** Where and in which language somebody is written to. */
export interface Addressee {
  readonly id: UserId;
  readonly email: string | null;
  readonly lang: Lang;
  /** The words by which they tell our mails from forged ones, where they have set some. */
  readonly antiPhishing: string | null;
}

/** What the message centre is built from. */
export interface MessagesDeps {
  readonly ctx: Context;
  /** How every kind of notice reads. */
  readonly texts: NoticeTexts<NoticeKind>;
  readonly mail: Mail;
  /** People by their UID, those that exist; reads in the caller's transaction. */
  readonly addressees: (db: Queries, users: readonly UserId[]) => Promise<readonly Addressee[]>;
  /** Name of the site in mails. */
  readonly siteName?: string;
}
