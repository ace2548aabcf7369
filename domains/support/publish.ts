import type { Tx } from '@karat/platform/db';
import { emitToOthers } from '@karat/platform/outbox';
import type { SupportDeps } from './deps.ts';
import { conversationChanged, messageAdded, messageAddedElsewhere, operatorTyping } from './topics.ts';
import type { Conversation, SupportMessage } from './types.ts';

type Subject = Pick<Conversation, 'id' | 'userId'>;

/** Publishes a change of a user's conversation in all processes, after the commit. Visitors poll. */
export async function publishChange({ ctx }: SupportDeps, tx: Tx, { id, userId }: Subject): Promise<void> {
  if (userId === null) return;
  const change = { user: userId, conversationId: id };
  await emitToOthers(ctx, tx, conversationChanged, change);
  tx.afterCommit(() => ctx.bus.publish(conversationChanged, change));
}

/** Publishes a new message of a user's conversation in all processes, after the commit. */
export async function publishMessage(
  { ctx }: SupportDeps,
  tx: Tx,
  { userId }: Subject,
  message: SupportMessage,
): Promise<void> {
  if (userId === null) return;
  const { conversationId, seq } = message;
  await emitToOthers(ctx, tx, messageAddedElsewhere, { user: userId, conversationId, seq });
  tx.afterCommit(() => ctx.bus.publish(messageAdded, { user: userId, message }));
}

/** Publishes in all processes that the operator of a user's conversation is typing. */
export async function publishTyping({ ctx }: SupportDeps, tx: Tx, { id, userId }: Subject): Promise<void> {
  if (userId === null) return;
  const mark = { user: userId, conversationId: id };
  await emitToOthers(ctx, tx, operatorTyping, mark);
  tx.afterCommit(() => ctx.bus.publish(operatorTyping, mark));
}
