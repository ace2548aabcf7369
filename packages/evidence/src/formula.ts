import type { ReceiptTick } from './receipt-tick.ts';

/** Facts of an order that a formula reads, and the result that it gives: flat, all texts. */
export type Facts = Readonly<Record<string, string>>;

/** A stretch of a market's published ticks, unix seconds, both ends included; at most an hour. */
export interface TickRange {
  readonly market: number;
  readonly from: number;
  readonly to: number;
}

/**
 * A rule by which something is settled, under a name that always stands for the same text: a change of the rule is a new
 * name. It is computed when the receipt is left, and again by each verifier.
 */
export interface Formula {
  /** `option/1`. */
  readonly id: string;
  /** The rule in words, exact enough to compute it by hand. */
  readonly text: string;
  /** Where the ticks lie that decide; empty where none do. */
  readonly ranges: (order: Facts) => readonly TickRange[];
  /** Which of the published ticks in those ranges count, in the order in which the receipt lists them. */
  readonly choose: (order: Facts, published: readonly ReceiptTick[]) => readonly ReceiptTick[];
  /** What follows from the order and the chosen ticks. Malformed facts throw RangeError. */
  readonly result: (order: Facts, ticks: readonly ReceiptTick[]) => Facts;
}

/** A fact that must be there. */
export function fact(facts: Facts, name: string): string {
  const value = facts[name];
  if (value === undefined) throw new RangeError(`the order does not say ${name}`);
  return value;
}

/** A whole number among the facts. */
export function wholeFact(facts: Facts, name: string): number {
  const text = fact(facts, name);
  if (!/^(0|[1-9][0-9]{0,15})$/.test(text)) throw new RangeError(`${name} is not a whole number: ${text}`);
  return Number(text);
}
