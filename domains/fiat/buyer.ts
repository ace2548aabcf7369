import { refuse } from '@karat/contract';
import type { UserId } from '@karat/contract';
import type { Tx } from '@karat/platform/db';
import type { WorkHandler } from '@karat/platform/work';
import type { FiatDeps } from './deps.ts';
import { transitionTo } from './steps.ts';
import { lockBuyer, lockOrder, lockOwnOrder, proofUsedBy } from './store.ts';
import type { Order } from './store.ts';

/**
 * Stores the picture of a transfer for an unpaid order; one picture proves one order of a buyer. Refuses
 * `fiat_order_unknown`, `fiat_order_state` (also after its time), `image_invalid` (another user's picture),
 * `fiat_proof_used`.
 */
export async function sendProof(
  deps: FiatDeps,
  tx: Tx,
  user: UserId,
  input: { readonly id: number; readonly image: string },
): Promise<Order> {
  await lockBuyer(tx, user);
  const order = (await lockOwnOrder(tx, user, input.id)) ?? refuse('fiat_order_unknown');
  const open = order.state === 'to_be_paid' && order.expiresAt > deps.ctx.clock.now();
  if (!open || order.method !== 'swift') refuse('fiat_order_state');
  const file = await deps.files.owned(tx, input.image, user);
  if (!file?.mime.startsWith('image/')) return refuse('image_invalid');
  if (await proofUsedBy(tx, user, file.sha256, order.id)) refuse('fiat_proof_used');
  const proof = { address: input.image, sha256: file.sha256 };
  return transitionTo(deps, tx, order, 'buyer', { state: 'proof_sent', proof });
}

/** Cancels an unpaid order. Refuses `fiat_order_unknown`, `fiat_order_state`. */
export async function cancelOrder(deps: FiatDeps, tx: Tx, user: UserId, id: number): Promise<Order> {
  const order = (await lockOwnOrder(tx, user, id)) ?? refuse('fiat_order_unknown');
  if (order.state !== 'to_be_paid') refuse('fiat_order_state');
  return transitionTo(deps, tx, order, 'buyer', { state: 'cancelled' });
}

/** Due work: expires an order that was not paid in time. */
export const expireOrder =
  (deps: FiatDeps): WorkHandler =>
  async (tx, { subject }) => {
    const order = await lockOrder(tx, Number(subject));
    if (order?.state === 'to_be_paid') await transitionTo(deps, tx, order, 'system', { state: 'expired' });
  };
