import type { UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';

/** Ended API keys of an account: caches remove them, connections of their logins lose their rights. */
export interface ApiKeysEnded {
  readonly userId: UserId;
}
export const apiKeysEnded = topic<ApiKeysEnded>('credentials.apiKeysEnded');
