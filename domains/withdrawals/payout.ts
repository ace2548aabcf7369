import { WITHDRAWAL_TYPE } from '@karat/contract';
import { ChainUnavailable } from '@karat/platform/chains';
import type { Chain, ChainAsset, EvmChain, TransactionState, TronChain } from '@karat/platform/chains';
import { stoppedUses } from '@karat/domains/currencies';
import type { Tx } from '@karat/platform/db';
import { SigningRefused, SigningUnavailable } from '@karat/platform/signing';
import type { ApprovalRecord, Signed, SigningClient, Terms } from '@karat/platform/signing';
import type { WorkHandlers } from '@karat/platform/work';
import { chainOf, isBitcoin, isTron } from './deps.ts';
import type { ResolvedDeps } from './deps.ts';
import { STEP, planStep } from './plan.ts';
import { haltedNetworks } from './request.ts';
import { confirmationsOf } from './rules.ts';
import { bookNetworkFee, settleBack, settlePaid } from './settle.ts';
import * as payouts from './payout-store.ts';
import * as store from './store.ts';
import type { Attempt } from './payout-store.ts';
import type { Withdrawal } from './store.ts';
import { notifyStep } from './notify.ts';
import { isReplaced } from './replaced-transaction.ts';
import { noteVanished } from './vanished-inputs.ts';
import { checkTronFunds, tronTerms } from './tron-terms.ts';
import {
  CannotPay,
  FROZEN,
  HELD,
  assetOf,
  bitcoinFee,
  bitcoinTerms,
  checkFunds,
  evmTerms,
  isPrivate,
  takeBitcoinInputs,
} from './terms.ts';

const SOON_MS = 1;
const LOOK_MS = 2_000;
const RETRY_MS = 5_000;
const REFUSED_MS = 60_000;
const HALTED_MS = 15_000;
/** Interval of checks of a settled payout until it is final. */
const BURIED_MS = 30_000;
const ATTEMPTS_MAX = 5;
const PLANNED_MAX = 1_000;

/** A payout in its transaction, with the context of its next step. */
interface Payout {
  readonly deps: ResolvedDeps;
  readonly tx: Tx;
  readonly chain: Chain;
  readonly signing: SigningClient;
  readonly row: Withdrawal;
}

const enter = async ({ deps, tx, row }: Payout, state: 'signing' | 'signed' | 'broadcast' | 'approved') => {
  await store.setState(tx, row.id, row.state, { state });
  await store.addStep(tx, row.id, { state, by: 'house', at: deps.ctx.clock.now() });
};

/** Returns the address from which the signer pays on a chain with accounts. */
async function payoutAddress({ signing, row }: Payout): Promise<string> {
  const address = (await signing.status()).payoutAddresses[row.network];
  if (address === undefined) throw new CannotPay(`signer without an address on ${row.network}`);
  return address;
}

/** Checks the funds of an account chain, one payout after another, and takes a nonce where the chain has them. */
async function reserveFunds(payout: Payout, chain: EvmChain | TronChain, asset: ChainAsset): Promise<void> {
  const { deps, tx, row } = payout;
  if (row.nonce !== null) return;
  const from = await payoutAddress(payout);
  await payouts.lockNonces(tx, row.network);
  if (isTron(chain)) return checkTronFunds(deps, tx, chain, row, asset, from);
  await checkFunds(deps, tx, chain, row, asset, from);
  const next = await payouts.freeNonce(tx, row.network, await chain.sender.nonce(from));
  await payouts.setNonce(tx, row.id, next);
}

/**
 * From approved to signing: fixes and commits the inputs before the signer is asked. From here on the owner cannot
 * cancel, since a signature may exist.
 */
async function startSigning(payout: Payout): Promise<number> {
  const { deps, tx, chain, row } = payout;
  const delay = (row.releaseAt ?? 0) - deps.ctx.clock.now();
  if (delay > 0) return delay;
  if ((await deps.person(tx, row.user, undefined))?.frozen !== false) {
    await payouts.setProblem(tx, row.id, FROZEN);
    return HALTED_MS;
  }
  if (await deps.screening.isHeld(tx, row.user)) {
    await payouts.setProblem(tx, row.id, HELD);
    return HALTED_MS;
  }
  const asset = await assetOf(deps, tx, chain, row);
  if (isBitcoin(chain)) await takeBitcoinInputs(deps, tx, chain, row, asset);
  else await reserveFunds(payout, chain, asset);
  await enter(payout, 'signing');
  return SOON_MS;
}

async function signedBy(payout: Payout, attempt: number, before: Attempt | undefined): Promise<Signed> {
  const { deps, tx, chain, signing, row } = payout;
  const approval = row.approval as ApprovalRecord;
  if (isBitcoin(chain))
    return signing.sign({ attempt, approval, terms: await bitcoinTerms(tx, chain, row, before) });
  const from = await payoutAddress(payout);
  const asset = await assetOf(deps, tx, chain, row);
  if (isTron(chain))
    return signing.sign({ attempt, approval, terms: await tronTerms(chain, row, asset, from) });
  return signing.sign({ attempt, approval, terms: await evmTerms(chain, row, asset, from, before) });
}

