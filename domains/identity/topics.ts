import { sessionId } from '@karat/contract';
import type { SessionId, UserId } from '@karat/contract';
import { topic } from '@karat/platform/bus';
import type { Topic } from '@karat/platform/bus';
import type { Context } from '@karat/platform/context';
import type { Tx } from '@karat/platform/db';
import { emitToOthers, sharedTopics } from '@karat/platform/outbox';

/** Ended sessions: caches remove them, sockets of their logins close. */
export interface SessionsEnded {
  readonly userId: UserId;
  readonly sessionIds: readonly SessionId[];
}
export const sessionsEnded = topic<SessionsEnded>('identity.sessionsEnded');

/** Sessions with changed rights: caches remove them, nobody is logged out. */
export const callersChanged = topic<SessionsEnded>('identity.callersChanged');

/** The same from another process; `ids` are numbers separated by spaces, since an event has no lists. */
type SessionsElsewhere = { readonly userId: UserId; readonly ids: string };
const shared = sharedTopics();
const ELSEWHERE = new Map(
  [sessionsEnded, callersChanged].map((own) => [
    own,
    shared.topic<SessionsElsewhere>(`${own.name}.elsewhere`),
  ]),
);

/** Topics that each process receives from the others. */
export const RELAYED_TOPICS = shared.names;

/** Publishes sessions in all processes, after the commit. */
export async function publishSessions(
  ctx: Context,
  tx: Tx,
  to: Topic<SessionsEnded>,
  sessions: SessionsEnded,
): Promise<void> {
  if (sessions.sessionIds.length === 0) return;
  const { userId, sessionIds } = sessions;
  const elsewhere = ELSEWHERE.get(to);
  if (elsewhere === undefined) throw new Error(`${to.name} is not sent to other processes`);
  await emitToOthers(ctx, tx, elsewhere, { userId, ids: sessionIds.join(' ') });
  tx.afterCommit(() => ctx.bus.publish(to, sessions));
}

/** Publishes sessions of other processes on the bus of this one. */
export function receiveSessions({ bus }: Pick<Context, 'bus'>): void {
  for (const [own, elsewhere] of ELSEWHERE)
    bus.subscribe(elsewhere, ({ userId, ids }) =>
      bus.publish(own, { userId, sessionIds: ids.split(' ').map((id) => sessionId(Number(id))) }),
    );
}
