import type { UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';
import type { Topic } from '@karat/platform/bus';
import { sharedTopics } from '@karat/platform/outbox';
import type { SupportMessage } from './types.ts';

const shared = sharedTopics();

/** A new message of a user's conversation; published after the commit. */
export const messageAdded: Topic<{ readonly user: UserId; readonly message: SupportMessage }> =
  topic('support.message_added');
/** The same in another process. */
export const messageAddedElsewhere = shared.topic<{
  readonly user: UserId;
  readonly conversationId: number;
  readonly seq: number;
}>('support.message_added_elsewhere');
/** A user's conversation changed otherwise: assigned, read, closed, merged. */
export const conversationChanged = shared.topic<{ readonly user: UserId; readonly conversationId: number }>(
  'support.conversation_changed',
);
/** The operator of a user's conversation is typing. */
export const operatorTyping = shared.topic<{ readonly user: UserId; readonly conversationId: number }>(
  'support.operator_typing',
);

/** Names of the topics that processes send each other. */
export const RELAYED_TOPICS = shared.names;
