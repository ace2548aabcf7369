import { refuse } from '@karat/contract';
import type { FiatDisputeState } from '@karat/contract';
import { ZERO } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import type { DisputeFacts, PaymentEvent } from '@karat/platform/payments';
import type { FiatDeps } from '../deps.ts';
import { raiseException, settleException } from '../exception-store.ts';
import { planFee } from '../provider-fees.ts';
import type { Order } from '../store.ts';
import { holdable, moveHold, planBooks } from './books.ts';
import { notifyOfDispute } from './notify.ts';
import { claimOf } from './rules.ts';
import {
  claimedFor,
  disputeById,
  endDispute,
  insertDispute,
  insertDisputeStep,
  lockNumbered,
  refreshDispute,
} from './store.ts';
import type { Dispute } from './store.ts';

export type DisputeOutcome =
  | 'dispute_opened'
  | 'dispute_updated'
  | 'dispute_won'
  | 'dispute_lost'
  | 'dispute_unknown';

/** Applies an event about a dispute; one of a payment that credited no order waits for an operator. */
export function takeDispute(
  deps: FiatDeps,
  tx: Tx,
  provider: string,
  order: Order | undefined,
  { payment, dispute: facts }: PaymentEvent,
): Promise<DisputeOutcome> {
  if (!facts) throw new Error('an event about a dispute without the dispute');
  return order
    ? applyFacts(deps, tx, provider, order, facts)
    : unknownDispute(deps, tx, provider, payment, facts);
}

async function unknownDispute(
  { ctx }: FiatDeps,
  tx: Tx,
  provider: string,
  payment: string,
  { dispute, amount, currency }: DisputeFacts,
): Promise<'dispute_unknown'> {
  const about = { provider, kind: 'dispute_unknown', subject: dispute, payment, amount, currency } as const;
  await raiseException(tx, { ...about, orderId: null, at: ctx.clock.now() });
  return 'dispute_unknown';
}

/**
 * Brings the dispute of a locked order to what its provider says. Reports may come twice, late and in any order: a
 * dispute is opened once, ends once, and money that was reported once stays reported.
 */
export async function applyFacts(
  deps: FiatDeps,
  tx: Tx,
  provider: string,
  order: Order,
  facts: DisputeFacts,
): Promise<DisputeOutcome> {
  const known = await lockNumbered(tx, provider, facts.dispute);
  const dispute = known ?? (await open(deps, tx, provider, order, facts));
  await refreshDispute(tx, dispute.id, facts);
  if (facts.isWithdrawn && !dispute.isWithdrawn) {
    await planBooks(deps, tx, dispute.id, 'withdrawn');
    await planFee(deps, tx, provider, 'dispute', dispute.id);
  }
  if (facts.isReinstated && !dispute.isReinstated) await planBooks(deps, tx, dispute.id, 'reinstated');
  if (dispute.state === 'open' && facts.status !== 'open')
    return facts.status === 'won' ? won(deps, tx, dispute) : lost(deps, tx, dispute);
  await noteContradiction(deps, tx, dispute, facts);
  return known ? 'dispute_updated' : 'dispute_opened';
}

/** A bank that decides the other way after the end: two operators correct that by hand. */
async function noteContradiction(
  { ctx }: FiatDeps,
  tx: Tx,
  { state, provider, orderId }: Dispute,
  { status, dispute: subject, amount, currency }: DisputeFacts,
): Promise<void> {
  const contradicts = (status === 'won' && state !== 'won') || (status === 'lost' && state === 'won');
  if (state === 'open' || !contradicts) return;
  const about = {
    provider,
    kind: 'dispute_differs',
    subject,
    orderId,
    payment: null,
    amount,
    currency,
  } as const;
  await raiseException(tx, { ...about, at: ctx.clock.now() });
}

async function open(
  deps: FiatDeps,
  tx: Tx,
  provider: string,
  order: Order,
  facts: DisputeFacts,
): Promise<Dispute> {
  const at = deps.ctx.clock.now();
  const claim = claimOf(order, facts, await claimedFor(tx, order.id));
  // One that is won already holds nothing.
  const held = facts.status === 'won' ? ZERO : await holdable(deps, tx, order, claim);
  const opened = { provider, orderId: order.id, user: order.user, claim, held, openedAt: at, facts };
  const id = await insertDispute(tx, opened);
  const { user, reference } = order;
  await moveHold(deps, tx, { id, user, held, reference }, 'fiat:dispute_hold');
  await settleException(tx, { provider, kind: 'dispute_unknown', subject: facts.dispute }, at);
  if (facts.currency !== order.currency || facts.amount > order.amount) {
    const { dispute: subject, amount, currency } = facts;
    const about = { provider, kind: 'dispute_differs', subject, payment: order.payment } as const;
    await raiseException(tx, { ...about, orderId: order.id, amount, currency, at });
  }
  return step(deps, tx, id, 'open', 'provider');
}

/** Records a step, notifies the buyer and returns the dispute. */
export async function step(
  deps: FiatDeps,
  tx: Tx,
  id: number,
  name: FiatDisputeState | 'evidence',
  actor: string,
): Promise<Dispute> {
  await insertDisputeStep(tx, id, name, actor, deps.ctx.clock.now());
  const dispute = (await disputeById(tx, id)) ?? refuse('fiat_dispute_unknown');
  await notifyOfDispute(deps, tx, dispute, name);
  return dispute;
}

/** The bank decides for the house: what is held becomes available again. */
async function won(deps: FiatDeps, tx: Tx, dispute: Dispute): Promise<'dispute_won'> {
  await moveHold(deps, tx, dispute, 'fiat:dispute_release');
  const none = { held: ZERO, recovered: ZERO, loss: ZERO };
  await endDispute(tx, dispute.id, { state: 'won', ...none, at: deps.ctx.clock.now() });
  await step(deps, tx, dispute.id, 'won', 'provider');
  return 'dispute_won';
}

/** The bank decides for the payer: the hold stays until two operators settle it. */
async function lost(deps: FiatDeps, tx: Tx, dispute: Dispute): Promise<'dispute_lost'> {
  const kept = { held: dispute.held, recovered: ZERO, loss: ZERO };
  await endDispute(tx, dispute.id, { state: 'lost', ...kept, at: deps.ctx.clock.now() });
  await step(deps, tx, dispute.id, 'lost', 'provider');
  return 'dispute_lost';
}
