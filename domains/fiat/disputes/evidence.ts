import { refuse } from '@karat/contract';
import { append } from '@karat/platform/audit';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { schedule } from '@karat/platform/work';
import type { WorkHandler } from '@karat/platform/work';
import { EVIDENCE } from '../deps.ts';
import type { FiatDeps } from '../deps.ts';
import { providerNamed } from '../providers.ts';
import { orderById } from '../store.ts';
import { disputeById, lockDispute, markEvidenceSent, storeEvidence } from './store.ts';
import { step } from './take.ts';

/**
 * Stores evidence for the bank and plans to send it, once for each dispute: banks read it once. Refuses
 * `fiat_dispute_unknown`, `fiat_dispute_state` (decided, or after its deadline), `fiat_evidence_sent`.
 */
export async function submitEvidence(
  deps: FiatDeps,
  tx: Tx,
  caller: OperatorCaller,
  { id, text }: { readonly id: number; readonly text: string },
): Promise<void> {
  const dispute = (await lockDispute(tx, id)) ?? refuse('fiat_dispute_unknown');
  const at = deps.ctx.clock.now();
  if (dispute.state !== 'open' || (dispute.dueAt !== null && dispute.dueAt <= at))
    refuse('fiat_dispute_state');
  if (dispute.evidence !== null) refuse('fiat_evidence_sent');
  await storeEvidence(tx, id, text, caller.login);
  await schedule(tx, { kind: EVIDENCE, subject: String(id), dueAt: at });
  await append(tx, {
    actor: caller.login,
    action: 'submit evidence',
    subject: `fiat_dispute:${id}`,
    at,
    detail: { reference: dispute.reference, uid: dispute.user, dispute: dispute.dispute },
  });
}

/** Due work: sends the evidence of a dispute; a repeated attempt has no further effect. */
export const sendEvidence =
  (deps: FiatDeps): WorkHandler =>
  async (tx, { subject }) => {
    const dispute = await disputeById(tx, Number(subject));
    const order = dispute && (await orderById(tx, dispute.orderId));
    const desk = providerNamed(deps, dispute?.provider ?? null)?.disputes;
    if (!dispute || !order || dispute.evidence === null || !desk)
      throw new Error('no evidence to send, or nobody to send it to');
    const { full_name: payerName, email: payerEmail } = order.payer;
    const evidence = { text: dispute.evidence, payerName, payerEmail };
    await desk.submit(dispute.dispute, evidence, `evidence:${dispute.id}`);
    if ((await markEvidenceSent(tx, dispute.id, deps.ctx.clock.now())) === 1)
      await step(deps, tx, dispute.id, 'evidence', dispute.evidenceBy ?? 'provider');
  };
