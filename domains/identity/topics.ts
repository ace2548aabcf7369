import type { SessionId, UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';

/** Ended sessions: caches remove them, sockets of their logins close. */
export interface SessionsEnded {
  readonly userId: UserId;
  readonly sessionIds: readonly SessionId[];
}
export const sessionsEnded = topic<SessionsEnded>('identity.sessionsEnded');

/** Sessions with changed rights: caches remove them, nobody is logged out. */
export const callersChanged = topic<SessionsEnded>('identity.callersChanged');
