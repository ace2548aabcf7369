import { DEPOSIT_DAY_MS, dailyYield, redemptionPenalty } from '@karat/rules';
import { amount, divDown, format, minus, plus, rate, ZERO } from '@karat/money';
import type { Amount, Rate } from '@karat/money';
import type { AllReplies } from '../../../lib/calls.ts';

export type Offer = AllReplies['lh/deposit/product'];
export type Order = AllReplies['lh/deposit/order_detail'];
export type Totals = AllReplies['lh/deposit/totals'][number];

export const CATEGORIES = ['flexible', 'lockup', 'defi', 'cloud'] as const;
export type Category = (typeof CATEGORIES)[number];
export const isCategory = (text: string | undefined): text is Category =>
  CATEGORIES.some((category) => category === text);

const PERCENT = rate('100');
/** A percentage of the wire as a fraction. */
const fraction = (percent: string): Rate => rate(divDown(amount(percent), PERCENT));

/** The simple annual rate in percent: 365 times the daily one. */
export const annualRate = (daily: string): string => format(amount(amount(daily) * 365n));

/** What an amount brings under the terms of an offer. */
export interface Projection {
  readonly daily: Amount;
  /** Yield of the whole term; of one day for a flexible offer. */
  readonly interest: Amount;
  /** Principal and yield of the whole term. */
  readonly total: Amount;
  /** Unix ms. */
  readonly firstMs: number;
  /** Unix ms; undefined for a flexible offer. */
  readonly endMs: number | undefined;
  /** Penalty of a redemption right after the purchase: the worst case. */
  readonly worstPenalty: Amount;
  readonly worstArrives: Amount;
}

export function projectionOf(offer: Offer, principal: Amount, now: number): Projection {
  const { day, decimals } = offer;
  const daily = dailyYield(principal, fraction(offer.interest_rate), decimals);
  const interest = amount(daily * BigInt(day === 0 ? 1 : day));
  const terms = {
    days: day,
    rate: fraction(offer.interest_rate),
    penaltyRatio: fraction(offer.penalty_ratio),
    decimals,
    openedMs: now,
  };
  const worstPenalty = redemptionPenalty(principal, terms, now);
  return {
    daily,
    interest,
    total: plus(principal, interest),
    firstMs: now + DEPOSIT_DAY_MS,
    endMs: day === 0 ? undefined : now + day * DEPOSIT_DAY_MS,
    worstPenalty,
    worstArrives: minus(principal, worstPenalty),
  };
}

/** The largest amount that balance, own limit and capacity allow. */
export const largestOf = (offer: Offer, available: Amount): Amount =>
  [available, amount(offer.own_remaining ?? offer.save_max), amount(offer.remaining)].reduce((a, b) =>
    a < b ? a : b,
  );

/** Share of the capacity that is left, in whole percent. */
export function leftPercent({ total, remaining }: Pick<Offer, 'total' | 'remaining'>): number {
  const cap = amount(total);
  return cap === 0n ? 0 : Number((amount(remaining) * 100n) / cap);
}

/** The total yield at the end of each day so far and to come: the curve of an order. */
export function yieldCurve({ day, days_paid, daily, interest }: Order): string[] {
  const paid = amount(interest);
  const known = Array.from({ length: days_paid + 1 }, (_, at) =>
    format(days_paid === 0 ? ZERO : amount((paid * BigInt(at)) / BigInt(days_paid))),
  );
  const ahead = Math.max(0, day - days_paid);
  return [
    ...known,
    ...Array.from({ length: ahead }, (_, at) => format(plus(paid, amount(amount(daily) * BigInt(at + 1))))),
  ];
}

/** Reads that every purchase and redemption makes outdated. */
export const EARN_READS = [
  'lh/deposit/config',
  'lh/deposit/product',
  'lh/deposit/order',
  'lh/deposit/order_detail',
  'lh/deposit/order_accruals',
  'lh/deposit/order_preview',
  'lh/deposit/totals',
] as const;
