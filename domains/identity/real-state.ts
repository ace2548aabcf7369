import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { sessionIdsOf } from './session-store.ts';
import * as store from './store.ts';
import type { RealState } from './store.ts';
import { callersChanged, publishSessions } from './topics.ts';

/** Stores the state; open sessions get the matching rights from the commit on. */
export async function setRealState(
  deps: ResolvedDeps,
  tx: Tx,
  userId: UserId,
  state: RealState,
): Promise<void> {
  if (!(await store.setRealState(tx, userId, state))) return;
  const sessionIds = await sessionIdsOf(tx, userId);
  await publishSessions(deps.ctx, tx, callersChanged, { userId, sessionIds });
}
