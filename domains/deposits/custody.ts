import { isDeepStrictEqual } from 'node:util';
import { refuse } from '@karat/contract';
import type { CurrencyId, NetworkId } from '@karat/contract';
import type { Stoppable } from '@karat/domains/operators';
import { ZERO, format, minus, negate } from '@karat/money';
import type { Amount } from '@karat/money';
import { ChainUnavailable, amountOf, unitsOf } from '@karat/platform/chains';
import type { Chain, ChainAsset } from '@karat/platform/chains';
import type { Queries, Tx } from '@karat/platform/db';
import { createPolling } from '@karat/platform/work';
import type { Polling } from '@karat/platform/work';
import { custodyAccount } from './custody-account.ts';
import * as store from './custody-store.ts';
import type { Comparison, Halt, OwnOutput, WatcherRow } from './custody-store.ts';
import type { OpenNetwork, ResolvedDeps, InFlightPayout } from './deps.ts';
import { readMethods } from './methods.ts';
import { agrees, differenceOf } from './rules.ts';
import { sweepsInFlight } from './sweep/in-flight.ts';
import { noteOwn, readProgress } from './watch-store.ts';
import type { Progress } from './watch-store.ts';

const CHECK_MS = 30_000;
/** Depth in blocks at which a spent output cannot return. */
const DEEP = 1_000;

/** Custody for other domains. */
export interface Custody {
  /** Returns the halt of a network, if payouts on it are halted. Called inside the transaction of a payout. */
  halted(queries: Queries, network: NetworkId): Promise<Halt | undefined>;
  haltedNetworks(queries: Queries): Promise<readonly NetworkId[]>;
  /** Returns true if an address of a network belongs to a user or to the exchange. */
  isOwnAddress(queries: Queries, network: string, address: string): Promise<boolean>;
  /** Returns unspent Bitcoin outputs that are deep enough to be credited, largest first, with their key paths. */
  outputs(queries: Queries): Promise<readonly OwnOutput[]>;
  /** Returns the last comparison of books and chain, by network and currency. */
  comparisons(queries: Queries): Promise<readonly Comparison[]>;
  /** Returns how far each chain has been read, and the last state of its node. */
  watchers(queries: Queries): Promise<readonly WatcherRow[]>;
  /**
   * Records a transaction by which the exchange sends its own money to a user's address (gas for a sweep); it credits
   * nobody.
   */
  ownTransaction(tx: Tx, network: NetworkId, transaction: string): Promise<void>;
}

export const custodyOf = (): Custody => ({
  halted: store.haltOf,
  haltedNetworks: async (queries) => (await store.halts(queries)).map(({ network }) => network),
  isOwnAddress: store.isOwnAddress,
  outputs: store.ownOutputs,
  comparisons: store.compared,
  watchers: store.watchers,
  ownTransaction: async (tx, network, transaction) => void (await noteOwn(tx, network, transaction)),
});

/**
 * Returns what lies at our addresses on the chain, at the height up to which it was read; undefined if the chain has
 * advanced meanwhile.
 */
async function onChain(
  deps: ResolvedDeps,
  on: OpenNetwork,
  chain: Chain,
  asset: ChainAsset,
  at: Progress,
): Promise<bigint | undefined> {
  const { db } = deps.ctx;
  if ('unspent' in chain.sender) {
    const unspent = await chain.sender.unspent(await store.openOutputs(db, on.id));
    if (unspent.some(({ bestBlock }) => bestBlock !== at.hash)) return undefined;
    if ((await chain.reader.height()) !== at.height) return undefined;
    await store.noteSpent(db, on.id, unspent, at.height - DEEP);
    return unspent.reduce((sum, { units }) => sum + units, 0n);
  }
  if (!('balance' in chain.reader)) return undefined;
  const currency = (await deps.ledger.currencies(db)).find(({ code }) => code === asset.code);
  if (!currency) return undefined;
  const holders = await store.holders(db, on.id, currency.id, asset.standard);
  const held = await chain.reader.balance(holders, asset, at.height);
  return held.height === at.height ? held.units : undefined;
}

const sentBy = async (
  deps: ResolvedDeps,
  queries: Queries,
  on: OpenNetwork,
): Promise<readonly InFlightPayout[]> => [
  ...((await deps.outgoing?.(queries, on.id)) ?? []),
  ...(await sweepsInFlight(queries, on.id)),
];

/** Converts units to an amount; negative units give a negative amount. */
const signedAmountOf = (units: bigint, decimals: number): Amount =>
  units < 0n ? negate(amountOf(-units, decimals)) : amountOf(units, decimals);

/**
 * Returns the block up to a height that holds one of the attempts, and the network fee of that one; undefined if there
 * is none.
 */
async function minedBy(chain: Chain, { attempts }: InFlightPayout, at: Progress) {
  for (const { transaction, fee } of attempts) {
    const state = await chain.sender.transaction(transaction);
    if (state.state === 'mined' && state.height <= at.height)
      return { succeeded: state.succeeded, fee: state.fee ?? fee };
  }
  return undefined;
}

/**
 * Returns the payouts that are booked but not yet on the chain up to a height; negative if the chain is ahead. In the
 * asset's smallest units; undefined if a fee is unknown.
 */
