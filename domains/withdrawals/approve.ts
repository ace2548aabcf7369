import { WITHDRAWAL_TYPE, refuse } from '@karat/contract';
import { format } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { approvalText, timedApprovalText } from '@karat/platform/signing';
import type { ApprovalRecord } from '@karat/platform/signing';
import { chainOf } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import { planStep } from './plan.ts';
import * as store from './store.ts';
import { notifyStep } from './notify.ts';

/**
 * Approves a withdrawal: signs a record of amount, payee, requester and earliest time with the approval key, which the signer
 * verifies. From here on the record alone decides what is signed. Refuses `withdrawal_under_way`, and
 * `case_screening` while a sanction match of the user is not decided.
 */
export async function approve(deps: ResolvedDeps, tx: Tx, id: number, by: readonly string[]): Promise<void> {
  const row = (await store.lockWithdrawal(tx, id)) ?? refuse('withdrawal_unknown');
  if (row.state !== 'requested' || by.length < row.approvals) refuse('withdrawal_under_way');
  if (await deps.screening.isHeld(tx, row.user)) refuse('case_screening');
  const at = deps.ctx.clock.now();
  const unsigned = {
    payment: {
      id: row.id,
      type: row.type,
      currency: row.currency,
      network: row.network,
      payee: row.payee,
      number: format(row.number),
      fee: format(row.fee),
    },
    digest: row.digest,
    approvals: row.approvals,
    by: [...by],
    at,
    key: deps.approver.keyId,
  };
  const signed = (text: string): string => deps.approver.sign(Buffer.from(text)).toString('hex');
  const record: ApprovalRecord = {
    ...unsigned,
    signature: signed(approvalText(unsigned)),
    timed: {
      notBefore: row.releaseAt,
      signature: signed(timedApprovalText(unsigned, row.releaseAt)),
    },
  };
  await store.setState(tx, id, row.state, { state: 'approved' });
  await store.setApproval(tx, id, record, at);
  await store.addStep(tx, id, { state: 'approved', by: by.join(', '), at });
  await notifyStep(deps, tx, row, 'approved');
  if (row.type === WITHDRAWAL_TYPE.address && chainOf(deps, row.network) !== undefined)
    await planStep(deps, tx, id, 0);
}
