import { refuse, userId } from '@karat/contract';
import type { UserId } from '@karat/contract';
import { format } from '@karat/money';
import { requestApproval } from '@karat/domains/operators';
import { change, fact } from '@karat/domains/operators';
import type { ApprovalKind, ApprovalView, Executor, Present } from '@karat/domains/operators';
import type { OperatorCaller } from '@karat/platform/http';
import { accountsIn, duplicatesOf } from './duplicates.ts';
import type { ResolvedDeps } from './deps.ts';
import type { VerificationLevel } from './rules.ts';
import { grantLevel } from './grant-level.ts';
import * as store from './store.ts';

/** Kind of the approval request. */
export const LEVEL_OVERRIDE = 'verification:level';

const LEVELS = [0, 1, 2] as const;
const LEVEL_NAMES = ['0: not verified', '1: identity data', '2: photos'];
export const levelName = (level: number): string => LEVEL_NAMES[level] ?? String(level);

const presentOverride =
  (deps: ResolvedDeps): Present =>
  async (db, payload) => {
    const user = userId(Number(payload['uid']));
    const verified = await store.latestRequest(db, user, 1, 'verified');
    const before = await store.levelOf(db, user);
    return {
      title: 'Set a verification level',
      subject: `UID ${user}`,
      user,
      changes: [
        change('Level', levelName(before), levelName(Number(payload['level']))),
        fact('Verified name', verified?.name ?? '–'),
        fact('Shared with', (verified && accountsIn(await duplicatesOf(deps, db, verified))) || 'nobody'),
        change('Withdrawals in 24 h', limitText(deps, before), limitText(deps, Number(payload['level']))),
      ],
    };
  };

const limitText = ({ limits }: ResolvedDeps, level: number): string => {
  const known = LEVELS.find((one) => one === level);
  return known === undefined ? '–' : `${format(limits[known].withdrawalBtc)} BTC`;
};

/** Requests to set or remove a level without a review. Refuses if nothing would change. */
export const requestOverride = (
  deps: ResolvedDeps,
  caller: OperatorCaller,
  request: { readonly uid: UserId; readonly level: VerificationLevel; readonly reason: string },
): Promise<ApprovalView> =>
  deps.ctx.db.transact(async (tx) => {
    const [owner] = await deps.people(tx, [request.uid]);
    if (!owner) refuse('not_found');
    const from = await store.levelOf(tx, request.uid);
    if (from === request.level) refuse('verification_level_same');
    return requestApproval(deps.ctx, tx, caller, {
      kind: LEVEL_OVERRIDE,
      present: presentOverride(deps),
      subject: `user:${request.uid}`,
      reason: request.reason,
      payload: { uid: request.uid, from, level: request.level },
    });
  });

/** Executes an approved override. Refuses `approval_stale` if the level has changed since the request. */
const execute =
  (deps: ResolvedDeps): Executor =>
  async (tx, payload, decision) => {
    const user = userId(Number(payload['uid']));
    const level = LEVELS.find((one) => one === payload['level']) ?? refuse('approval_stale');
    const has = await store.lockLevel(tx, user, deps.ctx.clock.now());
    if (has !== payload['from']) refuse('approval_stale');
    if (level > has && (await deps.screening.isHeld(tx, user))) refuse('case_screening');
    await grantLevel(deps, tx, user, level);
    await deps.messages.notify(tx, {
      user,
      kind: level > has ? 'verification:granted' : 'verification:revoked',
      values: { level, note: decision.reason },
      key: `verification:override:${decision.approval}`,
    });
  };

/** Presentation and effect of an override. */
export const levelOverride = (deps: ResolvedDeps): ApprovalKind => ({
  present: presentOverride(deps),
  execute: execute(deps),
});
