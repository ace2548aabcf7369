import { refuse } from '@karat/contract';
import { ZERO, minus, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import { USDT, houseAccount, lowestSince, userAccount } from '@karat/domains/ledger';
import type { Tx } from '@karat/platform/db';
import { schedule } from '@karat/platform/work';
import type { WorkHandler } from '@karat/platform/work';
import { DISPUTE_BOOKS } from '../deps.ts';
import type { FiatDeps } from '../deps.ts';
import { orderById } from '../store.ts';
import type { Order } from '../store.ts';
import { holdFor } from './rules.ts';
import { disputeById, heldElsewhere } from './store.ts';
import type { Dispute } from './store.ts';

/** Returns the USDT of a claim that can be held in the buyer's account now. Locks the buyer's balance. */
export async function holdable(deps: FiatDeps, tx: Tx, order: Order, claim: Amount): Promise<Amount> {
  if (claim === ZERO) return ZERO;
  const key = { account: userAccount(order.user, 'change'), currency: USDT };
  // The lock comes before the reading, so that nothing leaves between both.
  const batch = await deps.ledger.openBatch(tx, [key]);
  const available = batch.available(key.account, key.currency);
  await batch.close();
  const lowest = (await lowestSince(tx, key, `fiat:purchase:${order.id}`)) ?? ZERO;
  return holdFor(claim, { available, lowest, heldElsewhere: await heldElsewhere(tx, order.user) });
}

type Held = Pick<Dispute, 'id' | 'user' | 'held'> & { readonly reference: string };

/** Moves coins of the buyer between available and held. */
export async function moveHold(
  deps: FiatDeps,
  tx: Tx,
  { id, user, held, reference }: Held,
  kind: 'fiat:dispute_hold' | 'fiat:dispute_release',
): Promise<void> {
  if (held === ZERO) return;
  const change = kind === 'fiat:dispute_hold' ? held : negate(held);
  const account = userAccount(user, 'change');
  await deps.ledger.post(tx, {
    key: `${kind}:${id}`,
    kind,
    reference,
    at: deps.ctx.clock.now(),
    entries: [{ account, currency: USDT, available: negate(change), held: change }],
  });
}

/**
 * Gives the coins of a lost dispute back to the desk account: the held ones from the buyer, the rest from the account
 * for chargebacks. Refuses `fiat_chargebacks_short` if that has too little.
 */
export async function takeBack(
  deps: FiatDeps,
  tx: Tx,
  dispute: Dispute,
  { recovered, loss }: { readonly recovered: Amount; readonly loss: Amount },
): Promise<void> {
  const [desk, reserve] = [houseAccount('fiat_desk'), houseAccount('fiat_chargebacks')];
  const buyer = userAccount(dispute.user, 'change');
  const entries = [
    ...(recovered === ZERO
      ? []
      : [
          { account: buyer, currency: USDT, held: negate(recovered) },
          { account: desk, currency: USDT, available: recovered },
        ]),
  ];
  const lost = [
    { account: reserve, currency: USDT, available: negate(loss) },
    { account: desk, currency: USDT, available: loss },
  ];
  const journal = {
    kind: 'fiat:chargeback',
    reference: dispute.reference,
    at: deps.ctx.clock.now(),
  } as const;
  const batch = await deps.ledger.openBatch(tx, [...entries, ...lost]);
  if (batch.available(reserve, USDT) < loss) refuse('fiat_chargebacks_short');
  if (entries.length > 0) batch.post({ ...journal, key: `fiat:chargeback:${dispute.id}`, entries });
  if (loss > ZERO) batch.post({ ...journal, key: `fiat:chargeback:${dispute.id}:loss`, entries: lost });
  await batch.close();
}

const STEPS = ['withdrawn', 'reinstated'] as const;

/** Plans the entry for money that the provider took from the house or gave back to it, each once. */
export async function planBooks(
  deps: FiatDeps,
  tx: Tx,
  id: number,
  step: (typeof STEPS)[number],
): Promise<void> {
  await schedule(tx, { kind: DISPUTE_BOOKS, subject: `${id}:${step}`, dueAt: deps.ctx.clock.now() });
}

/**
 * Due work: books money of a dispute between the bank account and the outside, at most what was paid. While the bank
 * account has too little it is tried again, and an operator sees it.
 */
export const bookDispute =
  (deps: FiatDeps): WorkHandler =>
  async (tx, { subject }) => {
    const [id, step] = subject.split(':');
    const dispute = await disputeById(tx, Number(id));
    const order = dispute && (await orderById(tx, dispute.orderId));
    if (!dispute || !order) throw new Error('no such dispute');
    // Another currency is an exception, which an operator settles.
    if (dispute.currency !== order.currency) return;
    const sum = dispute.amount < order.amount ? dispute.amount : order.amount;
    const given = step === 'reinstated' ? sum : minus(ZERO, sum);
    await deps.ledger.post(tx, {
      key: `fiat:dispute:${dispute.id}:${step === 'reinstated' ? 'reinstated' : 'withdrawn'}`,
      kind: 'fiat:chargeback',
      reference: order.reference,
      at: deps.ctx.clock.now(),
      entries: [
        { account: houseAccount('external'), currency: order.currencyId, available: negate(given) },
        { account: houseAccount('bank'), currency: order.currencyId, available: given },
      ],
    });
  };
