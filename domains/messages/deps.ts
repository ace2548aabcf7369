import type { NoticeKind, SessionId, UserId } from '@karat/contract';
import type { Lang } from '@karat/i18n';
import type { Context } from '@karat/platform/context';
import type { Queries } from '@karat/platform/db';
import type { Mail } from '@karat/platform/mail';
import type { Push } from '@karat/platform/push';
import type { NoticeTexts } from './texts.ts';

/** Address and language of a user. */
export interface Addressee {
  readonly id: UserId;
  readonly email: string | null;
  readonly lang: Lang;
  /** The anti-phishing phrase, if one is set. */
  readonly antiPhishing: string | null;
}

export interface PushDeps {
  readonly push: Push;
  /** Sessions of a user that have not ended: a browser is pushed to only while its session is open. */
  readonly openSessions: (db: Queries, user: UserId) => Promise<readonly SessionId[]>;
}

export interface MessagesDeps {
  readonly ctx: Context;
  /** Texts of every kind of notice. */
  readonly texts: NoticeTexts<NoticeKind>;
  readonly mail: Mail;
  /** Without it nothing is pushed. */
  readonly pushes?: PushDeps | undefined;
  /** Returns the existing users of these UIDs; reads in the caller's transaction. */
  readonly addressees: (db: Queries, users: readonly UserId[]) => Promise<readonly Addressee[]>;
  /** Site name in emails. */
  readonly siteName?: string;
}
