import type { Tx } from '@karat/platform/db';
import type { SupportDeps } from './deps.ts';
import { conversationChanged, messageAdded } from './topics.ts';
import type { Conversation, SupportMessage } from './types.ts';

/** Publishes a change of a user's conversation after the commit. Visitors poll. */
export function publishChange({ ctx }: SupportDeps, tx: Tx, { id, userId }: Conversation): void {
  if (userId === null) return;
  tx.afterCommit(() => ctx.bus.publish(conversationChanged, { user: userId, conversationId: id }));
}

/** Publishes a new message of a user's conversation after the commit. */
export function publishMessage(
  { ctx }: SupportDeps,
  tx: Tx,
  { userId }: Conversation,
  message: SupportMessage,
): void {
  if (userId === null) return;
  tx.afterCommit(() => ctx.bus.publish(messageAdded, { user: userId, message }));
}
