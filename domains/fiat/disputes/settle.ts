import { refuse } from '@karat/contract';
import { ZERO, format, minus } from '@karat/money';
import { USDT, houseAccount, userAccount } from '@karat/domains/ledger';
import { change, fact, requestApproval } from '@karat/domains/operators';
import type { ApprovalKind, Present } from '@karat/domains/operators';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import type { FiatDeps } from '../deps.ts';
import { lockOrder } from '../store.ts';
import { moveHold, takeBack } from './books.ts';
import { disputeById, endDispute, lockDispute } from './store.ts';
import type { Dispute } from './store.ts';
import { step } from './take.ts';

/** Kind of the approval request. */
export const FIAT_DISPUTE = 'fiat:settle dispute';

type How = 'recover' | 'waive';
const isHow = (value: unknown): value is How => value === 'recover' || value === 'waive';

/** What comes back to the house and what it loses; together they are the claim. */
function sharesOf({ claim, held }: Pick<Dispute, 'claim' | 'held'>, how: How) {
  const recovered = how === 'recover' ? held : ZERO;
  return { recovered, loss: minus(claim, recovered) };
}

const presentSettlement =
  (deps: FiatDeps): Present =>
  async (db, payload) => {
    const dispute = (await disputeById(db, Number(payload['dispute']))) ?? refuse('fiat_dispute_unknown');
    const how = isHow(payload['how']) ? payload['how'] : 'recover';
    const { recovered, loss } = sharesOf(dispute, how);
    const buyer = await deps.ledger.balance(db, userAccount(dispute.user, 'change'), USDT);
    const reserve = await deps.ledger.balance(db, houseAccount('fiat_chargebacks'), USDT);
    return {
      title:
        how === 'recover' ? 'Take back the coins of a lost dispute' : 'Waive the coins of a lost dispute',
      subject: dispute.reference,
      user: dispute.user,
      changes: [
        change('Dispute', dispute.state, how === 'recover' ? 'recovered' : 'waived'),
        change(
          'Held of the buyer',
          `${format(buyer.held)} USDT`,
          `${format(minus(buyer.held, dispute.held))} USDT`,
        ),
        change(
          'Account for chargebacks',
          `${format(reserve.available)} USDT`,
          `${format(minus(reserve.available, loss))} USDT`,
        ),
        fact('Sold for the disputed payment', `${format(dispute.claim)} USDT`),
        fact('Back to the house', `${format(recovered)} USDT`),
        fact('Loss of the house', `${format(loss)} USDT`),
        fact('Disputed', `${format(dispute.amount)} ${dispute.currency}, ${dispute.reason}`),
      ],
    };
  };

/** Requests the settlement of a lost dispute. Refuses `fiat_dispute_unknown`, `fiat_dispute_state`. */
export const requestSettlement = (
  deps: FiatDeps,
  caller: OperatorCaller,
  input: { readonly id: number; readonly how: How; readonly reason: string },
): Promise<number> =>
  deps.ctx.db.transact(async (tx) => {
    const dispute = (await disputeById(tx, input.id)) ?? refuse('fiat_dispute_unknown');
    if (dispute.state !== 'lost') return refuse('fiat_dispute_state');
    const { id } = await requestApproval(deps.ctx, tx, caller, {
      kind: FIAT_DISPUTE,
      subject: `${dispute.reference} dispute ${dispute.id}`,
      reason: input.reason,
      payload: {
        dispute: dispute.id,
        uid: dispute.user,
        how: input.how,
        claim: format(dispute.claim),
        held: format(dispute.held),
      },
      present: presentSettlement(deps),
    });
    return id;
  });

/**
 * Settles a lost dispute, once: held coins go back to the house or to the buyer, what is missing is a loss of the
 * account for chargebacks. The buyer owes nothing.
 */
async function settle(deps: FiatDeps, tx: Tx, dispute: Dispute, how: How, actor: string): Promise<void> {
  const shares = sharesOf(dispute, how);
  if (how === 'waive') await moveHold(deps, tx, dispute, 'fiat:dispute_release');
  await takeBack(deps, tx, dispute, shares);
  const state = how === 'recover' ? 'recovered' : 'waived';
  await endDispute(tx, dispute.id, { state, held: ZERO, ...shares, at: deps.ctx.clock.now() });
  await step(deps, tx, dispute.id, state, actor);
}

/** Presentation and effect of settling a lost dispute. */
export const fiatDispute = (deps: FiatDeps): ApprovalKind => ({
  present: presentSettlement(deps),
  async execute(tx, payload, { askedBy, approvedBy }) {
    const id = Number(payload['dispute']);
    const known = (await disputeById(tx, id)) ?? refuse('approval_stale');
    await lockOrder(tx, known.orderId);
    const dispute = (await lockDispute(tx, id)) ?? refuse('approval_stale');
    const { how } = payload;
    const isSame = format(dispute.held) === payload['held'] && format(dispute.claim) === payload['claim'];
    if (dispute.state !== 'lost' || !isHow(how) || !isSame) return refuse('approval_stale');
    await settle(deps, tx, dispute, how, `${askedBy}, ${approvedBy}`);
  },
});
