import { refuse, userId } from '@karat/contract';
import { requestApproval, change, fact } from '@karat/domains/operators';
import type { ApprovalKind, Present } from '@karat/domains/operators';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { accountsIn, duplicatesOf, hashesOf } from './duplicates.ts';
import { levelName } from './override.ts';
import type { ResolvedDeps } from './deps.ts';
import { pass } from './pass.ts';
import { masked } from './rules.ts';
import * as store from './store.ts';
import type { RequestRow } from './store.ts';

/** Kind of the approval request. */
export const PASS_BLOCKED = 'verification:pass';

const presentPass =
  (deps: ResolvedDeps): Present =>
  async (db, payload) => {
    const row = (await store.requestById(db, Number(payload['request']))) ?? refuse('verification_unknown');
    const level = await store.levelOf(db, row.userId);
    const [owner] = await deps.people(db, [row.userId]);
    return {
      title: 'Verify an account that shares with others',
      subject: `Request ${row.id} of UID ${row.userId}`,
      user: row.userId,
      changes: [
        change('Request', row.state, 'verified'),
        change('Level', levelName(level), levelName(Math.max(level, row.level))),
        fact('Shared with', accountsIn(await duplicatesOf(deps, db, row)) || 'nobody'),
        fact('Name', row.name ?? '–'),
        fact('Document', row.cardSealed ? masked(deps.cards.open(row.cardSealed, row.userId)) : 'photos'),
        fact('Account', owner?.nickname ?? '–'),
      ],
    };
  };

/** Requests a pass that a single operator may not decide. Returns the approval's id. */
export async function requestPass(
  deps: ResolvedDeps,
  tx: Tx,
  caller: OperatorCaller,
  { row, accounts, note }: { row: RequestRow; accounts: string; note: string | undefined },
): Promise<number> {
  const request = await requestApproval(deps.ctx, tx, caller, {
    kind: PASS_BLOCKED,
    subject: `user:${row.userId}`,
    payload: { request: row.id, uid: row.userId, level: row.level, accounts },
    reason: note || `shared: ${accounts}`,
    present: presentPass(deps),
  });
  return request.id;
}

/** Presentation and effect of a blocked pass. Refuses `approval_stale` if another account shares something since. */
export const passBlocked = (deps: ResolvedDeps): ApprovalKind => ({
  present: presentPass(deps),
  async execute(tx, payload, { askedBy, approvedBy }) {
    const user = userId(Number(payload['uid']));
    const has = await store.lockLevel(tx, user, deps.ctx.clock.now());
    const row = (await store.lockRequest(tx, Number(payload['request']))) ?? refuse('approval_stale');
    if (row.state !== 'auditing' || row.userId !== user) return refuse('approval_stale');
    if (row.level === 2 && has < 1) refuse('verification_level_one_first');
    if (row.cardSealed) await store.lockDocument(tx, hashesOf(deps, row.cardSealed, row.userId));
    if (accountsIn(await duplicatesOf(deps, tx, row)) !== payload['accounts']) refuse('approval_stale');
    await pass(deps, tx, { id: row.id, user, level: row.level }, `${askedBy}, ${approvedBy}`);
  },
});
