import type { FiatDisputeState } from '@karat/contract';
import { format } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { FiatDeps } from '../deps.ts';
import type { Dispute } from './store.ts';

const KINDS = {
  open: 'fiat:dispute_opened',
  evidence: 'fiat:dispute_evidence',
  won: 'fiat:dispute_won',
  lost: 'fiat:dispute_lost',
  recovered: 'fiat:dispute_recovered',
  waived: 'fiat:dispute_waived',
} as const satisfies Record<FiatDisputeState | 'evidence', string>;

/** Notifies the buyer of a step of a dispute, once. */
export async function notifyOfDispute(
  { messages }: FiatDeps,
  tx: Tx,
  dispute: Dispute,
  step: FiatDisputeState | 'evidence',
): Promise<void> {
  await messages.notify(tx, {
    user: dispute.user,
    kind: KINDS[step],
    key: `fiat:dispute:${dispute.id}:${step}`,
    values: {
      reference: dispute.reference,
      amount: format(dispute.amount),
      currency: dispute.currency,
      held: format(dispute.held),
      recovered: format(dispute.recovered),
      loss: format(dispute.loss),
      reason: dispute.reason,
    },
  });
}
