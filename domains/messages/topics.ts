import type { UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';
import type { Topic } from '@karat/platform/bus';
import { sharedTopics } from '@karat/platform/outbox';

const shared = sharedTopics();

export interface NoticesOfUser {
  readonly user: UserId;
  readonly ids: readonly number[];
}

/** Users whose message centre changed, with new notices; published after the commit. */
export const noticesChanged: Topic<readonly NoticesOfUser[]> = topic('messages.changed');

/** The same in another process, as JSON. */
export const noticesChangedElsewhere = shared.topic<{ readonly changes: string }>(
  'messages.changed_elsewhere',
);

/** Names of the topics that processes send each other. */
export const RELAYED_TOPICS = shared.names;
