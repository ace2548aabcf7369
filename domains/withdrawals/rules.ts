import { createHash } from 'node:crypto';
import type { RiskNote, WithdrawalState } from '@karat/contract';
import { amount, compare } from '@karat/money';
import type { Amount } from '@karat/money';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Thresholds of the house; each installation may have its own. */
export interface Policy {
  /** The window in which requests are counted for `velocity`. */
  readonly windowMs: number;
  /** Up to here, in USDT, a request without risk notes needs nobody. */
  readonly automaticUsdt: Amount;
  /** From here on, in USDT, an approval takes two people. */
  readonly twoPeopleUsdt: Amount;
  /** From here on, in USDT, nothing is signed before `delayMs` have passed: its owner may take it back until then. */
  readonly delayUsdt: Amount;
  /** 0: no delay. */
  readonly delayMs: number;
  /** Requests in the window before the next is noted. */
  readonly velocity: number;
  /** Accounts and devices younger than this are noted. */
  readonly youngMs: number;
  /** How long a change of credentials is noted, beyond the time in which nothing leaves. */
  readonly credentialsMs: number;
  /** Blocks on top of a payout before it counts as arrived, its own included. */
  readonly confirmations: Readonly<Record<string, number>>;
  /** The same on private chains, whose blocks cost nothing. */
  readonly testConfirmations: Readonly<Record<string, number>>;
  /** Blocks on top of a payout after which no reorganisation is waited for any more. */
  readonly buried: number;
  /** A payout in no block after this time is sent again with a higher fee. */
  readonly stuckMs: number;
}

export const DEFAULT_POLICY: Policy = {
  windowMs: DAY_MS,
  automaticUsdt: amount('1000'),
  twoPeopleUsdt: amount('50000'),
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

/** Confirmations that a network takes; a network that is not named takes many. */
export const confirmationsOf = (policy: Policy, network: string, isPrivate: boolean): number =>
  (isPrivate ? policy.testConfirmations : policy.confirmations)[network] ?? 20;

const RAISE = 125n;
const RAISE_OF = 100n;
/** A fee for a replacement: what the network asks now, and a quarter more than was given before, whatever it asks. */
export const raised = (asked: bigint, before: bigint): bigint => {
  const more = (before * RAISE) / RAISE_OF + 1n;
  return asked > more ? asked : more;
};

/** Hundredths are the least that banks carry. */
const BANK_DECIMALS = 2;
/** Decimals that an amount may have on its way out: to an address those of the currency, to a card those of a bank too. */
export const decimalsOut = (type: 0 | 1 | 2, decimals: number): number =>
  type === 0 ? decimals : Math.min(decimals, BANK_DECIMALS);

/** Until when a withdrawal of this worth waits for its owner to take it back, unix ms; undefined where it need not. */
export const releaseAt = (usdt: Amount, at: number, policy: Policy): number | undefined =>
  policy.delayMs > 0 && compare(usdt, policy.delayUsdt) >= 0 ? at + policy.delayMs : undefined;

/** What is known of a request when it is judged. */
export interface RiskFacts {
  readonly usdt: Amount;
  /** Whether this account was paid out to this payee before, and it arrived. */
  readonly paidBefore: boolean;
  /** When the device of the session was first seen, unix ms; undefined when never. */
  readonly deviceSince: number | undefined;
  readonly requestsInWindow: number;
  readonly accountSince: number;
  /** Other accounts with the same payee. */
  readonly sharedWith: number;
  /** When the last hold after a change of credentials ended, unix ms; undefined where nothing was changed. */
  readonly heldUntil: number | undefined;
  readonly now: number;
}

/** What a reviewer should look at, in the order of the list; nothing noted and below the limit passes by itself. */
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
  };
  return (Object.keys(noted) as RiskNote[]).filter((note) => noted[note]);
}

/** How many people an approval takes: none, one, or two from the second threshold on. */
export function approvalsNeeded(usdt: Amount, notes: readonly RiskNote[], policy: Policy): 0 | 1 | 2 {
  if (compare(usdt, policy.twoPeopleUsdt) >= 0) return 2;
  return notes.length > 0 || compare(usdt, policy.automaticUsdt) > 0 ? 1 : 0;
}

/** What is paid to whom, as it is hashed for approvers and the signer. */
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

/** The wire's number: 1 reviewing, 2 done, 3 rejected, 4 broadcast. */
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
  signed: ['broadcast', 'failed'],
  broadcast: ['confirmed', 'failed'],
  exported: ['confirmed', 'rejected'],
  confirmed: [],
  rejected: [],
  failed: [],
  cancelled: [],
};
/** Whether a withdrawal may go from one state to another. */
export const mayBecome = (from: WithdrawalState, to: WithdrawalState): boolean => NEXT[from].includes(to);

/** The value below which `share` of the sorted values lie (nearest rank); null of none. */
export function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

const PERCENT_DECIMALS = 100n;
/** A part of a whole in percent with two decimals, rounded half up. */
export function percentOf(part: number, whole: number): string {
  if (whole === 0) return '0';
  const hundredths = (BigInt(part) * 10_000n * 2n + BigInt(whole)) / (2n * BigInt(whole));
  const rest = hundredths % PERCENT_DECIMALS;
  const text = `${hundredths / PERCENT_DECIMALS}.${String(rest).padStart(2, '0')}`;
  return text.replace(/\.00$|(\.[0-9])0$/, '$1');
}
