import type { NetworkId, SweepReason } from '@karat/contract';
import { ChainUnavailable } from '@karat/platform/chains';
import type { TransactionState } from '@karat/platform/chains';
import type { Tx } from '@karat/platform/db';
import { SigningRefused, SigningUnavailable } from '@karat/platform/signing';
import type { WorkHandlers } from '@karat/platform/work';
import { noteOwn } from '../watch-store.ts';
import type { ResolvedDeps } from '../deps.ts';
import { CannotSweep, confirmationsOn, houseOf, isStopped } from './deps.ts';
import type { Sweeping } from './deps.ts';
import { SWEEP_STEP, planStep } from './plan.ts';
import { bookSweepFee } from './settle.ts';
import * as store from './store.ts';
import type { Sweep, Transaction } from './store.ts';
import { nextTransfer, signRequest } from './transfer.ts';

const SOON_MS = 1;
const LOOK_MS = 5_000;
const RETRY_MS = 15_000;
const REFUSED_MS = 60_000;
const HALTED_MS = 15_000;
/** Interval of checks of an ended sweep until it is final. */
const BURIED_MS = 60_000;
const ATTEMPTS_MAX = 5;

/** A sweep in its transaction. */
interface Context {
  readonly sweeping: Sweeping;
  readonly tx: Tx;
  readonly sweep: Sweep;
}

async function fail(
  { sweeping, tx, sweep }: Context,
  reason: SweepReason,
  minedHeight: number | null = null,
): Promise<number | undefined> {
  const at = sweeping.deps.ctx.clock.now();
  await store.finish(tx, sweep.id, { state: 'failed', reason, minedHeight, at });
  sweeping.deps.ctx.log.warn({ sweep: sweep.id, network: sweep.network, reason }, 'sweep failed');
  return minedHeight === null ? undefined : BURIED_MS;
}

/** Fixes amount and nonce of the next transfer, committed before the signer is asked. */
async function prepare(context: Context): Promise<number | undefined> {
  const { sweeping, tx, sweep } = context;
  const next = await nextTransfer(sweeping, tx, sweep);
  if (next.leg === 'none') {
    // Somebody else has emptied the address: it is not looked at again for these deposits.
    if (next.isEmpty) await store.markCollected(tx, sweep, next.asOf);
    return fail(context, 'nothing');
  }
  await store.fixTransfer(tx, sweep.id, next);
  return SOON_MS;
}

/** Returns the address that sends the current transfer. */
const sourceOf = async ({ sweeping, sweep }: Context): Promise<string> =>
  sweep.leg === 'gas' ? (await houseOf(sweeping)).gasStation : sweep.address;

/** Signs an attempt and stores it before any node sees it. Gas credits nobody at its address. */
async function signAttempt(context: Context, before?: Transaction): Promise<void> {
  const { sweeping, tx, sweep } = context;
  const request = await signRequest(sweeping, tx, sweep, before);
  const signed = await sweeping.sweeping.signing.signSweep(request);
  const transaction = { attempt: request.attempt, source: await sourceOf(context), signed };
  await store.insertTransaction(tx, sweep, transaction, sweeping.deps.ctx.clock.now());
  if (sweep.leg === 'gas') await noteOwn(tx, sweep.network, signed.txid);
}

async function sign(context: Context): Promise<number> {
  const { tx, sweep } = context;
  try {
    await signAttempt(context);
  } catch (failure) {
    if (!(failure instanceof SigningRefused)) throw failure;
    // Nothing was signed: the nonce is free again.
    await store.planAgain(tx, sweep.id, 'signing', `signer refused: ${failure.message}`);
    return REFUSED_MS;
  }
  await store.advance(tx, sweep.id, 'signing', 'signed');
  return SOON_MS;
}

/** Attempts of the current transfer. */
const attemptsOf = async ({ tx, sweep }: Context): Promise<readonly Transaction[]> =>
  (await store.transactionsOf(tx, sweep.id)).filter(
    ({ leg, nonce }) => leg === sweep.leg && nonce === sweep.nonce,
  );

