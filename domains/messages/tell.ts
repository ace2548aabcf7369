import type { NoticeKind, UserId } from '@karat/contract';
import type { Values } from '@karat/i18n';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { insertNotices } from './store.ts';
import { noticesTold } from './topics.ts';

/** Something that a user is told, once per key. */
export interface Notice {
  readonly user: UserId;
  readonly kind: NoticeKind;
  /** What the text's slots are filled with. */
  readonly values?: Values;
  /** Names the step, `withdrawal:17:sent`: telling it again does nothing. */
  readonly key: string;
}

/** Writes notices in the caller's transaction; whoever listens hears of them after its commit. */
export async function tell(ctx: Context, tx: Tx, notices: readonly Notice[]): Promise<void> {
  if (notices.length === 0) return;
  const told = await insertNotices(tx, notices, ctx.clock.now());
  if (told.length > 0) tx.afterCommit(() => ctx.bus.publish(noticesTold, told));
}
