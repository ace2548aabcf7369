import { ChainUnavailable } from '@karat/platform/chains';
import type { Chain, TransactionState } from '@karat/platform/chains';
import type { Tx } from '@karat/platform/db';
import { SigningRefused, SigningUnavailable } from '@karat/platform/signing';
import type { ApprovalRecord, Signed, SigningClient } from '@karat/platform/signing';
import type { WorkHandlers } from '@karat/platform/work';
import { chainOf } from './parts.ts';
import type { Parts } from './parts.ts';
import { STEP, planStep } from './plan.ts';
import { haltedNetworks } from './request.ts';
import { confirmationsOf } from './rules.ts';
import { bookNetworkFee, settleBack, settlePaid } from './settle.ts';
import * as store from './store.ts';
import type { Attempt, Withdrawal } from './store.ts';
import { tellStep } from './tell.ts';
import { CannotPay, assetOf, bitcoinTerms, evmTerms, isPrivate, takeBitcoinInputs } from './terms.ts';

const SOON_MS = 1;
const LOOK_MS = 2_000;
const RETRY_MS = 5_000;
const REFUSED_MS = 60_000;
const HALTED_MS = 15_000;
const ATTEMPTS_MAX = 5;
const PLANNED_MAX = 1_000;

/** A payout in its transaction, with what it takes to bring it a step further. */
interface Payout {
  readonly parts: Parts;
  readonly tx: Tx;
  readonly chain: Chain;
  readonly signing: SigningClient;
  readonly row: Withdrawal;
}

const enter = async ({ parts, tx, row }: Payout, state: 'signing' | 'signed' | 'broadcast' | 'approved') => {
  await store.setState(tx, row.id, row.state, { state });
  await store.addStep(tx, row.id, { state, by: 'house', at: parts.ctx.clock.now() });
};

/**
 * From approved to signing: what is to be spent is fixed and committed before the signer is asked. From here on the owner
 * cannot take it back, since a signature may exist.
 */
async function begin(payout: Payout): Promise<number> {
  const { parts, tx, chain, signing, row } = payout;
  const asset = await assetOf(parts, tx, chain, row);
  if (chain.network.family === 'bitcoin') {
    const { sender, reader, assets, network } = chain as Extract<Chain, { network: { family: 'bitcoin' } }>;
    await takeBitcoinInputs(parts, tx, { sender, reader, assets, network }, row, asset);
  } else if (row.nonce === null) {
    const { sender } = chain as Extract<Chain, { network: { family: 'evm' } }>;
    const from = (await signing.status()).payoutAddresses[row.network] ?? '';
    await store.lockNonces(tx, row.network);
    const next = Math.max((await store.highestNonce(tx, row.network)) + 1, await sender.nonce(from));
    await store.setNonce(tx, row.id, next);
  }
  await enter(payout, 'signing');
  return SOON_MS;
}

async function signedBy(payout: Payout, attempt: number): Promise<Signed> {
  const { parts, tx, chain, signing, row } = payout;
  const asset = await assetOf(parts, tx, chain, row);
  const approval = row.approval as ApprovalRecord;
  switch (chain.network.family) {
    case 'evm': {
      const evm = chain as Extract<Chain, { network: { family: 'evm' } }>;
      const from = (await signing.status()).payoutAddresses[row.network] ?? '';
      return signing.sign({ attempt, approval, terms: await evmTerms(evm, row, asset, from, attempt) });
    }
    case 'bitcoin': {
      const bitcoin = chain as Extract<Chain, { network: { family: 'bitcoin' } }>;
      return signing.sign({ attempt, approval, terms: await bitcoinTerms(tx, bitcoin, row, attempt) });
    }
    case 'tron':
      throw new CannotPay('payouts on Tron are not connected');
  }
}

const feeOf = ({ terms }: Signed): string =>
  terms.family === 'bitcoin' ? `${terms.fee} sat` : `${terms.maxFeePerGas} wei per gas, ${terms.gas} gas`;

/** Signs an attempt and keeps it before any node sees it. */
async function keepSigned(payout: Payout, attempt: number): Promise<void> {
  const { parts, tx, row } = payout;
  const signed = await signedBy(payout, attempt);
  const { txid, raw, terms } = signed;
  const at = parts.ctx.clock.now();
  await store.insertAttempt(tx, row.id, { attempt, txid, raw, terms, fee: feeOf(signed) }, at);
  if (row.network === 'bitcoin' || row.network === 'ethereum' || row.network === 'tron')
    await parts.noteOwn?.(tx, row.network, txid);
}

async function sign(payout: Payout): Promise<number> {
  const { tx, row } = payout;
  try {
    await keepSigned(payout, 1);
  } catch (failure) {
    if (!(failure instanceof SigningRefused)) throw failure;
    // Nothing was signed: what it would have spent is free again, and so is the choice of owner and reviewers.
    await store.setNonce(tx, row.id, null);
    await store.freeInputs(tx, row.id);
    await enter(payout, 'approved');
    await store.setProblem(tx, row.id, `signer refused: ${failure.message}`);
    return REFUSED_MS;
  }
  await enter(payout, 'signed');
  return SOON_MS;
}

