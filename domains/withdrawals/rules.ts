import { createHash } from 'node:crypto';
import { WITHDRAWAL_TYPE } from '@karat/contract';
import type { RiskNote, WithdrawalState } from '@karat/contract';
import type { SingleOperatorSums } from '@karat/domains/operators';
import { amount, compare } from '@karat/money';
import type { Amount } from '@karat/money';
import { DAY_MS, HOUR_MS } from '@karat/rules';

/** Thresholds; configuration may replace each. */
export interface Policy {
  /** Window in which requests count for `velocity`. */
  readonly windowMs: number;
  /** Up to this value in USDT a request without risk notes needs no operator. */
  readonly automaticUsdt: Amount;
  /** From this value in USDT on an approval needs two operators. */
  readonly twoPeopleUsdt: Amount;
  /** Sums in USDT that one operator may approve in 24 hours below that value; above them a second one approves. */
  readonly aloneMax: SingleOperatorSums;
  /** From this value in USDT on nothing is signed before `delayMs` have passed: the owner can cancel until then. */
  readonly delayUsdt: Amount;
  /** 0: no delay. */
  readonly delayMs: number;
  /** Requests in the window before the next one is noted. */
  readonly velocity: number;
  /** Younger accounts and devices are noted. */
  readonly youngMs: number;
  /** How long a credential change is noted, after the hold. */
  readonly credentialsMs: number;
  /** Confirmations of a payout before it is done, own block included. */
  readonly confirmations: Readonly<Record<string, number>>;
  /** The same on private chains, whose blocks cost nothing. */
  readonly testConfirmations: Readonly<Record<string, number>>;
  /** Confirmations after which a payout is final. */
  readonly buried: number;
  /** An unmined payout is sent again with a higher fee after this time. */
  readonly stuckMs: number;
}

export const DEFAULT_POLICY: Policy = {
  windowMs: DAY_MS,
  automaticUsdt: amount('1000'),
  twoPeopleUsdt: amount('50000'),
  aloneMax: { operator: amount('150000'), user: amount('50000'), day: amount('500000') },
  delayUsdt: amount('50000'),
  delayMs: HOUR_MS,
  velocity: 3,
  youngMs: 3 * DAY_MS,
  credentialsMs: 3 * DAY_MS,
  confirmations: { bitcoin: 2, ethereum: 12, tron: 20 },
  testConfirmations: { bitcoin: 2, ethereum: 2 },
  buried: 100,
  stuckMs: 30 * 60 * 1000,
};

/** A fee is at most this share of the minimum: one half. */
const FEE_SHARE = 2n;
/** Whether a fee leaves at least half of the smallest withdrawal to its payee. */
export const isFeeBearable = (fee: Amount, minimum: Amount): boolean =>
  fee >= 0n && fee * FEE_SHARE <= minimum;
/** Highest worth of a minimum: more would keep what users own from leaving. */
export const MINIMUM_USDT_MAX = amount('1000');

/** Returns the confirmations of a network; an unnamed network needs many. */
export const confirmationsOf = (policy: Policy, network: string, isPrivate: boolean): number =>
  (isPrivate ? policy.testConfirmations : policy.confirmations)[network] ?? 20;

/** Banks pay in hundredths. */
const BANK_DECIMALS = 2;
/** Maximum decimals of a payout: to an address those of the currency, to a card at most those of a bank. */
export const decimalsOut = (type: 0 | 1 | 2, decimals: number): number =>
  type === WITHDRAWAL_TYPE.address ? decimals : Math.min(decimals, BANK_DECIMALS);

/** Returns the end of the delay of a withdrawal of this value, unix ms; undefined if it has none. */
export const releaseAt = (usdt: Amount, at: number, policy: Policy): number | undefined =>
  policy.delayMs > 0 && compare(usdt, policy.delayUsdt) >= 0 ? at + policy.delayMs : undefined;

/** Facts about a request for the risk rules. */
export interface RiskFacts {
  readonly usdt: Amount;
  /** Whether a payment of this account to this payee was completed before. */
  readonly paidBefore: boolean;
  /** When the device of the session was first seen, unix ms; undefined if never. */
  readonly deviceSince: number | undefined;
  readonly requestsInWindow: number;
  readonly accountSince: number;
  /** Other accounts with the same payee. */
  readonly sharedWith: number;
  /** End of the last hold after a credential change, unix ms; undefined if nothing was changed. */
  readonly heldUntil: number | undefined;
  /** Whether a sanction match of the user or of a named payee waits for a decision. */
  readonly isHeld: boolean;
  /** Whether a name could not be screened, because the configured list was never readable. */
  readonly isUnscreened: boolean;
  /** Whether a monitoring rule has it wait for a review. */
  readonly isMonitored: boolean;
  /** Whether a payment of the user is disputed and that is not settled. */
  readonly hasDispute: boolean;
  readonly now: number;
}

