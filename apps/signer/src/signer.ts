import { isDeepStrictEqual } from 'node:util';
import { bitcoinNetwork, evmNetwork, keyAt, tronNetwork } from '@karat/platform/chains';
import type {
  PaymentFacts,
  Signed,
  SignedSweep,
  SignRequest,
  SignerStatus,
  SweepRequest,
  Terms,
} from '@karat/platform/signing';
import { checkApproved } from './approved.ts';
import type { ReadApproved } from './approved.ts';
import type { HashedLog, Journal } from './journal.ts';
import { objection } from './policy.ts';
import type { Policy } from './policy.ts';
import { createSweepSigner } from './sweeps.ts';
import type { SweepEntry } from './sweeps.ts';
import { signTron } from './tron.ts';
import { Refused, signBitcoin, signEvm } from './transactions.ts';

interface Parts {
  readonly seed: Uint8Array;
  readonly policy: Policy;
  readonly journal: Journal;
  readonly sweepJournal: HashedLog<SweepEntry>;
  /** Raw public key of approvals. */
  readonly approvalKey: () => Uint8Array;
  readonly readApproved: ReadApproved;
  readonly now: () => number;
  readonly bitcoin: 'main' | 'test' | 'regtest';
}

export interface Signer {
  sign(request: SignRequest): Promise<Signed>;
  signSweep(request: SweepRequest): Promise<SignedSweep>;
  status(): SignerStatus;
}

/** Attempts with the same nonce or inputs. */
const ATTEMPTS_MAX = 5;
/** Signatures of one payment. */
const SIGNATURES_MAX = 15;

/**
 * Returns true if two transactions spend the same, so that only one of them can ever be mined. On Tron nothing is the
 * same: a second signature of a payment could pay twice.
 */
function sameSource(first: Terms, second: Terms): boolean {
  switch (first.family) {
    case 'evm':
      return second.family === 'evm' && second.nonce === first.nonce && second.chainId === first.chainId;
    case 'bitcoin':
      return second.family === 'bitcoin' && isDeepStrictEqual(second.inputs, first.inputs);
    case 'tron':
      return false;
  }
}

/** Returns true if two transactions have a nonce or an output in common. */
function overlaps(first: Terms, second: Terms): boolean {
  switch (first.family) {
    case 'evm':
    case 'tron':
      return sameSource(first, second);
    case 'bitcoin':
      return (
        second.family === 'bitcoin' &&
        first.inputs.some(({ txid, vout }) =>
          second.inputs.some((input) => input.txid === txid && input.vout === vout),
        )
      );
  }
}

/** Returns true if another payment already uses this nonce or one of these outputs. */
const usedByAnother = (journal: Journal, { approval, terms }: SignRequest): boolean =>
  journal.entries.some(
    ({ payment, signed }) => payment.id !== approval.payment.id && overlaps(signed.terms, terms),
  );

/**
 * Attempts come in order and spend the same, so that only one can be mined. On Bitcoin other inputs follow if two
 * operators gave the last transaction up.
 */
function checkAttempt(journal: Journal, request: SignRequest, givenUp: ReadonlySet<string>): void {
  const { approval, attempt, terms } = request;
  const before = journal.attempts(approval.payment.id);
  const [first, last] = [before[0], before.at(-1)];
  const same = before.filter(({ signed }) => sameSource(signed.terms, terms));
  if (attempt !== before.length + 1 || same.length >= ATTEMPTS_MAX || attempt > SIGNATURES_MAX)
    throw new Refused('attempt');
  if (first !== undefined && !isDeepStrictEqual(first.payment, approval.payment))
    throw new Refused('payload_differs');
  if (last !== undefined && !sameSource(last.signed.terms, terms)) {
    if (terms.family !== 'bitcoin' || same.length > 0 || !givenUp.has(last.signed.txid))
      throw new Refused('source_differs');
  }
  if (usedByAnother(journal, request)) throw new Refused('source_used');
}

/**
 * Signs approved payments only. The same payment and attempt again returns the earlier transaction from the journal;
 * the same number with another payment is refused. A signature is on disk before it is returned.
 */
export function createSigner(parts: Parts): Signer {
  const { seed, policy, journal } = parts;
  let last: Promise<unknown> = Promise.resolve();

  async function signTerms(payment: PaymentFacts, terms: Terms): Promise<Signed> {
    switch (terms.family) {
      case 'evm':
        return signEvm(seed, policy, payment, terms);
      case 'bitcoin':
        return signBitcoin(seed, policy, payment, terms);
      case 'tron':
        return signTron(seed, policy, payment, terms, parts.now());
    }
  }

  async function sign(request: SignRequest): Promise<Signed> {
    const { payment } = request.approval;
    const given = journal.find(payment.id, request.attempt);
    if (given !== undefined) {
      if (!isDeepStrictEqual(given.payment, payment)) throw new Refused('payload_differs');
      return given.signed;
    }
    const at = parts.now();
    const times = { now: at, timedSince: policy.timedSince };
    const givenUp = await checkApproved(request.approval, parts.approvalKey(), parts.readApproved, times);
    const why = objection(policy, journal.entries, request, at);
    if (why !== undefined) throw new Refused(why);
    checkAttempt(journal, request, givenUp);
    const signed = await signTerms(payment, request.terms);
    // Two equal payments on Tron may have equal bytes: mined once, they would count as paid twice.
    if (journal.entries.some((each) => each.signed.txid === signed.txid)) throw new Refused('source_used');
    journal.append({ payment, attempt: request.attempt, signed, at });
    return signed;
  }

  return {
    // In sequence: one signature at a time reads and writes caps and journal.
    sign(request) {
      const turn = last.then(() => sign(request));
      last = turn.catch(() => undefined);
      return turn;
    },
    signSweep: createSweepSigner({ seed, policy, journal: parts.sweepJournal, now: parts.now }),
    status: () => ({
      networks: policy.networks,
      signed: journal.entries.length,
      payoutAddresses: {
        bitcoin: keyAt(seed, bitcoinNetwork(parts.bitcoin), 'house', 0, 1).address,
        ethereum: keyAt(seed, evmNetwork(1), 'house', 0).address,
        tron: keyAt(seed, tronNetwork, 'house', 0).address,
      },
      gasStations: { ethereum: keyAt(seed, evmNetwork(1), 'house', 0, 1).address },
      policy: {
        currencies: Object.keys(policy.caps),
        contracts: policy.contracts,
        tronContracts: policy.tronContracts,
        decimals: policy.decimals,
      },
    }),
  };
}