const newest = (attempts: readonly Attempt[]): Attempt => {
  const last = attempts.at(-1);
  if (last === undefined) throw new Error('a signed payout has no transaction');
  return last;
};

async function broadcast(payout: Payout): Promise<number> {
  const { parts, tx, chain, row } = payout;
  const last = newest(await store.readAttempts(tx, row.id));
  await chain.sender.broadcast(last.raw);
  await enter(payout, 'broadcast');
  await tellStep(parts, tx, row, 'broadcast');
  return LOOK_MS;
}

type Mined = Extract<TransactionState, { state: 'mined' }>;

async function minedOf({ chain }: Payout, attempts: readonly Attempt[]) {
  for (const attempt of attempts) {
    const state = await chain.sender.transaction(attempt.txid);
    if (state.state === 'mined') return { attempt, state };
  }
  return undefined;
}

async function settleMined(payout: Payout, attempt: Attempt, state: Mined): Promise<number | undefined> {
  const { parts, tx, chain, row } = payout;
  await store.setConfirmations(tx, row.id, state.confirmations);
  const needed = isPrivate(chain) ? 1 : confirmationsOf(parts.policy, row.network);
  if (state.confirmations < needed) return LOOK_MS;
  await bookNetworkFee(parts, tx, chain, row, state.fee);
  if (state.succeeded) await settlePaid(parts, tx, row, 'network', attempt.txid);
  else {
    const end = { state: 'failed', reason: 'chain_failed', by: 'network', note: attempt.txid } as const;
    await settleBack(parts, tx, row, end);
  }
  return undefined;
}

/** Looks for a block; sends again what no node knows, and replaces what no block takes. */
async function watch(payout: Payout): Promise<number | undefined> {
  const { parts, tx, chain, row } = payout;
  const attempts = await store.readAttempts(tx, row.id);
  const mined = await minedOf(payout, attempts);
  if (mined !== undefined) return settleMined(payout, mined.attempt, mined.state);
  const last = newest(attempts);
  const waited = parts.ctx.clock.now() - last.at;
  if (waited > parts.policy.stuckMs && attempts.length < ATTEMPTS_MAX) {
    await keepSigned(payout, attempts.length + 1);
    return SOON_MS;
  }
  await chain.sender.broadcast(last.raw);
  return LOOK_MS;
}

async function next(payout: Payout): Promise<number | undefined> {
  switch (payout.row.state) {
    case 'approved':
      return begin(payout);
    case 'signing':
      return sign(payout);
    case 'signed':
      return broadcast(payout);
    case 'broadcast':
      return watch(payout);
    case 'requested':
    case 'exported':
    case 'confirmed':
    case 'rejected':
    case 'failed':
    case 'cancelled':
      return undefined;
  }
}

const problemOf = (failure: unknown): string | undefined => {
  if (failure instanceof SigningUnavailable) return 'signer not reached';
  if (failure instanceof SigningRefused) return `signer refused: ${failure.message}`;
  if (failure instanceof ChainUnavailable) return `node: ${failure.message}`;
  return failure instanceof CannotPay ? failure.message : undefined;
};

/** One step of one payout: the row is locked, every call can be repeated, and the step commits alone. */
async function step(parts: Parts, tx: Tx, id: number): Promise<void> {
  const row = await store.lockWithdrawal(tx, id);
  const chain = row && chainOf(parts, row.network);
  const { signing } = parts;
  if (row === undefined || chain === undefined || signing === undefined || row.type !== 0) return;
  const stopped = row.state !== 'broadcast' && (await haltedNetworks(parts, tx)).has(row.network);
  if (stopped) return planStep(parts, tx, id, HALTED_MS);
  try {
    const after = await tx.savepoint(() => next({ parts, tx, chain, signing, row }));
    if (after !== undefined) await planStep(parts, tx, id, after);
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    await store.setProblem(tx, id, problem);
    await planStep(parts, tx, id, RETRY_MS);
  }
}

export const payoutWork = (parts: Parts): WorkHandlers => ({
  [STEP]: (tx, item) => step(parts, tx, Number(item.subject)),
});

/** Plans every payout that can go on: approved ones on connected networks, and all that are under way. */
export async function startPayouts(parts: Parts): Promise<void> {
  const connected = parts.chains.map(({ network }) => network.id);
  await parts.ctx.db.transact(async (tx) => {
    const waiting = await store.approvedOn(tx, connected, PLANNED_MAX);
    for (const id of [...waiting, ...(await store.underWay(tx))]) await planStep(parts, tx, id, SOON_MS);
  });
}
