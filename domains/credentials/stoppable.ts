import { refuse, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Stoppable } from '@karat/domains/operators';
import type { Queries } from '@karat/platform/db';
import { freeze, unfreeze } from './freeze.ts';
import type { ResolvedDeps } from './deps.ts';

const uidOf = (subject: string): UserId | undefined => {
  const id = Number(subject);
  return Number.isSafeInteger(id) && id > 0 ? userId(id) : undefined;
};

/**
 * Accounts of users: one operator freezes, two unfreeze. If the owner froze the account, the owner must have proved to
 * want it back.
 */
export function userStoppable(deps: ResolvedDeps): Stoppable {
  const userOf = async (db: Queries, subject: string) => {
    const uid = uidOf(subject);
    const [user] = uid === undefined ? [] : await deps.identity.users(db, [uid]);
    return user && !user.house ? user : undefined;
  };
  return {
    async find(db, subject) {
      const user = await userOf(db, subject);
      if (!user) return undefined;
      const frozen = user.status === 'frozen';
      return {
        name: `UID ${user.id}`,
        state: user.status,
        runs: !frozen,
        user: user.id,
        ...(frozen ? { reason: user.frozenBy === 'user' ? 'its owner froze it' : 'frozen' } : {}),
        // The owner's proof is part of the approved content.
        sinceMs: user.unfreezeMs ?? 0,
      };
    },
    async checkResume(db, subject) {
      const user = await userOf(db, subject);
      if (user?.frozenBy === 'user' && user.unfreezeMs === null) refuse('unfreeze_unasked');
    },
    async stop(tx, subject) {
      const uid = uidOf(subject);
      if (uid === undefined || !(await freeze(deps, tx, uid, 'operator'))) refuse('no_change');
    },
    async resume(tx, subject) {
      const uid = uidOf(subject);
      if (uid === undefined || !(await unfreeze(deps, tx, uid))) refuse('approval_stale');
    },
  };
}