/** Returns risk notes in the order of the list. A request without notes below the limit is approved automatically. */
export function riskNotes(facts: RiskFacts, policy: Policy): RiskNote[] {
  const young = (since: number | undefined): boolean =>
    since === undefined || facts.now - since < policy.youngMs;
  const noted: Readonly<Record<RiskNote, boolean>> = {
    new_payee: !facts.paidBefore,
    new_device: young(facts.deviceSince),
    amount: compare(facts.usdt, policy.automaticUsdt) > 0,
    velocity: facts.requestsInWindow >= policy.velocity,
    account_age: young(facts.accountSince),
    shared_payee: facts.sharedWith > 0,
    credentials_changed: facts.heldUntil !== undefined && facts.now - facts.heldUntil < policy.credentialsMs,
    sanction_match: facts.isHeld,
    not_screened: facts.isUnscreened,
    monitoring_rule: facts.isMonitored,
    payment_dispute: facts.hasDispute,
  };
  return (Object.keys(noted) as RiskNote[]).filter((note) => noted[note]);
}

/** Returns the number of operators for an approval: none, one, or two from the second threshold on. */
export function approvalsNeeded(usdt: Amount, notes: readonly RiskNote[], policy: Policy): 0 | 1 | 2 {
  if (compare(usdt, policy.twoPeopleUsdt) >= 0) return 2;
  return notes.length > 0 || compare(usdt, policy.automaticUsdt) > 0 ? 1 : 0;
}

/** Amount and payee, as hashed for approvers and the signer. */
export interface Payment {
  readonly id: number;
  readonly type: number;
  readonly currency: number;
  readonly network: string;
  readonly payee: string;
  readonly number: string;
  readonly fee: string;
}

/** SHA-256 over the fields in this order as JSON. */
export const digestOf = (payment: Payment): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        payment.id,
        payment.type,
        payment.currency,
        payment.network,
        payment.payee,
        payment.number,
        payment.fee,
      ]),
    )
    .digest('hex');

/** Wire status: 1 reviewing, 2 done, 3 rejected, 4 broadcast. */
export function statusOf(state: WithdrawalState): 1 | 2 | 3 | 4 {
  switch (state) {
    case 'requested':
    case 'approved':
    case 'signing':
    case 'signed':
      return 1;
    case 'broadcast':
    case 'exported':
      return 4;
    case 'confirmed':
      return 2;
    case 'rejected':
    case 'failed':
    case 'cancelled':
      return 3;
  }
}

export const STATES_OF_STATUS: Readonly<Record<1 | 2 | 3 | 4, readonly WithdrawalState[]>> = {
  1: ['requested', 'approved', 'signing', 'signed'],
  2: ['confirmed'],
  3: ['rejected', 'failed', 'cancelled'],
  4: ['broadcast', 'exported'],
};

const NEXT: Readonly<Record<WithdrawalState, readonly WithdrawalState[]>> = {
  requested: ['approved', 'rejected', 'cancelled'],
  approved: ['signing', 'exported', 'rejected', 'cancelled'],
  signing: ['signed', 'approved'],
  // Approved again: two operators gave a transaction up that can never confirm.
  signed: ['broadcast', 'failed', 'approved'],
  broadcast: ['confirmed', 'failed', 'approved'],
  exported: ['confirmed', 'rejected'],
  confirmed: [],
  rejected: [],
  failed: [],
  cancelled: [],
};
/** Returns true if a withdrawal may change from one state to another. */
export const canTransition = (from: WithdrawalState, to: WithdrawalState): boolean => NEXT[from].includes(to);

/** Returns the nearest-rank percentile of sorted values; null if there are none. */
export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

const PERCENT_DECIMALS = 100n;
/** Returns a share in percent with two decimals, rounded half up. */
export function percentOf(part: number, whole: number): string {
  if (whole === 0) return '0';
  const hundredths = (BigInt(part) * 10_000n * 2n + BigInt(whole)) / (2n * BigInt(whole));
  const rest = hundredths % PERCENT_DECIMALS;
  const text = `${hundredths / PERCENT_DECIMALS}.${String(rest).padStart(2, '0')}`;
  return text.replace(/\.00$|(\.[0-9])0$/, '$1');
}
