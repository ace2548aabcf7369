import { isDeepStrictEqual } from 'node:util';
import { bitcoinNetwork, evmNetwork, keyAt } from '@karat/platform/chains';
import type { Signed, SignRequest, SignerStatus } from '@karat/platform/signing';
import { checkApproved } from './approved.ts';
import type { ReadApproved } from './approved.ts';
import type { Entry, Journal } from './journal.ts';
import { objection } from './policy.ts';
import type { Policy } from './policy.ts';
import { Refused, signBitcoin, signEvm } from './transactions.ts';

interface Parts {
  readonly seed: Uint8Array;
  readonly policy: Policy;
  readonly journal: Journal;
  /** Raw public key of approvals. */
  readonly approvalKey: () => Uint8Array;
  readonly readApproved: ReadApproved;
  readonly now: () => number;
  readonly bitcoin: 'main' | 'test' | 'regtest';
}

export interface Signer {
  sign(request: SignRequest): Promise<Signed>;
  status(): SignerStatus;
}

const ATTEMPTS_MAX = 5;

/** A replacement must spend what the first attempt spends, so that only one of them can ever be mined. */
function sameSource(first: Entry, request: SignRequest): boolean {
  const [before, now] = [first.signed.terms, request.terms];
  if (before.family === 'evm')
    return now.family === 'evm' && now.nonce === before.nonce && now.chainId === before.chainId;
  return now.family === 'bitcoin' && isDeepStrictEqual(now.inputs, before.inputs);
}

/** Returns true if another payment already uses this nonce or one of these outputs. */
function usedByAnother(journal: Journal, { approval, terms }: SignRequest): boolean {
  const others = journal.entries.filter(({ payment }) => payment.id !== approval.payment.id);
  return others.some(({ signed }) => {
    if (terms.family === 'evm')
      return (
        signed.terms.family === 'evm' &&
        signed.terms.nonce === terms.nonce &&
        signed.terms.chainId === terms.chainId
      );
    const taken = signed.terms.family === 'bitcoin' ? signed.terms.inputs : [];
    return taken.some(({ txid, vout }) =>
      terms.inputs.some((input) => input.txid === txid && input.vout === vout),
    );
  });
}

function checkAttempt(journal: Journal, request: SignRequest): void {
  const before = journal.attempts(request.approval.payment.id);
  const [first] = before;
  if (request.attempt !== before.length + 1 || request.attempt > ATTEMPTS_MAX) throw new Refused('attempt');
  if (first !== undefined && !isDeepStrictEqual(first.payment, request.approval.payment))
    throw new Refused('payload_differs');
  if (first !== undefined && !sameSource(first, request)) throw new Refused('source_differs');
  if (usedByAnother(journal, request)) throw new Refused('source_used');
}

/**
 * Signs approved payments only. The same payment and attempt again returns the earlier transaction from the journal;
 * the same number with another payment is refused. A signature is on disk before it is returned.
 */
export function createSigner(parts: Parts): Signer {
  const { seed, policy, journal } = parts;
  let last: Promise<unknown> = Promise.resolve();

  async function sign(request: SignRequest): Promise<Signed> {
    const { payment } = request.approval;
    const given = journal.find(payment.id, request.attempt);
    if (given !== undefined) {
      if (!isDeepStrictEqual(given.payment, payment)) throw new Refused('payload_differs');
      return given.signed;
    }
    await checkApproved(request.approval, parts.approvalKey(), parts.readApproved);
    const at = parts.now();
    const why = objection(policy, journal.entries, request, at);
    if (why !== undefined) throw new Refused(why);
    checkAttempt(journal, request);
    const { terms } = request;
    const signed =
      terms.family === 'evm'
        ? await signEvm(seed, policy, payment, terms)
        : signBitcoin(seed, policy, payment, terms);
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
    status: () => ({
      networks: policy.networks,
      signed: journal.entries.length,
      payoutAddresses: {
        bitcoin: keyAt(seed, bitcoinNetwork(parts.bitcoin), 'house', 0, 1).address,
        ethereum: keyAt(seed, evmNetwork(1), 'house', 0).address,
      },
    }),
  };
}
