import { refuse } from '@karat/contract';
import type { Contract, Reply } from '@karat/contract';
import { format } from '@karat/money';
import { requestApproval } from '@karat/domains/operators';
import type { ApprovalKinds, Present } from '@karat/domains/operators';
import type { BitcoinChain } from '@karat/platform/chains';
import type { Tx } from '@karat/platform/db';
import type { OperatorCaller } from '@karat/platform/http';
import { withdrawalOfApproval } from './approval-lookup.ts';
import { chainOf, isBitcoin } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import { planStep } from './plan.ts';
import { presentWithdrawal } from './presentation.ts';
import { neverConfirms, proofDepth } from './vanished-inputs.ts';
import type { VanishedInput } from './vanished-inputs.ts';
import * as payouts from './payout-store.ts';
import * as store from './store.ts';
import type { Withdrawal } from './store.ts';

/** Kind of the approval request; the signer counts approvals of this kind. */
export const AGAIN = 'withdrawal again';

type Row = Reply<Contract['withdrawals']['console/withdrawals_vanished']>[number];

const LISTED_MAX = 100;

const present = (deps: ResolvedDeps): Present =>
  presentWithdrawal(deps, 'Pay a withdrawal again, with other inputs', 'approved');

function bitcoinOf(deps: ResolvedDeps, { network }: Withdrawal): BitcoinChain | undefined {
  const chain = chainOf(deps, network);
  return chain !== undefined && isBitcoin(chain) ? chain : undefined;
}

/** Returns the proof that a payout can never confirm. Refuses `withdrawal_may_confirm` without one. */
async function proofOf(deps: ResolvedDeps, tx: Tx, row: Withdrawal): Promise<readonly VanishedInput[]> {
  const chain = bitcoinOf(deps, row);
  return (chain && (await neverConfirms(deps, tx, chain, row))) ?? refuse('withdrawal_may_confirm');
}

/**
 * Asks to pay a withdrawal with other inputs because its transaction can never confirm; another operator approves.
 * Refuses `withdrawal_may_confirm`, and `withdrawal_under_way` if there is an open request.
 */
export const requestAgain = (
  deps: ResolvedDeps,
  caller: OperatorCaller,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<{ asked: number }> =>
  deps.ctx.db.transact(async (tx) => {
    await store.clearExpiredApprovals(tx);
    const row = (await store.lockWithdrawal(tx, id)) ?? refuse('withdrawal_unknown');
    if (row.approvalId !== null) refuse('withdrawal_under_way');
    const proof = await proofOf(deps, tx, row);
    const { code } = await deps.ledger.currency(tx, row.currency);
    const { id: approval } = await requestApproval(deps.ctx, tx, caller, {
      kind: AGAIN,
      present: present(deps),
      subject: String(row.id),
      reason,
      payload: {
        withdrawal: row.id,
        digest: row.digest,
        payee: row.payee,
        amount: `${format(row.number)} ${code}`,
        transaction: row.txid ?? '',
        inputs: proof.map(({ txid, vout }) => `${txid}:${vout}`).join(' '),
      },
    });
    await store.setApprovalRequest(tx, row.id, approval);
    return { asked: approval };
  });

/**
 * Gives the transaction up in the approving transaction, if it still can never confirm. Inputs that are still there
 * stay: the next transaction spends them too.
 */
export const againApprovals = (deps: ResolvedDeps): ApprovalKinds => ({
  [AGAIN]: {
    present: present(deps),
    async execute(tx, payload, { askedBy, approvedBy, approval }) {
      const row = await withdrawalOfApproval(tx, approval, payload);
      if (payload['transaction'] !== row.txid) refuse('approval_stale');
      const proof = await proofOf(deps, tx, row);
      await payouts.dropInputs(tx, row.id, proof);
      await payouts.setVanished(tx, row.id, { vanished: null, dead: null });
      await payouts.setReplaced(tx, row.id, null);
      await store.setState(tx, row.id, row.state, { state: 'approved' });
      await store.addStep(tx, row.id, {
        state: 'approved',
        by: `${askedBy}, ${approvedBy}`,
        note: `given up: ${row.txid ?? ''}`,
        at: deps.ctx.clock.now(),
      });
      await planStep(deps, tx, row.id, 1);
    },
  },
});

/** Returns payouts with a vanished input, oldest first. */
export async function listVanished(deps: ResolvedDeps): Promise<Row[]> {
  const { db } = deps.ctx;
  await store.clearExpiredApprovals(db);
  const codes = new Map((await deps.ledger.currencies(db)).map(({ id, code }) => [id, code]));
  const rows = await store.readVanished(db, LISTED_MAX);
  return Promise.all(
    rows.map(async (row) => {
      const chain = bitcoinOf(deps, row);
      const height = await chain?.reader.height().catch(() => undefined);
      const needed = chain === undefined ? 0 : proofDepth(deps, chain);
      const blocks = height === undefined || row.deadHeight === null ? 0 : height - row.deadHeight;
      return {
        id: row.id,
        uid: row.user,
        network: row.network,
        currency_name: codes.get(row.currency) ?? '',
        number: format(row.number),
        payee: row.payee,
        txid: row.txid ?? '',
        vanished_height: row.vanishedHeight ?? 0,
        dead_height: row.deadHeight,
        blocks: Math.max(0, Math.min(blocks, needed)),
        blocks_needed: needed,
        asked: row.approvalId !== null,
      };
    }),
  );
}
