import { refuse } from '@karat/contract';
import type { VerificationReason } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { accountsIn, duplicatesOf, hashesOf } from './duplicates.ts';
import type { ResolvedDeps } from './deps.ts';
import { requestPass } from './pass-blocked.ts';
import { pass } from './pass.ts';
import type { Request } from './pass.ts';
import { notifyAccount } from './grant-level.ts';
import { screenRequest } from './screen-request.ts';
import * as store from './store.ts';
import type { RequestRow } from './store.ts';

async function fail(
  deps: ResolvedDeps,
  tx: Tx,
  { id, user, level }: Request,
  verdict: { readonly reason: VerificationReason; readonly note: string; readonly by: string },
): Promise<void> {
  const { reason, note, by } = verdict;
  await store.closeRequest(tx, id, { state: 'failed', reason, note, by, now: deps.ctx.clock.now() });
  await notifyAccount(deps, tx, user, await store.levelOf(tx, user));
  const values = { level, reason, note };
  const key = `verification:${id}:rejected`;
  await deps.messages.notify(tx, { user, kind: 'verification:rejected', values, key });
}

export interface Decision {
  readonly id: number;
  readonly decision: 'approve' | 'reject';
  readonly reason?: VerificationReason | undefined;
  readonly note?: string | undefined;
}

/** A failure needs a reason, and `other` a note. */
function reasonOf({ reason, note }: Decision): VerificationReason {
  if (reason === undefined || (reason === 'other' && !note)) refuse('reason_required');
  return reason;
}

/** A request after a decision, and the id of its pending approval. */
export interface Decided {
  readonly row: RequestRow;
  readonly approval: number | null;
}

/**
 * Screens the name once more before a pass, because the list may have changed, in a transaction of its own: a case stays
 * when the pass is refused.
 */
async function screenBeforePass(deps: ResolvedDeps, id: number): Promise<void> {
  const isScreened = await deps.ctx.db.transact(async (tx) => {
    const row = (await store.requestById(tx, id)) ?? refuse('verification_unknown');
    if (row.state !== 'auditing') refuse('verification_decided');
    return screenRequest(deps, tx, { id, user: row.userId, level: row.level });
  });
  if (!isScreened) refuse('case_screening');
}

/**
 * Passes or fails a request, once: of two concurrent reviewers one is refused with `verification_decided`. Photos
 * cannot pass before level 1. If another account has the same document, picture or bank account, a pass requests the
 * approval of a second operator with the risk role instead. Refuses a pass with `case_screening` while a sanction match
 * of the user is not decided.
 */
export async function decide(
  deps: ResolvedDeps,
  caller: OperatorCaller,
  decision: Decision,
): Promise<Decided> {
  if (decision.decision === 'approve') await screenBeforePass(deps, decision.id);
  return decideNow(deps, caller, decision);
}

const decideNow = (deps: ResolvedDeps, caller: OperatorCaller, decision: Decision): Promise<Decided> =>
  deps.ctx.db.transact(async (tx) => {
    const now = deps.ctx.clock.now();
    const { userId: user, level } =
      (await store.requestById(tx, decision.id)) ?? refuse('verification_unknown');
    // Locks the user first, as `send` does: one lock order avoids deadlocks.
    const has = await store.lockLevel(tx, user, now);
    const row = (await store.lockRequest(tx, decision.id)) ?? refuse('verification_unknown');
    if (row.state !== 'auditing') refuse('verification_decided');
    const request = { id: row.id, user, level };
    if (decision.decision === 'approve') {
      if (level === 2 && has < 1) refuse('verification_level_one_first');
      if (row.cardSealed) await store.lockDocument(tx, hashesOf(deps, row.cardSealed, row.userId));
      const duplicates = await duplicatesOf(deps, tx, row);
      if (duplicates.length > 0) {
        const approval = await requestPass(deps, tx, caller, {
          row,
          accounts: accountsIn(duplicates),
          note: decision.note,
        });
        return { row, approval };
      }
      await pass(deps, tx, request, caller.login);
    } else {
      const verdict = { reason: reasonOf(decision), note: decision.note ?? '', by: caller.login };
      await fail(deps, tx, request, verdict);
    }
    await append(tx, {
      actor: caller.login,
      action: `verification:${decision.decision}`,
      subject: `user:${user}`,
      at: now,
      detail: { request: row.id, level, reason: decision.reason ?? null },
    });
    const decided = (await store.requestById(tx, row.id)) ?? refuse('verification_unknown');
    return { row: decided, approval: null };
  });
