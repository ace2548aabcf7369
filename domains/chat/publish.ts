import type { Tx } from '@karat/platform/db';
import { emitToOthers } from '@karat/platform/outbox';
import type { ChatDeps } from './deps.ts';
import { messageChangedElsewhere, ownMessageChanged, roomChanged } from './topics.ts';
import type { ChatMessage } from './types.ts';

/** Who sees a change of a message: the readers of its room, its author, or both. */
interface Readers {
  readonly room: boolean;
  readonly author: boolean;
}

/** Publishes a change of a message in all processes, after the commit. */
export async function publishMessage(
  { ctx }: ChatDeps,
  tx: Tx,
  message: ChatMessage,
  { room, author }: Readers,
): Promise<void> {
  if (!room && !author) return;
  await emitToOthers(ctx, tx, messageChangedElsewhere, { id: message.id, room, author });
  tx.afterCommit(() => {
    if (room) ctx.bus.publish(roomChanged, message);
    if (author) ctx.bus.publish(ownMessageChanged, message);
  });
}
