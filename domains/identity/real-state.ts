import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import { sessionIdsOf } from './session-store.ts';
import * as store from './store.ts';
import { callersChanged } from './topics.ts';

/** Verification as an account carries it: 0 none, 1 under audit, 2 verified, 3 failed. */
export type RealState = 0 | 1 | 2 | 3;

/** Keeps the state with the account; open sessions have the rights that go with it from the commit on. */
export async function setRealState(
  deps: ResolvedDeps,
  tx: Tx,
  userId: UserId,
  state: RealState,
): Promise<void> {
  if (!(await store.setRealState(tx, userId, state))) return;
  const sessionIds = await sessionIdsOf(tx, userId);
  tx.afterCommit(() => deps.ctx.bus.publish(callersChanged, { userId, sessionIds }));
}
