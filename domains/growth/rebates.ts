import type { InvitationSign, UserId } from '@karat/contract';
import { invitersOf } from '@karat/domains/identity';
import type { InvitedPair } from '@karat/domains/identity';
import { userAccount } from '@karat/domains/ledger';
import type { AccountId, Entry, Journal } from '@karat/domains/ledger';
import { ZERO, negate, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Tx } from '@karat/platform/db';
import { rebateOf } from '@karat/rules';
import type { GrowthDeps } from './deps.ts';
import { holdInvitation, lockInvitations } from './invitation-store.ts';
import type { Invitation } from './invitation-store.ts';
import { addFees, lockPayable, markPaid, postpone, readShare } from './rebate-store.ts';
import type { PayableRebate, Period, RebateFees } from './rebate-store.ts';
import type { FeeSource, PaidFees } from './types.ts';

/** The period of a moment: payments are made at its end. */
export function periodOf(now: number, periodMs: number): Period {
  const from = Math.floor(now / periodMs) * periodMs;
  return { from, to: from + periodMs };
}

/**
 * Holds the pairs that have something in common which operators have not released. Returns the states afterwards by invited
 * user.
 */
async function judgePairs(
  { ctx, signsOf }: GrowthDeps,
  tx: Tx,
  pairs: readonly InvitedPair[],
): Promise<ReadonlyMap<UserId, Invitation['state']>> {
  const invitations = await lockInvitations(tx, pairs, ctx.clock.now());
  const signs = await signsOf(tx, pairs);
  const states = new Map<UserId, Invitation['state']>();
  for (const { invitee, state, releasedSigns, signs: before } of invitations) {
    const found: readonly InvitationSign[] = signs.get(invitee) ?? [];
    const isNew = found.some((sign) => !releasedSigns.includes(sign));
    const holds = state !== 'refused' && isNew;
    if (holds && (state === 'clear' || found.length !== before.length))
      await holdInvitation(tx, invitee, found);
    states.set(invitee, holds ? 'held' : state);
  }
  return states;
}

/** Fees of invited users by user and currency. */
function feesOf(
  fees: readonly PaidFees[],
  inviters: ReadonlyMap<UserId, UserId>,
): Omit<RebateFees, 'state'>[] {
  const sums = new Map<string, Omit<RebateFees, 'state'>>();
  for (const { userId: invitee, currency, fee } of fees) {
    const inviter = inviters.get(invitee);
    if (inviter === undefined || fee === ZERO) continue;
    const key = `${invitee}/${currency}`;
    const before = sums.get(key);
    sums.set(key, before ? { ...before, fee: plus(before.fee, fee) } : { inviter, invitee, currency, fee });
  }
  return [...sums.values()].toSorted((a, b) => a.invitee - b.invitee || a.currency - b.currency);
}

/** Adds the fees of invited users to the rebates of the present period, in the transaction that counts them. */
export async function accrueRebates(
  deps: GrowthDeps,
  tx: Tx,
  source: FeeSource,
  fees: readonly PaidFees[],
): Promise<void> {
  const pairs = await invitersOf(tx, [...new Set(fees.map(({ userId }) => userId))]);
  if (pairs.length === 0) return;
  const share = await readShare(tx);
  if (share === 0n) return;
  const states = await judgePairs(deps, tx, pairs);
  const inviters = new Map(pairs.map(({ invitee, inviter }) => [invitee, inviter]));
  const added = feesOf(fees, inviters).flatMap((one): RebateFees[] => {
    const state = states.get(one.invitee);
    if (state === undefined || state === 'refused') return [];
    return [{ ...one, state: state === 'held' ? 'held' : 'due' }];
  });
  await addFees(tx, source.product, share, periodOf(deps.ctx.clock.now(), deps.rebateMs), added);
}

/** Rebates of one transaction. */
const PAYMENTS = 200;

interface Payment extends PayableRebate {
  readonly amount: Amount;
  readonly from: AccountId;
}

const entriesOf = ({ from, inviter, currency, amount }: Payment): Entry[] => [
  { account: from, currency, available: negate(amount) },
  { account: userAccount(inviter, 'change'), currency, available: amount },
];

const journalOf = (payment: Payment, at: number): Journal => ({
  key: `growth:rebate:${payment.id}`,
  kind: 'growth:rebate',
  reference: `rebate:${payment.id}`,
  at,
  entries: entriesOf(payment),
});

/** Amounts and sources of rebates. */
async function paymentsOf(deps: GrowthDeps, tx: Tx, rebates: readonly PayableRebate[]): Promise<Payment[]> {
  const decimals = new Map((await deps.ledger.currencies(tx)).map((one) => [one.id, one.decimals]));
  return rebates.map((rebate) => ({
    ...rebate,
    amount: rebateOf(rebate.fee, ZERO, rebate.share, decimals.get(rebate.currency) ?? 0),
    from: deps.feesAccountOf(rebate.product, rebate.invitee),
  }));
}

/** Pays the next rebates whose period has ended, each once: state and journal commit together. Returns the number handled. */
async function payNext(deps: GrowthDeps, tx: Tx): Promise<number> {
  const { ctx, ledger } = deps;
  const at = ctx.clock.now();
  const payments = await paymentsOf(deps, tx, await lockPayable(tx, at, PAYMENTS));
  if (payments.length === 0) return 0;
  const moved = payments.filter(({ amount }) => amount > ZERO);
  const uncovered = new Set<number>();
  if (moved.length > 0) {
    const batch = await ledger.openBatch(tx, moved.flatMap(entriesOf));
    for (const payment of moved) {
      if (batch.available(payment.from, payment.currency) < payment.amount) uncovered.add(payment.id);
      else batch.post(journalOf(payment, at));
    }
    await batch.close();
  }
  deps.onStep?.('posted');
  await markPaid(
    tx,
    payments.filter(({ id }) => !uncovered.has(id)),
    at,
  );
  deps.onStep?.('paid');
  if (uncovered.size > 0) {
    // The house has moved its fees on: these rebates are tried again a period later.
    ctx.log.warn({ rebates: uncovered.size }, 'fees account does not cover rebates');
    await postpone(tx, [...uncovered], at + deps.rebateMs);
  }
  return payments.length;
}

/** Pays all rebates that are due. Returns their number. */
export async function payRebates(deps: GrowthDeps): Promise<number> {
  let total = 0;
  let paid = 0;
  do {
    paid = await deps.ctx.db.transact((tx) => payNext(deps, tx));
    total += paid;
  } while (paid > 0);
  return total;
}
