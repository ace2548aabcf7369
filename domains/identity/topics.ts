import type { SessionId, UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';

/** Sessions that have ended: caches forget them, sockets that logged in with them close. */
export interface SessionsEnded {
  readonly userId: UserId;
  readonly sessionIds: readonly SessionId[];
}
export const sessionsEnded = topic<SessionsEnded>('identity.sessionsEnded');

/** Sessions whose caller has other rights than before: caches forget them, nobody is logged out. */
export const callersChanged = topic<SessionsEnded>('identity.callersChanged');
