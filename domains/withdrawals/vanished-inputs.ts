import { ChainUnavailable } from '@karat/platform/chains';
import type { BitcoinChain, Outpoint } from '@karat/platform/chains';
import type { Tx } from '@karat/platform/db';
import type { ResolvedDeps } from './deps.ts';
import * as payouts from './payout-store.ts';
import { confirmationsOf } from './rules.ts';
import type { Withdrawal } from './store.ts';
import { isPrivate } from './terms.ts';

/** An input whose own transaction has left the chain and is in no mempool. */
export interface VanishedInput {
  readonly txid: string;
  readonly vout: number;
  /** Whether a block holds another transaction that spends what its own transaction spent: it can never return. */
  readonly isDead: boolean;
}

const nameOf = ({ transaction, output }: Outpoint): string => `${transaction}:${output}`;

/** Returns the outputs that are not unspent on the best chain. */
async function missing({ sender }: BitcoinChain, outputs: readonly Outpoint[]): Promise<readonly Outpoint[]> {
  const there = new Set((await sender.unspent(outputs)).map(nameOf));
  return outputs.filter((output) => !there.has(nameOf(output)));
}

/** Returns true if a mined output is spent, which only another transaction than the vanished one can have done. */
async function isSpentElsewhere(chain: BitcoinChain, parents: readonly Outpoint[]): Promise<boolean> {
  for (const parent of await missing(chain, parents))
    if ((await chain.sender.transaction(parent.transaction)).state === 'mined') return true;
  return false;
}

/** Returns the inputs of a payout that have vanished. */
export async function vanishedInputs(tx: Tx, chain: BitcoinChain, id: number): Promise<VanishedInput[]> {
  const inputs = await payouts.inputsWithParents(tx, id);
  const outputs = inputs.map(({ txid, vout }) => ({ transaction: txid, output: vout }));
  const gone = new Set((await missing(chain, outputs)).map(nameOf));
  const found: VanishedInput[] = [];
  for (const { txid, vout, parents } of inputs) {
    if (!gone.has(`${txid}:${vout}`)) continue;
    const isUnknown = async () => (await chain.sender.transaction(txid)).state === 'unknown';
    if (!(await isUnknown())) continue;
    const isDead = parents !== null && (await isSpentElsewhere(chain, parents));
    // A block may have brought it back during the check.
    if (await isUnknown()) found.push({ txid, vout, isDead });
  }
  return found;
}

/** Stores since when inputs are missing and cannot return. Returns true if the payout cannot be mined now. */
export async function noteVanished(tx: Tx, chain: BitcoinChain, row: Withdrawal): Promise<boolean> {
  const found = await vanishedInputs(tx, chain, row.id);
  const height = await chain.reader.height();
  const isDead = found.some((input) => input.isDead);
  await payouts.setVanished(tx, row.id, {
    vanished: found.length === 0 ? null : (row.vanishedHeight ?? height),
    dead: isDead ? (row.deadHeight ?? height) : null,
  });
  if (found.length === 0) return false;
  await payouts.setProblem(tx, row.id, isDead ? 'input can never return' : 'input vanished: it may return');
  return true;
}

/** Several times what a payout needs: a mistake would pay twice. */
const PROOF_FACTOR = 3;

/** Returns the blocks for which the proof that a payout cannot confirm must hold. */
export const proofDepth = ({ policy }: Pick<ResolvedDeps, 'policy'>, chain: BitcoinChain): number =>
  confirmationsOf(policy, chain.network.id, isPrivate(chain)) * PROOF_FACTOR;

/**
 * Returns the vanished inputs of a payout that can never confirm: one of them cannot return, which has been so for
 * enough blocks, and no block holds an attempt. Undefined if it may still confirm, or no node answers.
 */
export async function neverConfirms(
  deps: Pick<ResolvedDeps, 'policy'>,
  tx: Tx,
  chain: BitcoinChain,
  row: Withdrawal,
): Promise<readonly VanishedInput[] | undefined> {
  if (row.deadHeight === null || (row.state !== 'signed' && row.state !== 'broadcast')) return undefined;
  try {
    if ((await chain.reader.height()) < row.deadHeight + proofDepth(deps, chain)) return undefined;
    const found = await vanishedInputs(tx, chain, row.id);
    for (const { txid } of await payouts.readAttempts(tx, row.id))
      if ((await chain.sender.transaction(txid)).state !== 'unknown') return undefined;
    return found.some(({ isDead }) => isDead) ? found : undefined;
  } catch (failure) {
    if (failure instanceof ChainUnavailable) return undefined;
    throw failure;
  }
}
