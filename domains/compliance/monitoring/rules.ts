/** Rules of transaction monitoring. Pure: facts and a moment in, what met the rule out. */
import type { UserId } from '@karat/contract';
import { amount, compare, format, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { HOUR_MS } from '@karat/rules';
import { nameKey, scoreOf, tokensOf } from '../names.ts';
import type { Account, Fact, Payment } from './facts.ts';

/** Facts that met a rule, oldest first, and why in words. */
export interface Met<F extends Fact = Fact> {
  readonly facts: readonly F[];
  readonly explanation: string;
}

const ZERO = amount('0');
const HUNDRED = 100n;

const within = <F extends Fact>(facts: readonly F[], at: number, hours: number): F[] =>
  facts.filter((fact) => fact.at <= at && fact.at > at - hours * HOUR_MS);
const sumOf = (facts: readonly Fact[]): Amount =>
  facts.reduce((sum, { usdt }) => plus(sum, usdt ?? ZERO), ZERO);
const usersOf = (facts: readonly Fact[]): UserId[] => [...new Set(facts.map(({ user }) => user))];
const hoursText = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`);

/** Returns true if a part is at least this percentage of the whole. */
const reaches = (part: Amount, whole: Amount, percent: number): boolean =>
  part * HUNDRED >= whole * BigInt(percent);

export interface StructuringParameters {
  readonly threshold: Amount;
  /** An outflow counts from this percentage of the threshold on, and below it. */
  readonly nearPercent: number;
  readonly count: number;
  readonly hours: number;
}

/** Outflows that stay just below a threshold each and reach it together. */
export function structuring(
  outflows: readonly Fact[],
  at: number,
  { threshold, nearPercent, count, hours }: StructuringParameters,
): Met | undefined {
  const near = within(outflows, at, hours).filter(
    ({ usdt }) => usdt !== null && compare(usdt, threshold) < 0 && reaches(usdt, threshold, nearPercent),
  );
  const sum = sumOf(near);
  if (near.length < count || compare(sum, threshold) < 0) return undefined;
  return {
    facts: near,
    explanation: `${near.length} outflows within ${hoursText(hours)}, each below ${format(threshold)} USDT and at least ${nearPercent} % of it, together ${format(sum)} USDT`,
  };
}

export interface PassThroughParameters {
  readonly amount: Amount;
  readonly outPercent: number;
  readonly hours: number;
}

/** Money that came in and leaves again at once. Only what left after the first inflow counts. */
export function passThrough(
  inflows: readonly Fact[],
  outflows: readonly Fact[],
  at: number,
  { amount: least, outPercent, hours }: PassThroughParameters,
): Met | undefined {
  const received = within(inflows, at, hours);
  const [first] = received;
  if (first === undefined) return undefined;
  const left = within(outflows, at, hours).filter((fact) => fact.at >= first.at);
  const [sumIn, sumOut] = [sumOf(received), sumOf(left)];
  if (left.length === 0 || compare(sumIn, least) < 0 || sumIn === ZERO) return undefined;
  if (!reaches(sumOut, sumIn, outPercent)) return undefined;
  return {
    facts: [...received, ...left].toSorted((a, b) => a.at - b.at),
    explanation: `${format(sumIn)} USDT came in and ${format(sumOut)} USDT left within ${hoursText(hours)}, at least ${outPercent} %`,
  };
}

export interface EarlyParameters {
  readonly amount: Amount;
  readonly ageHours: number;
  readonly changeHours: number;
}

/** First withdrawals: of the account, and since the wait after a change of credentials. */
export interface FirstWithdrawals {
  readonly ever: Fact | undefined;
  readonly sinceChange: Fact | undefined;
}

/** A large first withdrawal soon after registration, or after the wait that follows a change of credentials. */
export function earlyWithdrawal(
  { ever, sinceChange }: FirstWithdrawals,
  { openedAt, heldUntil }: Account,
  at: number,
  { amount: least, ageHours, changeHours }: EarlyParameters,
): Met | undefined {
  const isSoon = (fact: Fact | undefined, since: number | undefined, hours: number): fact is Fact =>
    fact !== undefined &&
    since !== undefined &&
    fact.at <= at &&
    fact.at >= since &&
    fact.at - since <= hours * HOUR_MS &&
    compare(fact.usdt ?? ZERO, least) >= 0;
  if (isSoon(ever, openedAt, ageHours))
    return {
      facts: [ever],
      explanation: `the first withdrawal, ${format(ever.usdt ?? ZERO)} USDT, within ${hoursText(ageHours)} of the registration`,
    };
  if (isSoon(sinceChange, heldUntil, changeHours))
    return {
      facts: [sinceChange],
      explanation: `${format(sinceChange.usdt ?? ZERO)} USDT left within ${hoursText(changeHours)} of the wait after a change of credentials`,
    };
  return undefined;
}

export interface ManyParameters {
  readonly accounts: number;
  readonly hours: number;
}

/** Several accounts that pay one address or card. */
export function sharedPayee(
  withdrawals: readonly Fact[],
  at: number,
  { accounts, hours }: ManyParameters,
): Met | undefined {
  const found = within(withdrawals, at, hours);
  const users = usersOf(found);
  if (users.length < accounts) return undefined;
  return {
    facts: found,
    explanation: `${users.length} accounts paid one payee within ${hoursText(hours)}, together ${format(sumOf(found))} USDT`,
  };
}

/** Name of a payer with which payments of different accounts are compared; undefined for a name without letters. */
export const payerKey = (payer: string): string | undefined => nameKey(payer) || undefined;

/** Several accounts whose purchases one bank holder paid: that of the newest payment. */
export function sharedPayer(
  payments: readonly Payment[],
  at: number,
  { accounts, hours }: ManyParameters,
): Met<Payment> | undefined {
  const recent = within(payments, at, hours);
  const key = payerKey(recent.at(-1)?.payer ?? '');
  const found = key === undefined ? [] : recent.filter(({ payer }) => payerKey(payer) === key);
  const users = usersOf(found);
  if (users.length < accounts) return undefined;
  return {
    facts: found,
    explanation: `one payer paid purchases of ${users.length} accounts within ${hoursText(hours)}, together ${format(sumOf(found))} USDT`,
  };
}

export interface MismatchParameters {
  readonly amount: Amount;
  readonly scorePercent: number;
}

/** A purchase that somebody else paid: the payer's name resembles the verified one too little. */
export function payerMismatch(
  payment: Payment,
  verifiedName: string | undefined,
  { amount: least, scorePercent }: MismatchParameters,
): Met<Payment> | undefined {
  if (compare(payment.usdt ?? ZERO, least) < 0) return undefined;
  const score = verifiedName === undefined ? 0 : scoreOf(tokensOf(payment.payer), tokensOf(verifiedName));
  if (score * Number(HUNDRED) >= scorePercent) return undefined;
  return {
    facts: [payment],
    explanation: `the payer's name resembles the verified name by ${Math.floor(score * Number(HUNDRED))} %, below ${scorePercent} %`,
  };
}

/** Several accounts that sent one document. */
export function sharedDocument(
  uses: readonly Fact[],
  at: number,
  { accounts, hours }: ManyParameters,
): Met | undefined {
  const found = within(uses, at, hours);
  const users = usersOf(found);
  if (users.length < accounts) return undefined;
  return { facts: found, explanation: `one document was sent by ${users.length} accounts` };
}

/**
 * Returns how many windows a sequence of findings has, each with its first finding: one that begins before the end of the window
 * belongs to it. `findings` in the order of their moments.
 */
export function windowsOf<M extends Met>(findings: readonly M[], windowMs: number): M[] {
  const windows: M[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const finding of findings) {
    const newest = Math.max(...finding.facts.map((fact) => fact.at));
    if (newest < end) continue;
    windows.push(finding);
    end = (finding.facts[0]?.at ?? newest) + windowMs;
    if (end <= newest) end = newest + 1;
  }
  return windows;
}
