import { isDeepStrictEqual } from 'node:util';
import { ADDRESS_INDEX_MAX, evmNetwork, keyAt } from '@karat/platform/chains';
import type { EvmTerms, SignedSweep, SweepFacts, SweepRequest } from '@karat/platform/signing';
import type { HashedLog } from './journal.ts';
import { WINDOW_MS } from './policy.ts';
import type { Policy } from './policy.ts';
import { ETH, ETH_DECIMALS, Refused, contractOf, signTransfer } from './transactions.ts';

/** A permanent record of a signature for a sweep. */
export interface SweepEntry {
  readonly sweep: SweepFacts;
  readonly attempt: number;
  readonly signed: SignedSweep;
  /** Unix ms. */
  readonly at: number;
}

interface Parts {
  readonly seed: Uint8Array;
  readonly policy: Policy;
  readonly journal: HashedLog<SweepEntry>;
  /** Unix ms. */
  readonly now: () => number;
}

const ATTEMPTS_MAX = 5;
/** Transfers from the gas station for one sweep. */
const GAS_ROUNDS_MAX = 3;

/** Returns both ends of a leg. The request has no say in them but for the number of the deposit address. */
function endsOf(seed: Uint8Array, { leg, index }: SweepFacts, chainId: number) {
  const network = evmNetwork(chainId);
  const deposit = keyAt(seed, network, 'deposits', index);
  return leg === 'gas'
    ? { from: keyAt(seed, network, 'house', 0, 1), to: deposit.address }
    : { from: deposit, to: keyAt(seed, network, 'house', 0).address };
}

const feeOf = ({ gas, maxFeePerGas }: EvmTerms): bigint => BigInt(gas) * BigInt(maxFeePerGas);

/** Returns the contract of the sent asset; undefined for the native coin. Refuses what the policy does not allow. */
function checkPolicy(policy: Policy, { sweep, units, terms }: SweepRequest): string | undefined {
  const { sweeps } = policy;
  if (sweep.network !== 'ethereum' || !policy.networks.includes('ethereum')) throw new Refused('network');
  if (!sweeps.chainIds.includes(terms.chainId)) throw new Refused('chain');
  if (sweep.index > ADDRESS_INDEX_MAX) throw new Refused('index');
  if (BigInt(units) === 0n) throw new Refused('amount');
  if (feeOf(terms) > sweeps.fee || BigInt(terms.maxPriorityFeePerGas) > BigInt(terms.maxFeePerGas))
    throw new Refused('network_fee');
  if (sweep.leg === 'collect') return contractOf(policy, sweep.currency, terms);
  // The native coin pays for its own transfer: only tokens need gas from elsewhere.
  if (sweep.currency === ETH) throw new Refused('currency');
  if (terms.contract !== undefined) throw new Refused('contract');
  if (terms.decimals !== ETH_DECIMALS) throw new Refused('decimals');
  if (BigInt(units) > sweeps.gas) throw new Refused('gas_amount');
  return undefined;
}

/** Refuses what exceeds the limits of 24 hours. */
function checkDay({ policy: { sweeps }, journal }: Parts, request: SweepRequest, now: number): void {
  const day = journal.entries.filter(({ at }) => now - at < WINDOW_MS);
  if (request.attempt === 1 && day.filter(({ attempt }) => attempt === 1).length >= sweeps.perDay)
    throw new Refused('velocity');
  const fees = day.reduce((sum, { signed }) => sum + feeOf(signed.terms), feeOf(request.terms));
  if (fees > sweeps.feesPerDay) throw new Refused('fees_day');
}

/** Accounts of a seed that sign: the gas station, or one deposit address. */
const sourceOf = ({ leg, index }: SweepFacts): string => (leg === 'gas' ? 'gas' : String(index));

/** Refuses a nonce that another transfer has, a second collection of a sweep, and attempts out of order. */
function checkOnce(journal: HashedLog<SweepEntry>, { sweep, attempt, terms }: SweepRequest): void {
  const { id, leg } = sweep;
  const ofLeg = journal.entries.filter((each) => each.sweep.id === id && each.sweep.leg === leg);
  const used = journal.entries.filter(
    (each) =>
      sourceOf(each.sweep) === sourceOf(sweep) &&
      each.signed.terms.nonce === terms.nonce &&
      each.signed.terms.chainId === terms.chainId,
  );
  if (used.some((each) => each.sweep.id !== id)) throw new Refused('source_used');
  if (attempt !== used.length + 1 || attempt > ATTEMPTS_MAX) throw new Refused('attempt');
  const nonces = new Set(ofLeg.map(({ signed }) => signed.terms.nonce));
  if (!nonces.has(terms.nonce) && nonces.size >= (leg === 'gas' ? GAS_ROUNDS_MAX : 1))
    throw new Refused('source_differs');
}

/** Address, network and currency of a sweep are the same in all its legs. */
const sameSweep = (first: SweepFacts, second: SweepFacts): boolean =>
  isDeepStrictEqual({ ...first, leg: '' }, { ...second, leg: '' });

/**
 * Signs transfers between addresses of the exchange only: from the gas station to a deposit address, and from there to
 * the payout address. The same sweep, leg, nonce and attempt again return the earlier transaction. A signature is on
 * disk before it is returned.
 */
export function createSweepSigner(parts: Parts): (request: SweepRequest) => Promise<SignedSweep> {
  const { seed, policy, journal } = parts;
  let last: Promise<unknown> = Promise.resolve();

  async function sign(request: SweepRequest): Promise<SignedSweep> {
    const { sweep, attempt, units, terms } = request;
    const own = journal.entries.filter((each) => each.sweep.id === sweep.id);
    if (own.some((each) => !sameSweep(each.sweep, sweep))) throw new Refused('payload_differs');
    const given = own.find(
      (each) =>
        each.sweep.leg === sweep.leg &&
        each.attempt === attempt &&
        each.signed.terms.nonce === terms.nonce &&
        each.signed.terms.chainId === terms.chainId,
    );
    if (given !== undefined) return given.signed;
    const contract = checkPolicy(policy, request);
    const at = parts.now();
    checkDay(parts, request, at);
    checkOnce(journal, request);
    const { from, to } = endsOf(seed, sweep, terms.chainId);
    const transfer = {
      privateKey: from.privateKey,
      to: to as `0x${string}`,
      units: BigInt(units),
      contract,
    };
    const signed: SignedSweep = { ...(await signTransfer(transfer, terms)), terms, units };
    journal.append({ sweep, attempt, signed, at });
    return signed;
  }

  return (request) => {
    // In sequence: one signature at a time reads and writes limits and journal.
    const turn = last.then(() => sign(request));
    last = turn.catch(() => undefined);
    return turn;
  };
}
