import type { UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';
import type { Topic } from '@karat/platform/bus';
import { sharedTopics } from '@karat/platform/outbox';
import type { ChatMessage } from './types.ts';

const shared = sharedTopics();

/** A visible change of a message in its room; published after the commit. */
export const roomChanged: Topic<ChatMessage> = topic('chat.room_changed');
/** A decision on an author's message. */
export const ownMessageChanged: Topic<ChatMessage> = topic('chat.own_message_changed');
/** Both in another process: the message has changed for its room, for its author, or for both. */
export const messageChangedElsewhere = shared.topic<{
  readonly id: number;
  readonly room: boolean;
  readonly author: boolean;
}>('chat.message_changed_elsewhere');
/** A mute, or with null its end; room null: all rooms. */
export const authorMuted = shared.topic<{
  readonly user: UserId;
  readonly roomId: number | null;
  readonly untilMs: number | null;
}>('chat.author_muted');
/** A room was added or changed. */
export const roomsChanged = shared.topic<{ readonly roomId: number }>('chat.rooms_changed');

/** Names of the topics that processes send each other. */
export const RELAYED_TOPICS = shared.names;
