/** The message centre: what the house tells a user, and where else it goes. */
import type { NoticeKind } from '@karat/contract';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { tell } from './tell.ts';
import type { Notice } from './tell.ts';
import type { NoticeTexts } from './texts.ts';

export { messagesMessages } from './messages.ts';
export { noticesTold } from './topics.ts';
export type { Notice } from './tell.ts';
export type { NoticeText, NoticeTexts } from './texts.ts';

/** What the message centre is built from. */
export interface MessagesDeps {
  readonly ctx: Context;
  /** How every kind of notice reads. */
  readonly texts: NoticeTexts<NoticeKind>;
}

export interface Messages {
  /** Tells a user something, in the transaction of the step that it is about. */
  tell(tx: Tx, notice: Notice): Promise<void>;
  /** The same for many, in one statement. */
  tellAll(tx: Tx, notices: readonly Notice[]): Promise<void>;
}

export function createMessages({ ctx }: MessagesDeps): Messages {
  return {
    tell: (tx, notice) => tell(ctx, tx, [notice]),
    tellAll: (tx, notices) => tell(ctx, tx, notices),
  };
}
