import type { UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';
import type { Topic } from '@karat/platform/bus';
import type { SupportMessage } from './types.ts';

/** A new message of a user's conversation; published after the commit. */
export const messageAdded: Topic<{ readonly user: UserId; readonly message: SupportMessage }> =
  topic('support.message_added');
/** The same in another process. */
export const messageAddedElsewhere: Topic<{
  readonly user: UserId;
  readonly conversationId: number;
  readonly seq: number;
}> = topic('support.message_added_elsewhere');
/** A user's conversation changed otherwise: assigned, read, closed, merged. */
export const conversationChanged: Topic<{ readonly user: UserId; readonly conversationId: number }> = topic(
  'support.conversation_changed',
);
/** The operator of a user's conversation is typing. */
export const operatorTyping: Topic<{ readonly user: UserId; readonly conversationId: number }> =
  topic('support.operator_typing');

/** Names of the topics that processes send each other. */
export const RELAYED_TOPICS: readonly string[] = [
  messageAddedElsewhere,
  conversationChanged,
  operatorTyping,
].map(({ name }) => name);