async function notYetOnChain(
  chain: Chain,
  asset: ChainAsset,
  currency: CurrencyId,
  sent: readonly InFlightPayout[],
  at: Progress,
): Promise<bigint | undefined> {
  let units = 0n;
  for (const payout of sent) {
    const { booked } = payout;
    const mined = await minedBy(chain, payout, at);
    if (payout.currency === currency) {
      if (booked !== undefined) units += unitsOf(booked.amount, asset.decimals);
      if (mined?.succeeded === true) units -= unitsOf(payout.amount, asset.decimals);
    }
    if (asset.standard !== 'native') continue;
    units += booked?.fee ?? 0n;
    if (mined === undefined) continue;
    if (mined.fee === undefined) return undefined;
    units -= mined.fee;
  }
  return units;
}

/** Compares one asset; undefined if chain and reader are not at one height. */
async function compareAsset(
  deps: ResolvedDeps,
  on: OpenNetwork,
  chain: Chain,
  asset: ChainAsset,
): Promise<Comparison | undefined> {
  const { ctx, ledger } = deps;
  const method = (await readMethods(deps, ctx.db)).find(on.id, asset.code);
  const currency = (await ledger.currencies(ctx.db)).find(({ code }) => code === asset.code);
  const at = await readProgress(ctx.db, on.id);
  if (!method || !currency || !at) return undefined;
  const sent = await sentBy(deps, ctx.db, on);
  const units = await onChain(deps, on, chain, asset, at);
  const ahead = units === undefined ? undefined : await notYetOnChain(chain, asset, currency.id, sent, at);
  if (units === undefined || ahead === undefined) return undefined;
  const now = ctx.clock.now();
  return ctx.db.transact(async (tx) => {
    const still = await store.holdProgress(tx, on.id);
    if (still?.height !== at.height || still.hash !== at.hash) return undefined;
    // A payout that was signed or settled since would look like a difference; the next comparison includes it.
    if (!isDeepStrictEqual(await sentBy(deps, tx, on), sent)) return undefined;
    const booked = negate((await ledger.balance(tx, custodyAccount(on.id), currency.id)).available);
    const received = await store.unbooked(tx, on.id, currency.id);
    const holding = {
      booked,
      unbooked: minus(amountOf(received.units, asset.decimals), received.amount),
      outgoing: signedAmountOf(ahead, asset.decimals),
      chain: amountOf(units, asset.decimals),
    };
    const row = {
      ...holding,
      network: on.id,
      currency: currency.id,
      height: at.height,
      matches: agrees(holding, method),
    };
    await store.saveComparison(tx, row, now);
    return { ...row, checkedMs: now };
  });
}

/** Halts payouts on a network because of a difference, and records its amount. */
async function haltFor(
  deps: ResolvedDeps,
  on: OpenNetwork,
  asset: ChainAsset,
  found: Comparison,
): Promise<void> {
  const { ctx } = deps;
  const difference = differenceOf(found);
  const word = difference < ZERO ? 'missing on the chain' : 'on the chain beyond the books';
  const size = format(difference < ZERO ? negate(difference) : difference);
  const reason = `${size} ${asset.code} ${word} at height ${found.height}`;
  await ctx.db.transact(async (tx) => void (await store.halt(tx, on.id, reason, ctx.clock.now())));
  ctx.log.error(
    { network: on.id, asset: asset.code },
    'custody difference found, payouts on the network halted',
  );
}

/**
 * Compares books and chain on a network by asset. Compares a difference twice, since a payout between two reads looks
 * like one; if it stays, halts the network. Returns true if all agree; null if nothing could be compared.
 */
export async function compareNetwork(
  deps: ResolvedDeps,
  on: OpenNetwork,
  chain: Chain,
): Promise<boolean | null> {
  let all: boolean | null = null;
  for (const asset of chain.assets) {
    const first = await compareAsset(deps, on, chain, asset);
    const found = first?.matches === false ? await compareAsset(deps, on, chain, asset) : first;
    if (!found) continue;
    if (!found.matches) await haltFor(deps, on, asset, found);
    all = (all ?? true) && found.matches;
  }
  return all;
}

export const createComparing = (deps: ResolvedDeps, on: OpenNetwork, chain: Chain): Polling =>
  createPolling(deps.ctx, {
    name: `custody of ${on.id}`,
    runsUntrusted: true,
    pollMs: CHECK_MS,
    async runBatch() {
      try {
        await compareNetwork(deps, on, chain);
      } catch (failure) {
        if (!(failure instanceof ChainUnavailable)) throw failure;
        deps.ctx.log.warn({ network: on.id, reason: failure.message }, 'custody comparison failed');
      }
      return 0;
    },
  });

/** Payouts on a network, halted after a difference or by an operator. */
export const custodyStoppable = (deps: ResolvedDeps): Stoppable => {
  const networkOf = (subject: string): NetworkId | undefined =>
    [...deps.open.keys()].find((id) => id === subject);
  return {
    async find(db, subject) {
      const network = networkOf(subject);
      if (network === undefined) return undefined;
      const halt = await store.haltOf(db, network);
      return {
        name: `custody of ${network}`,
        state: halt ? 'halted' : 'running',
        runs: !halt,
        ...(halt ? { reason: halt.reason, sinceMs: halt.sinceMs } : {}),
      };
    },
    async stop(tx, subject, { reason, at }) {
      const network = networkOf(subject);
      if (network !== undefined) await store.halt(tx, network, reason, at);
    },
    /** If books and chain still differ, the next comparison halts again. */
    async resume(tx, subject) {
      const network = networkOf(subject);
      const halt = network && (await store.haltOf(tx, network));
      if (!network || !halt || (await store.lift(tx, network, halt.sinceMs)) === 0) refuse('approval_stale');
    },
  };
};
