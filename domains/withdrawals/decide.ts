import { refuse } from '@karat/contract';
import type { WithdrawalReason, WithdrawalState } from '@karat/contract';
import { format } from '@karat/money';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller, RequestInfo } from '@karat/platform/http';
import { requestApproval } from '@karat/domains/operators';
import type { ApprovalKinds, Present, SecondFactor } from '@karat/domains/operators';
import { approve } from './approve.ts';
import { withdrawalOfApproval } from './approval-lookup.ts';
import { bankApprovals } from './bank.ts';
import { againApprovals } from './pay-again.ts';
import type { ResolvedDeps } from './deps.ts';
import { presentWithdrawal } from './presentation.ts';
import { ROUTE_CHANGE, routeKind } from './route-terms.ts';
import { settleBack } from './settle.ts';
import { needsSecond } from './single-operator.ts';
import * as store from './store.ts';
import type { Withdrawal } from './store.ts';
import { THRESHOLDS, thresholdsKind } from './thresholds.ts';

export const TWO_PEOPLE = 'withdrawal';

const presentTwo = (deps: ResolvedDeps): Present =>
  presentWithdrawal(deps, 'Approve a withdrawal', 'approved');

/** Writes an audit entry about a withdrawal. */
const note = (
  deps: ResolvedDeps,
  tx: Tx,
  caller: OperatorCaller,
  action: string,
  id: number,
  detail: object,
) =>
  append(tx, {
    actor: caller.login,
    action,
    subject: `withdrawal:${id}`,
    detail: { ...detail },
    at: deps.ctx.clock.now(),
  });

/** The fields that approvers see and confirm. */
const payloadOf = async ({ ledger }: ResolvedDeps, tx: Tx, row: Withdrawal) => ({
  withdrawal: row.id,
  digest: row.digest,
  uid: row.user,
  payee: row.payee,
  network: row.network,
  amount: `${format(row.number)} ${(await ledger.currency(tx, row.currency)).code}`,
  fee: format(row.fee),
  usdt: format(row.usdt),
  notes: row.notes.join(' '),
});

async function open(tx: Tx, id: number): Promise<Withdrawal> {
  await store.clearExpiredApprovals(tx);
  const row = (await store.lockWithdrawal(tx, id)) ?? refuse('withdrawal_unknown');
  return row.state === 'requested' && row.approvalId === null ? row : refuse('withdrawal_under_way');
}

/**
 * Approves exactly the content of the digest, with a fresh second factor. If two operators are needed, for the value or
 * because the sums that one operator approves in 24 hours would exceed a limit, creates an approval request instead. Refuses `approval_stale` for another digest.
 */
export async function approveBy(
  deps: ResolvedDeps,
  caller: OperatorCaller,
  input: SecondFactor & { id: number; digest: string; reason: string },
  request: Pick<RequestInfo, 'origin'>,
): Promise<{ state: WithdrawalState; asked: number | null }> {
  const result = await deps.ctx.db.transact(async (tx) => {
    const row = await open(tx, input.id);
    if (row.digest !== input.digest) refuse('approval_stale');
    if (await deps.screening.isHeld(tx, row.user)) refuse('case_screening');
    const { totp, credential } = input;
    const confirmed = await deps.confirmOperator(tx, caller, { totp, credential }, request);
    if (confirmed !== 'ok') return confirmed;
    if (!(await needsSecond(deps, tx, caller.login, row))) {
      await note(deps, tx, caller, 'approve withdrawal', row.id, {
        digest: row.digest,
        reason: input.reason,
      });
      await approve(deps, tx, row.id, [caller.login]);
      return { state: 'approved' as const, asked: null };
    }
    const approval = await requestApproval(deps.ctx, tx, caller, {
      kind: TWO_PEOPLE,
      present: presentTwo(deps),
      subject: String(row.id),
      payload: await payloadOf(deps, tx, row),
      reason: input.reason,
    });
    await store.setApprovalRequest(tx, row.id, approval.id);
    return { state: row.state, asked: approval.id };
  });
  return typeof result === 'string' ? refuse(result) : result;
}

/**
 * Rejects with a reason that the user reads and releases the hold. Not for payouts at the bank: two operators return
 * those.
 */
export const rejectBy = (
  deps: ResolvedDeps,
  caller: OperatorCaller,
  input: { id: number; reason: WithdrawalReason; text?: string | undefined },
): Promise<{ state: WithdrawalState }> =>
  deps.ctx.db.transact(async (tx) => {
    if (input.reason === 'other' && (input.text ?? '') === '') refuse('reason_required');
    const row = (await store.lockWithdrawal(tx, input.id)) ?? refuse('withdrawal_unknown');
    if (row.state === 'exported') refuse('withdrawal_under_way');
    const end = { state: 'rejected' as const, reason: input.reason, by: caller.login, note: input.text };
    await settleBack(deps, tx, row, end);
    await note(deps, tx, caller, 'reject withdrawal', row.id, {
      reason: input.reason,
      text: input.text ?? '',
    });
    return { state: 'rejected' as const };
  });

/** Effects of approvals, in the approving transaction. */
export const approvalsOf = (deps: ResolvedDeps): ApprovalKinds => ({
  ...bankApprovals(deps),
  ...againApprovals(deps),
  [THRESHOLDS]: thresholdsKind(deps),
  [ROUTE_CHANGE]: routeKind(deps),
  [TWO_PEOPLE]: {
    present: presentTwo(deps),
    async execute(tx, payload, { askedBy, approvedBy, approval }) {
      const row = await withdrawalOfApproval(tx, approval, payload);
      await approve(deps, tx, row.id, [askedBy, approvedBy]);
    },
  },
});
