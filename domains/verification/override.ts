import { refuse, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { ask } from '@karat/domains/operators';
import type { ApprovalView, Executor } from '@karat/domains/operators';
import type { OperatorCaller } from '@karat/platform/http';
import type { Parts } from './parts.ts';
import type { VerificationLevel } from './rules.ts';
import { giveLevel } from './standing.ts';
import * as store from './store.ts';

/** Kind of the request that two people decide. */
export const LEVEL_OVERRIDE = 'verification:level';

/** Asks to set or take a level outside of the procedure. Refuses where nothing would change. */
export const askOverride = (
  parts: Parts,
  caller: OperatorCaller,
  wish: { readonly uid: UserId; readonly level: VerificationLevel; readonly reason: string },
): Promise<ApprovalView> =>
  parts.ctx.db.transact(async (tx) => {
    const [person] = await parts.people(tx, [wish.uid]);
    if (!person) refuse('not_found');
    const from = await store.levelOf(tx, wish.uid);
    if (from === wish.level) refuse('verification_level_same');
    return ask(parts.ctx, tx, caller, {
      kind: LEVEL_OVERRIDE,
      subject: `user:${wish.uid}`,
      reason: wish.reason,
      payload: { uid: wish.uid, from, level: wish.level },
    });
  });

const LEVELS = [0, 1, 2] as const;

/** Carries out an approved override; refuses with `approval_stale` when the level has changed since it was asked for. */
export const overrideExecutor =
  (parts: Parts): Executor =>
  async (tx, payload, decision) => {
    const user = userId(Number(payload['uid']));
    const level = LEVELS.find((one) => one === payload['level']) ?? refuse('approval_stale');
    const has = await store.lockLevel(tx, user, parts.ctx.clock.now());
    if (has !== payload['from']) refuse('approval_stale');
    await giveLevel(parts, tx, user, level);
    await parts.messages.tell(tx, {
      user,
      kind: level > has ? 'verification:granted' : 'verification:revoked',
      values: { level, note: decision.reason },
      key: `verification:override:${decision.approval}`,
    });
  };
