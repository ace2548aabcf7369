import type { UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';

/** API keys of an account that have ended: caches forget them, connections that logged in with them lose their rights. */
export interface ApiKeysEnded {
  readonly userId: UserId;
}
export const apiKeysEnded = topic<ApiKeysEnded>('credentials.apiKeysEnded');
