import type { ReceiptTick } from './receipt-tick.ts';

/** A formula's input from an order, and its result: flat, all texts. */
export type Facts = Readonly<Record<string, string>>;

/** A range of a market's published ticks, unix seconds, both ends included; at most an hour. */
export interface TickRange {
  readonly market: number;
  readonly from: number;
  readonly to: number;
}

/**
 * A settlement rule under a name that permanently stands for the same text: a changed rule gets a new name. It is
 * computed when the receipt is issued, and again by every verifier.
 */
export interface Formula {
  /** `option/1`. */
  readonly id: string;
  /** The rule in words, exact enough to compute it by hand. */
  readonly text: string;
  /** Ranges of the ticks that decide; empty without any. */
  readonly ranges: (order: Facts) => readonly TickRange[];
  /** Selects the deciding ticks of those ranges, in the order in which the receipt lists them. */
  readonly choose: (order: Facts, published: readonly ReceiptTick[]) => readonly ReceiptTick[];
  /** The result from the order and the selected ticks. Malformed facts throw RangeError. */
  readonly result: (order: Facts, ticks: readonly ReceiptTick[]) => Facts;
}

/** Returns a required fact. */
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

/** A whole number of any length. */
export function integerFact(order: Facts, name: string): bigint {
  const text = fact(order, name);
  if (!/^(0|[1-9][0-9]{0,60})$/.test(text)) throw new RangeError(`${name} is not a whole number: ${text}`);
  return BigInt(text);
}