const newest = (attempts: readonly Transaction[]): Transaction => {
  const last = attempts.at(-1);
  if (last === undefined) throw new Error('a signed sweep has no transaction');
  return last;
};

type Mined = Extract<TransactionState, { state: 'mined' }>;

async function minedOf({ sweeping }: Context, attempts: readonly Transaction[]) {
  for (const attempt of attempts) {
    const state = await sweeping.chain.sender.transaction(attempt.txid);
    if (state.state === 'mined') return { attempt, state };
  }
  return undefined;
}

/** Sends earlier gas again that a reorganisation has removed after the sweep went on. */
async function restoreGas(context: Context): Promise<void> {
  const { sweeping, tx, sweep } = context;
  const transfers = (await store.transactionsOf(tx, sweep.id)).filter(
    ({ leg, nonce }) => leg === 'gas' && (sweep.leg !== 'gas' || sweep.nonce !== nonce),
  );
  for (const attempts of Map.groupBy(transfers, ({ nonce }) => nonce).values()) {
    if ((await minedOf(context, attempts)) !== undefined) continue;
    await sweeping.chain.sender.broadcast(newest(attempts).raw);
  }
}

/** Another transaction has the nonce, so no block can ever include this one. Only after as many blocks as a transfer needs. */
async function judgeReplaced(context: Context): Promise<'not' | 'waits' | 'ended'> {
  const { sweeping, tx, sweep } = context;
  const { chain } = sweeping;
  const used = await chain.sender.minedNonce(await sourceOf(context));
  // Its own block has the nonce as well, and may have arrived during the check.
  if (
    sweep.nonce === null ||
    used <= sweep.nonce ||
    (await minedOf(context, await attemptsOf(context))) !== undefined
  ) {
    await store.setReplaced(tx, sweep.id, null);
    return 'not';
  }
  const height = await chain.reader.height();
  const since = sweep.replacedHeight ?? height;
  await store.setReplaced(tx, sweep.id, since);
  if (height < since + (await confirmationsOn(sweeping, tx))) return 'waits';
  await fail(context, 'replaced');
  return 'ended';
}

async function broadcast(context: Context): Promise<number | undefined> {
  const { sweeping, tx, sweep } = context;
  const replaced = await judgeReplaced(context);
  if (replaced !== 'not') return replaced === 'ended' ? undefined : LOOK_MS;
  await restoreGas(context);
  await sweeping.chain.sender.broadcast(newest(await attemptsOf(context)).raw);
  await store.advance(tx, sweep.id, 'signed', 'sent');
  return LOOK_MS;
}

async function settleMined(
  context: Context,
  attempt: Transaction,
  state: Mined,
): Promise<number | undefined> {
  const { sweeping, tx, sweep } = context;
  await store.setConfirmations(tx, sweep.id, state.confirmations);
  await store.setReplaced(tx, sweep.id, null);
  if (state.confirmations < (await confirmationsOn(sweeping, tx))) return LOOK_MS;
  await bookSweepFee(sweeping, tx, sweep, attempt, state.fee ?? 0n);
  if (!state.succeeded) return fail(context, 'reverted', state.height);
  if (sweep.leg === 'gas') {
    await store.planAgain(tx, sweep.id, 'sent', '');
    return SOON_MS;
  }
  const at = sweeping.deps.ctx.clock.now();
  await store.markCollected(tx, sweep, sweep.asOf ?? 0);
  await store.finish(tx, sweep.id, { state: 'done', reason: null, minedHeight: state.height, at });
  return BURIED_MS;
}

/** Signs a replacement with a higher fee; false if none can be signed, and the transfer stays as it is. */
async function replace(context: Context, last: Transaction): Promise<boolean> {
  try {
    await signAttempt(context, last);
    return true;
  } catch (failure) {
    if (!(failure instanceof SigningRefused) && !(failure instanceof CannotSweep)) throw failure;
    await store.setProblem(context.tx, context.sweep.id, `no replacement: ${failure.message}`);
    return false;
  }
}

