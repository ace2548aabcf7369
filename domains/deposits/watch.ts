import type { CurrencyId } from '@karat/contract';
import { format } from '@karat/money';
import { ChainUnavailable, amountOf } from '@karat/platform/chains';
import type { Block, Chain, Transfer } from '@karat/platform/chains';
import type { Tx } from '@karat/platform/db';
import { createPolling } from '@karat/platform/work';
import type { Polling } from '@karat/platform/work';
import { creditMature } from './credit.ts';
import { neededOn } from './deps.ts';
import type { OpenNetwork, ResolvedDeps } from './deps.ts';
import { readMethods } from './methods.ts';
import { firstState } from './rules.ts';
import type { DepositMethod } from './rules.ts';
import * as store from './watch-store.ts';
import type { DepositRow, Progress } from './watch-store.ts';
import { createWatched } from './watched.ts';
import type { Watched } from './watched.ts';

/** Maximum blocks of one run. */
const BLOCKS_AT_ONCE = 50;
/** Maximum depth of a reorganisation that is followed. */
const BLOCKS_KEPT = 5_000;
const POLL_MS = 1_000;

/** Context of the reader of a network. */
interface Reading {
  readonly deps: ResolvedDeps;
  readonly on: OpenNetwork;
  readonly chain: Chain;
  readonly watched: Watched;
}

/** Currency and decimals of each accepted asset. */
type Accepted = ReadonlyMap<
  string,
  { readonly currency: CurrencyId; readonly decimals: number; readonly rule: DepositMethod }
>;

/** Reads what is accepted now; tokens that operators added since are known to the chain afterwards. */
async function readAccepted({ deps, on }: Reading): Promise<Accepted> {
  const { db } = deps.ctx;
  const methods = await readMethods(deps, db);
  return new Map(
    (await deps.ledger.currencies(db)).flatMap(({ id, code, decimals }) => {
      const rule = methods.find(on.id, code);
      return rule ? [[code, { currency: id, decimals, rule }] as const] : [];
    }),
  );
}

const comesFromUs = async ({ on, watched }: Reading, tx: Tx, transfer: Transfer): Promise<boolean> =>
  transfer.from === undefined ? store.spendsOwn(tx, on.id, transfer) : watched.has(transfer.from);

/** Returns the payment of a transfer; undefined if its asset is not accepted or it moves the exchange's own money. */
async function depositOf(
  reading: Reading,
  accepted: Accepted,
  tx: Tx,
  transfer: Transfer,
): Promise<store.NewDeposit | undefined> {
  const { on, chain, watched } = reading;
  const method = accepted.get(transfer.asset);
  const asset = chain.assets.find(({ code }) => code === transfer.asset);
  const holder = watched.holder(transfer.to);
  if (method === undefined || asset === undefined || holder === undefined) return undefined;
  // Change and sweeps return to the exchange; a payout to a user's address is a deposit of that user.
  if (holder === 'house' && (await comesFromUs(reading, tx, transfer))) return undefined;
  if (await store.isNamedOwn(tx, on.id, transfer.transaction)) return undefined;
  const amount = amountOf(transfer.units, asset.decimals, method.decimals);
  const { minimum } = method.rule;
  return {
    transfer,
    currency: method.currency,
    amount,
    minimum,
    confirmations: neededOn(method.rule, on),
    user: holder === 'house' ? null : holder.user,
    state: firstState({ amount, minimum }, holder === 'house' ? 'house' : 'user'),
  };
}

/** Notifies the user of a pending deposit, or of one below the minimum. */
async function notifyDetected(
  { deps, on }: Reading,
  tx: Tx,
  block: Block,
  row: DepositRow,
  state: string,
): Promise<void> {
  const { code } = await deps.ledger.currency(tx, row.currency);
  const values = { amount: format(row.amount), coin: code, network: on.name };
  await deps.messages.notify(
    tx,
    state === 'below_minimum'
      ? {
          user: row.userId,
          kind: 'deposits:below_minimum',
          values: { ...values, min: format(row.minimum) },
          key: `deposit:${row.id}:below:${block.hash}`,
        }
      : {
          user: row.userId,
          kind: 'deposits:seen',
          values: { ...values, confirmations: row.confirmations },
          key: `deposit:${row.id}:seen:${block.hash}`,
        },
  );
}

