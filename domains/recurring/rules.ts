import type { Code, RecurringOutcome } from '@karat/contract';
import type { Order } from '@karat/domains/spot';
import { ZERO } from '@karat/money';
import { DAY_MS } from '@karat/rules';
import type { Occurrence } from './schedule.ts';
import type { Execution, Plan } from './types.ts';

/** Pause before a purchase is tried again, ms. */
const RETRY_MS = 60_000;
/** How long an order may take before another process looks for it, ms. */
export const PLACING_MS = 15_000;
/** How far ahead dates can be skipped, ms. */
export const SKIP_AHEAD_MS = 366 * DAY_MS;

/** Key of the order for a date: a repeated placement returns the same order. Clients cannot send a key with a space. */
export const orderKey = ({ id, next }: Pick<Plan, 'id' | 'next'>): string => `recurring ${id} ${next.date}`;

/** From when a date is no longer bought, unix ms. */
export const deadlineOf = ({ buyMs }: Occurrence, windowMs: number): number => buyMs + windowMs;

/** When a purchase that found no trading is tried again, unix ms: at the latest at its deadline, where it is given up. */
export const retryAt = (next: Occurrence, now: number, windowMs: number): number =>
  Math.min(now + RETRY_MS, deadlineOf(next, windowMs));

const WAITS: ReadonlySet<Code> = new Set([
  'market_halted',
  'market_cancel_only',
  'market_closed',
  'index_stale',
  'busy',
  // The key of the date returns the same order when it is tried again.
  'outcome_unknown',
]);

/** What a refused order means for its date; `wait`: it may be accepted later. */
export function meaningOf(code: Code): 'wait' | 'no_funds' | 'refused' {
  if (WAITS.has(code)) return 'wait';
  return code === 'insufficient_balance' ? 'no_funds' : 'refused';
}

const noPurchase = { spent: ZERO, bought: ZERO, fee: ZERO };

/** The result of a date without an order. */
export const unboughtOn = (
  { date, dueMs }: Occurrence,
  outcome: Exclude<RecurringOutcome, 'bought'>,
  now: number,
): Execution => ({ date, dueMs, outcome, orderId: undefined, ...noPurchase, executedMs: now });

/** The result of a date by its order, which neither rests nor changes any more. */
export const resultOf = ({ date, dueMs }: Occurrence, order: Order): Execution => ({
  date,
  dueMs,
  outcome: order.filled > 0n ? 'bought' : 'no_liquidity',
  orderId: order.id,
  spent: order.filledQuote,
  bought: order.filled,
  fee: order.fee,
  executedMs: order.createdAt,
});