function feeText(terms: Terms, networkFee: bigint | null): string {
  switch (terms.family) {
    case 'bitcoin':
      return `${networkFee} sat`;
    case 'evm':
      return `${terms.maxFeePerGas} wei per gas, ${terms.gas} gas`;
    case 'tron':
      return `at most ${terms.feeLimit} sun`;
  }
}

/** Signs an attempt and stores it before any node sees it. */
async function signAttempt(payout: Payout, before?: Attempt): Promise<void> {
  const { deps, tx, chain, row } = payout;
  // Earlier attempts that operators gave up have other inputs.
  const attempt = ((await payouts.readAttempts(tx, row.id)).at(-1)?.attempt ?? 0) + 1;
  const signed = await signedBy(payout, attempt, before);
  const { txid, raw, terms } = signed;
  const asset = await assetOf(deps, tx, chain, row);
  const networkFee = terms.family === 'bitcoin' ? bitcoinFee({ ...signed, terms }, row, asset) : null;
  const facts = { attempt, txid, raw, terms, fee: feeText(terms, networkFee), networkFee };
  await payouts.insertAttempt(tx, row.id, facts, deps.ctx.clock.now());
}

async function sign(payout: Payout): Promise<number> {
  const { tx, row } = payout;
  try {
    await signAttempt(payout);
  } catch (failure) {
    if (!(failure instanceof SigningRefused)) throw failure;
    // Nothing was signed: releases the inputs, so that owner and reviewers can decide again.
    await payouts.setNonce(tx, row.id, null);
    // The signer has signed the inputs of a payout that was given up, and signs them for no other.
    if ((await payouts.readAttempts(tx, row.id)).length === 0) await payouts.freeInputs(tx, row.id);
    await enter(payout, 'approved');
    await payouts.setProblem(tx, row.id, `signer refused: ${failure.message}`);
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

type Mined = Extract<TransactionState, { state: 'mined' }>;

async function minedOf({ chain }: Payout, attempts: readonly Attempt[]) {
  for (const attempt of attempts) {
    const state = await chain.sender.transaction(attempt.txid);
    if (state.state === 'mined') return { attempt, state };
  }
  return undefined;
}

async function settleMined(payout: Payout, attempt: Attempt, state: Mined): Promise<number | undefined> {
  const { deps, tx, chain, row } = payout;
  await payouts.setConfirmations(tx, row.id, state.confirmations);
  await payouts.setReplaced(tx, row.id, null);
  const needed = confirmationsOf(deps.policy, row.network, isPrivate(chain));
  if (state.confirmations < needed) return LOOK_MS;
  await bookNetworkFee(deps, tx, chain, row, state.fee ?? attempt.networkFee ?? undefined);
  await payouts.setMined(tx, row.id, state.height);
  if (state.succeeded) await settlePaid(deps, tx, row, 'network', attempt.txid);
  else {
    const end = { state: 'failed', reason: 'chain_failed', by: 'network', note: attempt.txid } as const;
    await settleBack(deps, tx, row, end);
  }
  return BURIED_MS;
}

/** Signs a replacement with a higher fee; false if none can be signed, and the payout stays as it is. */
async function replace(payout: Payout, last: Attempt): Promise<boolean> {
  try {
    await signAttempt(payout, last);
    return true;
  } catch (failure) {
    if (!(failure instanceof SigningRefused) && !(failure instanceof CannotPay)) throw failure;
    await payouts.setProblem(payout.tx, payout.row.id, `no replacement: ${failure.message}`);
    return false;
  }
}

/**
 * Another transaction has spent the nonce or input of this payout, or its validity on Tron has ended, so no block can
 * ever include it: releases the hold. Only after as many confirmations as a payout requires.
 */
async function judgeReplaced(payout: Payout): Promise<'not' | 'waits' | 'ended'> {
  const { deps, tx, chain, row } = payout;
  const replaced = await isReplaced(payout.signing, tx, chain, row);
  // Its own block spends them as well, and may have arrived during the check.
  if (!replaced || (await minedOf(payout, await payouts.readAttempts(tx, row.id))) !== undefined) {
    await payouts.setReplaced(tx, row.id, null);
    return 'not';
  }
  const height = await chain.reader.height();
  const since = row.replacedHeight ?? height;
  await payouts.setReplaced(tx, row.id, since);
  if (height < since + confirmationsOf(deps.policy, row.network, isPrivate(chain))) return 'waits';
  const end = { state: 'failed', reason: 'chain_failed', by: 'network' } as const;
  await settleBack(deps, tx, row, {
    ...end,
    note: isTron(chain) ? 'expired in no block' : 'replaced by another transaction',
  });
  return 'ended';
}

async function broadcast(payout: Payout): Promise<number | undefined> {
  const { deps, tx, chain, row } = payout;
  const replaced = await judgeReplaced(payout);
  if (replaced !== 'not') return replaced === 'ended' ? undefined : LOOK_MS;
  if (isBitcoin(chain) && (await noteVanished(tx, chain, row))) return RETRY_MS;
  const last = newest(await payouts.readAttempts(tx, row.id));
  await chain.sender.broadcast(last.raw);
  await enter(payout, 'broadcast');
  await notifyStep(deps, tx, row, 'broadcast');
  return LOOK_MS;
}

/**
 * Looks for the block of a payout; sends it again if no node knows it, replaces it if no block includes it, and
 * releases it if none can.
 */
async function watch(payout: Payout): Promise<number | undefined> {
  const { deps, tx, chain, row } = payout;
  const attempts = await payouts.readAttempts(tx, row.id);
  const mined = await minedOf(payout, attempts);
  if (mined !== undefined) return settleMined(payout, mined.attempt, mined.state);
  await payouts.setConfirmations(tx, row.id, 0);
  const replaced = await judgeReplaced(payout);
  if (replaced !== 'not') return replaced === 'ended' ? undefined : LOOK_MS;
  if (isBitcoin(chain) && (await noteVanished(tx, chain, row))) return RETRY_MS;
  const last = newest(attempts);
  // On Tron there is no replacement: the transaction waits for its end.
  const stuck =
    !isTron(chain) && deps.ctx.clock.now() - last.at > deps.policy.stuckMs && attempts.length < ATTEMPTS_MAX;
  if (stuck && (await replace(payout, last))) return SOON_MS;
  await chain.sender.broadcast(last.raw);
  return stuck ? REFUSED_MS : LOOK_MS;
}

/** Watches a settled payout: if a reorganisation removes it from its block, sends it again. */
async function watchUntilFinal(payout: Payout): Promise<number | undefined> {
  const { deps, tx, chain, row } = payout;
  if (row.minedHeight === null) return undefined;
  const attempts = await payouts.readAttempts(tx, row.id);
  const mined = await minedOf(payout, attempts);
  if (mined === undefined) {
    deps.ctx.log.warn({ withdrawal: row.id, network: row.network }, 'payout removed by reorganisation');
    await chain.sender.broadcast(newest(attempts).raw);
    return LOOK_MS;
  }
  const buried = mined.state.confirmations > deps.policy.buried;
  await payouts.setMined(tx, row.id, buried ? null : mined.state.height);
  return buried ? undefined : BURIED_MS;
}

async function next(payout: Payout): Promise<number | undefined> {
  switch (payout.row.state) {
    case 'approved':
      return startSigning(payout);
    case 'signing':
      return sign(payout);
    case 'signed':
      return broadcast(payout);
    case 'broadcast':
      return watch(payout);
    case 'confirmed':
    case 'failed':
      return watchUntilFinal(payout);
    case 'requested':
    case 'exported':
    case 'rejected':
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

/** Whether nothing of a currency is to be paid on a network at present. */
async function isStopped(deps: ResolvedDeps, tx: Tx, row: Withdrawal): Promise<boolean> {
  if ((await haltedNetworks(deps, tx)).has(row.network)) return true;
  const { code } = await deps.ledger.currency(tx, row.currency);
  return (await stoppedUses(tx)).has(code, 'withdrawal', row.network);
}

/** One step of one payout: locks the row, can be repeated, and commits alone. */
async function step(deps: ResolvedDeps, tx: Tx, id: number): Promise<void> {
  const row = await store.lockWithdrawal(tx, id);
  const chain = row && chainOf(deps, row.network);
  const { signing } = deps;
  if (
    row === undefined ||
    chain === undefined ||
    signing === undefined ||
    row.type !== WITHDRAWAL_TYPE.address
  )
    return;
  const before = row.state === 'approved' || row.state === 'signing' || row.state === 'signed';
  const stopped = before && (await isStopped(deps, tx, row));
  if (stopped) return planStep(deps, tx, id, HALTED_MS);
  try {
    const after = await tx.savepoint(() => next({ deps, tx, chain, signing, row }));
    if (after !== undefined) await planStep(deps, tx, id, after);
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    await payouts.setProblem(tx, id, problem);
    await planStep(deps, tx, id, RETRY_MS);
  }
}

export const payoutWork = (deps: ResolvedDeps): WorkHandlers => ({
  [STEP]: (tx, item) => step(deps, tx, Number(item.subject)),
});

/** Schedules every payout that can continue: approved ones on connected networks, and all in flight. */
export async function startPayouts(deps: ResolvedDeps): Promise<void> {
  const connected = deps.chains.map(({ network }) => network.id);
  await deps.ctx.db.transact(async (tx) => {
    const waiting = await payouts.approvedOn(tx, connected, PLANNED_MAX);
    for (const id of [...waiting, ...(await payouts.inFlightIds(tx))]) await planStep(deps, tx, id, SOON_MS);
  });
}
