import type { UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';

/** Ended API keys of an account: caches remove them, connections of their logins lose their rights. */
export type ApiKeysEnded = {
  readonly userId: UserId;
};
export const apiKeysEnded = topic<ApiKeysEnded>('credentials.apiKeysEnded');

/** Topics that each process receives from the others. */
export const RELAYED_TOPICS: readonly string[] = [apiKeysEnded.name];
