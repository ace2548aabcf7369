import { refuse } from '@karat/contract';
import type { ChatReportReason, UserId } from '@karat/contract';
import { lockFor } from '@karat/platform/db';
import { authorById, deleteBlock, insertBlock } from './author-store.ts';
import type { ChatDeps } from './deps.ts';
import { insertReport, lockMessage, messageById, openReports, saveState } from './message-store.ts';
import { publishMessage } from './publish.ts';
import { nextSeq } from './room-store.ts';
import { BLOCKS_MAX, REPORTS_TO_HOLD } from './rules.ts';

export interface Report {
  readonly user: UserId;
  readonly messageId: number;
  readonly reason: ChatReportReason;
  readonly comment: string;
}

/**
 * Reports a shown message. The third open report hides it until a moderator decides. Refuses `chat_message_unknown` and
 * `chat_own_message`.
 */
export async function report(deps: ChatDeps, { user, messageId, ...said }: Report): Promise<void> {
  const { clock, db } = deps.ctx;
  await db.transact(async (tx) => {
    const message = await lockMessage(tx, messageId);
    if (message === undefined || message.seq === 0 || message.state === 'removed')
      refuse('chat_message_unknown');
    if (message.userId === user) refuse('chat_own_message');
    const at = clock.now();
    if (!(await insertReport(tx, { messageId, user, at, ...said }))) return;
    // A message that a moderator has decided on stays as it is.
    if (message.state !== 'shown' || message.decidedBy !== null) return;
    if ((await openReports(tx, messageId)) < REPORTS_TO_HOLD) return;
    const seq = await nextSeq(tx, message.roomId, at);
    await saveState(tx, messageId, { state: 'held', seq, holds: ['reported'], by: null, at });
    const held = (await messageById(tx, messageId)) ?? refuse('internal_error');
    await publishMessage(deps, tx, held, { room: true, author: false });
  });
}

/** Blocks an author for a reader, or lifts it. Refuses `chat_author_unknown` and `chat_block_limit`. */
export async function setBlocked(
  { ctx }: ChatDeps,
  user: UserId,
  authorId: number,
  blocked: boolean,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const author = await authorById(tx, authorId);
    if (author === undefined || author.userId === user) refuse('chat_author_unknown');
    if (!blocked) {
      await deleteBlock(tx, user, authorId);
      return;
    }
    await lockFor(tx, 'chat blocks', user);
    if ((await insertBlock(tx, user, authorId, BLOCKS_MAX, ctx.clock.now())) === 0)
      refuse('chat_block_limit', { max: BLOCKS_MAX });
  });
}
