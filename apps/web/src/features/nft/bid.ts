import { FLAG } from '@karat/contract';
import { amount, compare, format, minus, parseAmount, plus, times } from '@karat/money';
import type { Amount } from '@karat/money';
import { bidObligation } from '@karat/rules';
import { typedAmount } from '../../lib/amount-problem.ts';
import type { AmountProblem } from '../../lib/amount-problem.ts';
import type { Listing } from './tile.ts';

const HOUR_MS = 3_600_000;

const marginOf = ({ margin }: Listing): Amount => amount(margin ?? '0');
const isHeld = ({ is_margin }: Listing): boolean => is_margin === FLAG.yes;

/** Everything that a bid obliges to, as decimal text. */
export interface BidFigures {
  readonly price: string;
  readonly margin: string;
  readonly holdNow: string;
  /** What the winner pays in addition to the margin. */
  readonly rest: string;
  /** Available after the bid; null for a visitor. */
  readonly availableAfter: string | null;
  /** Latest end of the payment, if the auction ends as planned. */
  readonly payUntilMs: number;
}

/** Returns the obligation of a bid; undefined without an amount. */
export function bidFigures(text: string, listing: Listing): BidFigures | undefined {
  const price = parseAmount(text);
  if (price === undefined || price <= 0n) return undefined;
  const { holdNow, margin, rest } = bidObligation(price, marginOf(listing), isHeld(listing));
  const { available, end_ms, pay_hours } = listing;
  return {
    price: format(price),
    margin: format(margin),
    holdNow: format(holdNow),
    rest: format(rest),
    availableAfter: available === null ? null : format(minus(amount(available), holdNow)),
    payUntilMs: end_ms + pay_hours * HOUR_MS,
  };
}

/** Returns the first validation error of plain decimal text; null for a valid bid. */
export function bidProblem(text: string, listing: Listing): AmountProblem | null {
  const { value: price, problem } = typedAmount(text, listing.decimals);
  if (problem) return problem;
  const { min_bid: min, available } = listing;
  if (min !== null && compare(price, amount(min)) < 0) return { type: 'below_min', limit: min };
  const hold = isHeld(listing) ? undefined : marginOf(listing);
  const isShort = hold !== undefined && available !== null && compare(amount(available), hold) < 0;
  return isShort ? { type: 'not_enough' } : null;
}

const STEPS = [0, 1, 2, 5] as const;

/** Bids to offer: the minimum, and one, two and five increments more. */
export function bidSteps({ min_bid, per_increase }: Listing): readonly string[] {
  if (min_bid === null) return [];
  const step = amount(per_increase ?? '0');
  if (step === 0n) return [min_bid];
  return STEPS.map((count) => format(plus(amount(min_bid), times(step, count))));
}
