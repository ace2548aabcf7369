import type { UserId } from '@karat/contract';
import { sharedTopics } from '@karat/platform/outbox';

const shared = sharedTopics();

/** Ended API keys of an account: caches remove them, connections of their logins lose their rights. */
export type ApiKeysEnded = {
  readonly userId: UserId;
};
export const apiKeysEnded = shared.topic<ApiKeysEnded>('credentials.apiKeysEnded');

/** Topics that each process receives from the others. */
export const RELAYED_TOPICS = shared.names;