/** Looks for the block of a transfer; sends it again if no node knows it, and replaces it if no block includes it. */
async function watch(context: Context): Promise<number | undefined> {
  const { sweeping, tx, sweep } = context;
  const { deps, policy, chain } = sweeping;
  const attempts = await attemptsOf(context);
  const mined = await minedOf(context, attempts);
  if (mined !== undefined) return settleMined(context, mined.attempt, mined.state);
  await store.setConfirmations(tx, sweep.id, 0);
  const replaced = await judgeReplaced(context);
  if (replaced !== 'not') return replaced === 'ended' ? undefined : LOOK_MS;
  const last = newest(attempts);
  const isStuck = deps.ctx.clock.now() - last.at > policy.stuckMs && attempts.length < ATTEMPTS_MAX;
  if (isStuck && (await replace(context, last))) return SOON_MS;
  await restoreGas(context);
  await chain.sender.broadcast(last.raw);
  return isStuck ? REFUSED_MS : LOOK_MS;
}

/** Watches an ended sweep: if a reorganisation removes it from its block, sends it again. */
async function watchUntilFinal(context: Context): Promise<number | undefined> {
  const { sweeping, tx, sweep } = context;
  if (sweep.minedHeight === null) return undefined;
  const { deps, chain, policy } = sweeping;
  const attempts = await attemptsOf(context);
  const mined = await minedOf(context, attempts);
  if (mined === undefined) {
    deps.ctx.log.warn({ sweep: sweep.id, network: sweep.network }, 'sweep removed by reorganisation');
    await restoreGas(context);
    await chain.sender.broadcast(newest(attempts).raw);
    return LOOK_MS;
  }
  const buried = mined.state.confirmations > policy.buried;
  await store.setMined(tx, sweep.id, buried ? null : mined.state.height);
  return buried ? undefined : BURIED_MS;
}

async function next(context: Context): Promise<number | undefined> {
  switch (context.sweep.state) {
    case 'planned':
      return prepare(context);
    case 'signing':
      return sign(context);
    case 'signed':
      return broadcast(context);
    case 'sent':
      return watch(context);
    case 'done':
    case 'failed':
      return watchUntilFinal(context);
  }
}

const problemOf = (failure: unknown): string | undefined => {
  if (failure instanceof SigningUnavailable) return 'signer not reached';
  if (failure instanceof SigningRefused) return `signer refused: ${failure.message}`;
  if (failure instanceof ChainUnavailable) return `node: ${failure.message}`;
  return failure instanceof CannotSweep ? failure.message : undefined;
};

/** One step of one sweep: locks the row, can be repeated, and commits alone. */
async function step(
  deps: ResolvedDeps,
  networks: ReadonlyMap<NetworkId, Sweeping>,
  tx: Tx,
  id: number,
): Promise<void> {
  const sweep = await store.lockSweep(tx, id);
  const sweeping = sweep && networks.get(sweep.network);
  if (sweep === undefined || sweeping === undefined) return;
  const isBefore = sweep.state === 'planned' || sweep.state === 'signing' || sweep.state === 'signed';
  try {
    const waits = isBefore && (await isStopped(sweeping, tx));
    const after = waits ? HALTED_MS : await tx.savepoint(() => next({ sweeping, tx, sweep }));
    if (after !== undefined) await planStep(deps, tx, id, after);
  } catch (failure) {
    const problem = problemOf(failure);
    if (problem === undefined) throw failure;
    await store.setProblem(tx, id, problem);
    await planStep(deps, tx, id, RETRY_MS);
  }
}

export const sweepWork = (deps: ResolvedDeps, networks: ReadonlyMap<NetworkId, Sweeping>): WorkHandlers => ({
  [SWEEP_STEP]: (tx, item) => step(deps, networks, tx, Number(item.subject)),
});
