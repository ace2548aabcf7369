import type { MiningProductState } from '@karat/contract';
import {
  DEPOSIT_DAY_MS,
  dailyYield,
  elapsedDays,
  markAt,
  redemptionPenalty,
  remainingDays,
} from '@karat/rules';
import { ZERO, amount, max, min, minus, roundDown } from '@karat/money';
import type { Amount } from '@karat/money';
import type { Order, Product, ProductTerms } from './types.ts';

/** Days of yield that a flexible order always has ahead of it. */
export const FLEXIBLE_RESERVE_DAYS = 30;

/** Yield of `days` days: what is set aside for them. */
export const yieldOf = (daily: Amount, days: number): Amount => amount(daily * BigInt(days));

/** What a purchase sets aside of the interest account. */
export const reserveFor = (
  principal: Amount,
  { rate, reserveDays }: ProductTerms,
  decimals: number,
): Amount => yieldOf(dailyYield(principal, rate, decimals), reserveDays);

/** What can still be sold of a product by its own cap. */
export const remainingOf = ({ totalMax, sold }: Product): Amount => max(ZERO, minus(totalMax, sold));

/** Whether a product can be bought at `now` (unix ms), with what the interest account has free. */
export function stateOf(product: Product, free: Amount, decimals: number, now: number): MiningProductState {
  if (now < product.opensMs) return 'upcoming';
  if (product.closesMs !== undefined && now >= product.closesMs) return 'ended';
  const isSoldOut =
    remainingOf(product) < product.orderMin || free < reserveFor(product.orderMin, product, decimals);
  return isSoldOut ? 'sold_out' : 'open';
}

/** Whether the order's next yield is due at `now` (unix ms). */
export const isDue = ({ nextMs }: Pick<Order, 'nextMs'>, now: number): boolean =>
  nextMs !== undefined && nextMs <= now;

/** What changes with the payment of an order's next yield. */
export interface Payment {
  readonly day: number;
  readonly dueMs: number;
  /** Days added to the reserve of a flexible order, from what is free. */
  readonly addedDays: number;
  readonly reservedDays: number;
  /** Why the order ends with this payment; undefined while it goes on. */
  readonly outcome: 'matured' | 'closed' | undefined;
}

/**
 * Pays the next day of an order. `free` is what the interest account can set aside: a flexible order refills its reserve from
 * it, and closes when the last covered day is paid.
 */
export function nextPayment(order: Order, free: Amount): Payment {
  const day = order.daysPaid + 1;
  const left = order.reservedDays - 1;
  const missing = order.days === 0 ? order.reserveDays - left : 0;
  const affordable = order.daily > 0n ? free / order.daily : BigInt(missing);
  const addedDays = Number(affordable < BigInt(missing) ? affordable : BigInt(missing));
  const reservedDays = left + addedDays;
  const outcome =
    order.days === day ? 'matured' : order.days === 0 && reservedDays === 0 ? 'closed' : undefined;
  return { day, dueMs: markAt(order.openedMs, day), addedDays, reservedDays, outcome };
}

/** A redemption at `now` (unix ms) of a part of the principal; every due yield has been paid before. */
export interface Redemption {
  readonly part: Amount;
  readonly penalty: Amount;
  readonly arrives: Amount;
  readonly daysLeft: number;
  /** What is no longer set aside. */
  readonly released: Amount;
  readonly principal: Amount;
  readonly daily: Amount;
  readonly reservedDays: number;
}

export function redemptionOf(order: Order, part: Amount, now: number): Redemption {
  const penalty = redemptionPenalty(part, order, now);
  const principal = minus(order.principal, part);
  const daily = dailyYield(principal, order.rate, order.decimals);
  const reservedDays = principal === 0n ? 0 : order.reservedDays;
  return {
    part,
    penalty,
    arrives: minus(part, penalty),
    daysLeft: remainingDays(order, now),
    released: minus(yieldOf(order.daily, order.reservedDays), yieldOf(daily, reservedDays)),
    principal,
    daily,
    reservedDays,
  };
}

/** Full days at `now` (unix ms) whose yield is due and not paid yet. */
export const unpaidDays = (order: Order, now: number): number =>
  order.outcome === undefined ? elapsedDays(order, now) - order.daysPaid : 0;

/** The next midnight in UTC after `now`, unix ms: when idle balances are subscribed. */
export const nextMidnight = (now: number): number => (Math.floor(now / DEPOSIT_DAY_MS) + 1) * DEPOSIT_DAY_MS;

/** The last full day in UTC before `now`, unix ms: from (included) and to (not included). */
export function yesterdayOf(now: number): { readonly from: number; readonly to: number } {
  const to = Math.floor(now / DEPOSIT_DAY_MS) * DEPOSIT_DAY_MS;
  return { from: to - DEPOSIT_DAY_MS, to };
}

/** What is subscribed of an idle balance; undefined where it is below the minimum of an order. */
export function autoAmount(
  product: Product,
  { available, own, free, decimals }: { available: Amount; own: Amount; free: Amount; decimals: number },
): Amount | undefined {
  const limits = [available, minus(product.userMax, own), remainingOf(product)];
  const wanted = roundDown(
    limits.reduce((a, b) => min(a, b)),
    decimals,
  );
  if (wanted < product.orderMin) return undefined;
  return reserveFor(wanted, product, decimals) <= free ? wanted : undefined;
}
