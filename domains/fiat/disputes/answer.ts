import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { FiatDeps } from '../deps.ts';
import { lockOwnOrder } from '../store.ts';
import type { Order } from '../store.ts';
import { disputeAnswers, disputeById, insertAnswer } from './store.ts';

/** Maximum number of answers of the user to one dispute. */
export const ANSWERS_MAX = 10;

/**
 * Stores what the user says about an own open dispute. Returns its order. Refuses `fiat_dispute_unknown`,
 * `fiat_dispute_state` (decided), `fiat_dispute_answers_max`, `image_invalid` (another user's picture).
 */
export async function answerDispute(
  deps: FiatDeps,
  tx: Tx,
  user: UserId,
  input: { readonly id: number; readonly text: string; readonly image?: string | undefined },
): Promise<Order> {
  const found = await disputeById(tx, input.id);
  if (found?.user !== user) return refuse('fiat_dispute_unknown');
  // The lock of the order counts concurrent answers one after the other.
  const order = (await lockOwnOrder(tx, user, found.orderId)) ?? refuse('fiat_dispute_unknown');
  const dispute = (await disputeById(tx, input.id)) ?? refuse('fiat_dispute_unknown');
  if (dispute.state !== 'open') refuse('fiat_dispute_state');
  const before = await disputeAnswers(tx, [dispute.id]);
  if (before.length >= ANSWERS_MAX) refuse('fiat_dispute_answers_max', { max: ANSWERS_MAX });
  const image = input.image ?? null;
  if (image !== null && !(await deps.files.owned(tx, image, user))?.mime.startsWith('image/'))
    refuse('image_invalid');
  await insertAnswer(tx, { dispute: dispute.id, text: input.text, image, at: deps.ctx.clock.now() });
  return order;
}
