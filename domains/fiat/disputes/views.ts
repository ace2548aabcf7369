import type { Contract, Reply } from '@karat/contract';
import { format } from '@karat/money';
import type { Queries } from '@karat/platform/db';
import { ANSWERS_MAX } from './answer.ts';
import { disputeAnswers, disputeSteps } from './store.ts';
import type { Dispute } from './store.ts';

type Calls = Contract['fiat'];
type DisputeView = Reply<Calls['otc/order_detail']>['disputes'][number];
type QueuedView = Reply<Calls['console/fiat_disputes']>['data'][number];

/** Returns disputes with their steps and answers, in their order. */
export async function disputeViews(db: Queries, disputes: readonly Dispute[]): Promise<DisputeView[]> {
  if (disputes.length === 0) return [];
  const ids = disputes.map(({ id }) => id);
  const [steps, answers] = [await disputeSteps(db, ids), await disputeAnswers(db, ids)];
  return disputes.map((dispute) => {
    const own = answers.filter((answer) => answer.dispute === dispute.id);
    return {
      id: dispute.id,
      state: dispute.state,
      reason: dispute.reason,
      amount: format(dispute.amount),
      currency: dispute.currency,
      claim: format(dispute.claim),
      held: format(dispute.held),
      recovered: format(dispute.recovered),
      loss: format(dispute.loss),
      due_ms: dispute.dueAt,
      opened_ms: dispute.openedAt,
      ended_ms: dispute.endedAt,
      steps: steps.filter((each) => each.dispute === dispute.id).map(({ step, at }) => ({ step, at_ms: at })),
      answers: own.map(({ text, image, at }) => ({ text, image, at_ms: at })),
      may_answer: dispute.state === 'open' && own.length < ANSWERS_MAX,
    };
  });
}

/** Returns disputes for operators. */
export async function queuedViews(db: Queries, disputes: readonly Dispute[]): Promise<QueuedView[]> {
  const views = await disputeViews(db, disputes);
  return views.flatMap((view, place) => {
    const dispute = disputes[place];
    if (!dispute) return [];
    const { user, orderId, reference, provider, evidenceSentAt } = dispute;
    return [{ ...view, uid: user, order_id: orderId, reference, provider, evidence_ms: evidenceSentAt }];
  });
}
