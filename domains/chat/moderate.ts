import { refuse } from '@karat/contract';
import type { ChatDecision, ChatMessageState } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import { emitToOthers } from '@karat/platform/outbox';
import { ALL_ROOMS, authorById, saveMute } from './author-store.ts';
import type { ChatDeps } from './deps.ts';
import { closeReports, lockMessage, messageById, openReports, saveState } from './message-store.ts';
import { publishMessage } from './publish.ts';
import { findRoom, nextSeq } from './room-store.ts';
import { authorMuted } from './topics.ts';
import type { ChatMessage } from './types.ts';

const MINUTE_MS = 60_000;

/** States that a decision applies to, and the state that it leads to. */
const DECISIONS: Readonly<
  Record<
    ChatDecision,
    { readonly from: readonly ChatMessageState[]; readonly to: ChatMessageState | undefined }
  >
> = {
  release: { from: ['held'], to: 'shown' },
  remove: { from: ['held', 'shown'], to: 'removed' },
  restore: { from: ['removed'], to: 'shown' },
  keep: { from: ['shown'], to: undefined },
};

/** Decides on a message, with its audit entry. Refuses `chat_message_unknown`, and `chat_decided` if another decision was first. */
export async function decide(
  deps: ChatDeps,
  by: string,
  { id, decision, reason }: { readonly id: number; readonly decision: ChatDecision; readonly reason: string },
): Promise<ChatMessage> {
  const { clock, db } = deps.ctx;
  return db.transact(async (tx) => {
    const message = (await lockMessage(tx, id)) ?? refuse('chat_message_unknown');
    const { from, to } = DECISIONS[decision];
    if (!from.includes(message.state)) refuse('chat_decided');
    if (decision === 'keep' && (await openReports(tx, id)) === 0) refuse('chat_decided');
    const at = clock.now();
    await closeReports(tx, id, at);
    const state = to ?? message.state;
    await saveState(tx, id, {
      state,
      seq: await seqAfter(tx, message, state, at),
      holds: message.holds,
      by,
      at,
    });
    await append(tx, {
      actor: by,
      action: `chat ${decision}`,
      subject: `chat message:${id}`,
      detail: { room: message.roomId, author: message.userId, reason },
      at,
    });
    const decided = (await messageById(tx, id)) ?? refuse('internal_error');
    await publishMessage(deps, tx, decided, {
      room: decided.seq !== message.seq,
      author: decided.state !== message.state,
    });
    return decided;
  });
}

/** A change that readers see takes the next number of the room; one that they do not see keeps the number. */
const seqAfter = (
  tx: Tx,
  before: ChatMessage,
  state: ChatMessageState,
  at: number,
): Promise<number> | number =>
  state === before.state || (state === 'removed' && before.seq === 0)
    ? before.seq
    : nextSeq(tx, before.roomId, at);

/** Mutes an author in a room, or with room undefined in all; 0 minutes lifts it. With its audit entry. */
export async function mute(
  deps: ChatDeps,
  by: string,
  input: {
    readonly authorId: number;
    readonly roomId: number | undefined;
    readonly minutes: number;
    readonly reason: string;
  },
): Promise<void> {
  const { bus, clock, db } = deps.ctx;
  await db.transact(async (tx) => {
    const author = (await authorById(tx, input.authorId)) ?? refuse('chat_author_unknown');
    if (input.roomId !== undefined && !(await findRoom(tx, input.roomId))) refuse('chat_room_unknown');
    const at = clock.now();
    const until = at + input.minutes * MINUTE_MS;
    const { reason } = input;
    await saveMute(tx, { author: author.id, room: input.roomId ?? ALL_ROOMS, until, by, reason });
    const { roomId = null, minutes } = input;
    await append(tx, {
      actor: by,
      action: minutes === 0 ? 'chat unmute' : 'chat mute',
      subject: `user:${author.userId}`,
      detail: { room: roomId, minutes, reason },
      at,
    });
    const untilMs = minutes === 0 ? null : until;
    const muted = { user: author.userId, roomId, untilMs };
    await emitToOthers(deps.ctx, tx, authorMuted, muted);
    tx.afterCommit(() => bus.publish(authorMuted, muted));
  });
}
