import { refuse } from '@karat/contract';
import { format } from '@karat/money';
import { requestApproval } from '@karat/domains/operators';
import type { ApprovalKinds } from '@karat/domains/operators';
import type { OperatorCaller } from '@karat/platform/http';
import { withdrawalOfApproval } from './approval-lookup.ts';
import * as batches from './batch-store.ts';
import type { ResolvedDeps } from './deps.ts';
import { presentWithdrawal } from './presentation.ts';
import { settleBack, settlePaid } from './settle.ts';
import * as store from './store.ts';

const EXECUTED = 'withdrawal executed';
const RETURNED = 'withdrawal returned';
/** Presentation of a request for the second operator, by its kind. */
const PRESENT = {
  [EXECUTED]: (deps: ResolvedDeps) => presentWithdrawal(deps, 'The bank has paid a withdrawal', 'confirmed'),
  [RETURNED]: (deps: ResolvedDeps) => presentWithdrawal(deps, 'The bank returned a withdrawal', 'rejected'),
};

/**
 * Records the result of a bank payout, requested by one operator and approved by another; one open request at a time.
 * Refuses `withdrawal_under_way` if the payout is not at the bank or has an open request.
 */
const requestBankResult = (
  deps: ResolvedDeps,
  caller: OperatorCaller,
  id: number,
  said: {
    readonly kind: keyof typeof PRESENT;
    readonly reason: string;
    readonly facts: Readonly<Record<string, string>>;
  },
): Promise<{ asked: number }> =>
  deps.ctx.db.transact(async (tx) => {
    await store.clearExpiredApprovals(tx);
    const row = (await store.lockWithdrawal(tx, id)) ?? refuse('withdrawal_unknown');
    if (row.state !== 'exported' || row.approvalId !== null) refuse('withdrawal_under_way');
    const { code } = await deps.ledger.currency(tx, row.currency);
    const { id: approval } = await requestApproval(deps.ctx, tx, caller, {
      kind: said.kind,
      present: PRESENT[said.kind](deps),
      subject: String(row.id),
      reason: said.reason,
      payload: {
        withdrawal: row.id,
        digest: row.digest,
        payee: row.payee,
        amount: `${format(row.number)} ${code}`,
        ...said.facts,
      },
    });
    await store.setApprovalRequest(tx, row.id, approval);
    return { asked: approval };
  });

/** Settles a paid payout with the bank's reference. */
export const requestExecuted = (
  deps: ResolvedDeps,
  caller: OperatorCaller,
  { id, bank_reference, reason }: { id: number; bank_reference: string; reason: string },
): Promise<{ asked: number }> =>
  requestBankResult(deps, caller, id, { kind: EXECUTED, reason, facts: { bank_reference } });

/** Releases a returned payout to its owner after the second operator's approval. */
export const requestReturned = (
  deps: ResolvedDeps,
  caller: OperatorCaller,
  { id, reason }: { id: number; reason: string },
): Promise<{ asked: number }> => requestBankResult(deps, caller, id, { kind: RETURNED, reason, facts: {} });

/** Effects of approvals about the bank. */
export const bankApprovals = (deps: ResolvedDeps): ApprovalKinds => ({
  [EXECUTED]: {
    present: PRESENT[EXECUTED](deps),
    async execute(tx, payload, { askedBy, approvedBy, approval }) {
      const row = await withdrawalOfApproval(tx, approval, payload);
      const reference = String(payload['bank_reference']);
      await batches.setBankReference(tx, row.id, reference);
      await settlePaid(deps, tx, row, `${askedBy}, ${approvedBy}`, reference);
    },
  },
  [RETURNED]: {
    present: PRESENT[RETURNED](deps),
    async execute(tx, payload, { askedBy, approvedBy, approval }) {
      const row = await withdrawalOfApproval(tx, approval, payload);
      await settleBack(deps, tx, row, {
        state: 'rejected',
        reason: 'bank_returned',
        by: `${askedBy}, ${approvedBy}`,
      });
    },
  },
});
