import type { MarketId } from '@karat/contract';
import type { Tick } from '@karat/domains/market';

/** The ticks of one second. */
export type Second = readonly Tick[];

/** Queued seconds in which a market sets a new low or high. */
function recordsOf(seconds: readonly Second[]): Set<number> {
  const records = new Set<number>();
  const ranges = new Map<MarketId, { low: bigint; high: bigint }>();
  seconds.forEach((second, at) => {
    for (const { marketId, price } of second) {
      const range = ranges.get(marketId);
      if (range && price >= range.low && price <= range.high) continue;
      records.add(at);
      if (!range) ranges.set(marketId, { low: price, high: price });
      else if (price < range.low) range.low = price;
      else range.high = price;
    }
  });
  return records;
}

/** The first second with the lowest and the highest price of each market. */
function extremesOf(seconds: readonly Second[]): Set<number> {
  const lows = new Map<MarketId, { price: bigint; at: number }>();
  const highs = new Map<MarketId, { price: bigint; at: number }>();
  seconds.forEach((second, at) => {
    for (const { marketId, price } of second) {
      const [low, high] = [lows.get(marketId), highs.get(marketId)];
      if (!low || price < low.price) lows.set(marketId, { price, at });
      if (!high || price > high.price) highs.set(marketId, { price, at });
    }
  });
  return new Set([...lows.values(), ...highs.values()].map(({ at }) => at));
}

/** The last second with a tick of each market. */
function lastsOf(seconds: readonly Second[]): Set<number> {
  const lasts = new Map<MarketId, number>();
  seconds.forEach((second, at) => {
    for (const { marketId } of second) lasts.set(marketId, at);
  });
  return new Set(lasts.values());
}

/** A stop that is reached in one second is filled at the next price of its market: that second is retained too. */
function withSuccessors(seconds: readonly Second[], chosen: ReadonlySet<number>): Set<number> {
  const all = new Set(chosen);
  for (const at of chosen) {
    for (const { marketId } of seconds[at] ?? []) {
      const next = seconds.findIndex(
        (second, index) => index > at && second.some((tick) => tick.marketId === marketId),
      );
      if (next >= 0) all.add(next);
    }
  }
  return all;
}

/**
 * Returns fewer seconds with the same effect on stops and liquidations, in order. Seconds stay whole, so that a cross
 * account is only valued at prices of the same second. First it retains every second that sets a new low or high of a
 * market, with its successor: any level is reached at the same tick as without coalescing. If more than `max` remain,
 * it retains only the lowest and the highest second of each market, their successors, and the last.
 */
export function coalesce(seconds: readonly Second[], max: number): readonly Second[] {
  const pick = (chosen: ReadonlySet<number>): readonly Second[] => {
    const all = new Set([...withSuccessors(seconds, chosen), ...lastsOf(seconds)]);
    return seconds.filter((_, at) => all.has(at));
  };
  const exact = pick(recordsOf(seconds));
  return exact.length <= max ? exact : pick(extremesOf(seconds));
}

/** Ticks that wait for the engine, about `max` seconds at most. */
export class TickQueue {
  readonly #max: number;
  readonly #onCoalesced: (before: number, after: number) => void;
  #seconds: Second[] = [];
  #limit: number;

  constructor(max: number, onCoalesced: (before: number, after: number) => void) {
    this.#max = max;
    this.#limit = max;
    this.#onCoalesced = onCoalesced;
  }

  get length(): number {
    return this.#seconds.length;
  }

  push(second: Second): void {
    this.#seconds.push(second);
    if (this.#seconds.length <= this.#limit) return;
    const stored = coalesce(this.#seconds, this.#max / 2);
    this.#onCoalesced(this.#seconds.length, stored.length);
    this.#seconds = [...stored];
    // With very many markets little can be dropped: the next attempt comes when the queue has doubled.
    this.#limit = Math.max(this.#max, this.#seconds.length * 2);
  }

  take(): Second | undefined {
    return this.#seconds.shift();
  }

  /** Returns a second to the queue after its settlement failed. */
  putBack(second: Second): void {
    this.#seconds.unshift(second);
  }
}