/** Applies the next block atomically: its payments and the height. False if another watcher was first. */
async function applyBlock(reading: Reading, from: Progress, block: Block): Promise<boolean> {
  const { deps, on, chain, watched } = reading;
  await watched.refresh(deps.ctx.db);
  const accepted = await readAccepted(reading);
  const transfers = await chain.reader.transfers(block, watched);
  const at = deps.ctx.clock.now();
  return deps.ctx.db.transact(async (tx) => {
    if (!(await store.claim(tx, on.id, from))) return false;
    for (const transfer of transfers) {
      const deposit = await depositOf(reading, accepted, tx, transfer);
      if (on.network.family === 'bitcoin') await store.saveOutput(tx, on.id, block.height, transfer);
      if (!deposit) continue;
      const row = await store.saveDeposit(tx, on.id, block, deposit, at);
      if (row && deposit.user !== null) await notifyDetected(reading, tx, block, row, deposit.state);
    }
    await store.moveTo(tx, on.id, block);
    await store.forgetBlocks(tx, on.id, block.height - BLOCKS_KEPT);
    return true;
  });
}

/** Reverts a lost block: undoes its deposits that are not credited and makes its predecessor the last block. */
async function undo({ deps, on }: Reading, lost: Progress): Promise<void> {
  const at = deps.ctx.clock.now();
  await deps.ctx.db.transact(async (tx) => {
    if (!(await store.claim(tx, on.id, lost))) return;
    const before = await store.blockAt(tx, on.id, lost.height - 1);
    if (!before)
      throw new ChainUnavailable(`the chain differs from what was read more than ${BLOCKS_KEPT} blocks ago`);
    for (const row of await store.orphan(tx, on.id, lost, at)) {
      const { code } = await deps.ledger.currency(tx, row.currency);
      await deps.messages.notify(tx, {
        user: row.userId,
        kind: 'deposits:orphaned',
        key: `deposit:${row.id}:orphaned:${lost.hash}`,
        values: { amount: format(row.amount), coin: code, network: on.name },
      });
    }
    await store.deleteHouseReceipts(tx, on.id, lost);
    await store.dropOutputs(tx, on.id, lost.height);
    await store.forgetBlock(tx, on.id, lost.height);
    await store.moveTo(tx, on.id, before);
  });
}

/** Returns the first block to read. */
async function insertStart({ deps, on, chain }: Reading, height: number): Promise<void> {
  const block = await chain.reader.block(Math.min(height, on.fromHeight ?? height));
  if (!block) throw new ChainUnavailable('no block to begin with');
  await deps.ctx.db.transact(async (tx) => {
    if ((await store.insertProgress(tx, on.id, block, deps.ctx.clock.now())) === 1)
      await store.moveTo(tx, on.id, block);
  });
}

/** One step along the chain: forward by a block, or back by one after a reorganisation. False at the end of the chain. */
async function step(reading: Reading, height: number): Promise<boolean> {
  const { deps, on, chain } = reading;
  const from = await store.readProgress(deps.ctx.db, on.id);
  if (!from) {
    await insertStart(reading, height);
    return true;
  }
  const next = await chain.reader.block(from.height + 1);
  if (next?.parent === from.hash) {
    await applyBlock(reading, from, next);
    return true;
  }
  // At the end of the chain the last block itself may have been replaced.
  if (next === undefined && (await chain.reader.block(from.height))?.hash === from.hash) return false;
  await undo(reading, from);
  return true;
}

/** Continues reading. Returns the counts of steps and credits. A node error ends the run only. */
async function readOn(reading: Reading): Promise<number> {
  const { deps, on, chain } = reading;
  const { ctx } = deps;
  let done = 0;
  try {
    const height = await chain.reader.height();
    while (done < BLOCKS_AT_ONCE && (await step(reading, height))) done += 1;
    await store.noteNode(ctx.db, on.id, { height }, ctx.clock.now());
  } catch (failure) {
    if (!(failure instanceof ChainUnavailable)) throw failure;
    ctx.log.warn({ network: on.id, reason: failure.message }, 'node request failed');
    await store.noteNode(ctx.db, on.id, { failure: failure.message }, ctx.clock.now());
    await creditMature(deps, on);
    return 0;
  }
  return done + (await creditMature(deps, on));
}

/** Follows a network's chain. Several watchers may run: each block is applied by one. */
export function createWatcher(deps: ResolvedDeps, on: OpenNetwork, chain: Chain): Polling {
  const reading: Reading = { deps, on, chain, watched: createWatched(on.id) };
  return createPolling(deps.ctx, {
    name: `watcher of ${on.id}`,
    runsUntrusted: true,
    pollMs: POLL_MS,
    runBatch: () => readOn(reading),
  });
}
