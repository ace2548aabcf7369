import { MAX_PRICE, Reason } from './codes.ts';
import { TriggerQueue } from './trigger-queue.ts';

/** Direction in which the last price must move to trigger a stop. */
export const TriggerDirection = {
  /** Triggered by a last price at or above the trigger price: a buy stop, a sell's take-profit. */
  Rising: 0,
  /** Triggered by a last price at or below the trigger price: a sell stop, a buy's take-profit. */
  Falling: 1,
} as const;
export type TriggerDirection = (typeof TriggerDirection)[keyof typeof TriggerDirection];

/** A stop order that waits outside of the order book. The caller decides which order it becomes. */
export interface Stop {
  readonly id: number;
  readonly direction: TriggerDirection;
  /** Ticks. */
  readonly triggerPrice: number;
}

/** A stop that a price has triggered. It has left the trigger book. */
export interface Triggered {
  readonly id: number;
  /** The other leg of its pair, which the caller must cancel, or null. */
  readonly cancels: number | null;
}

/** The content of a trigger book: the input of `restore`. */
export interface TriggerSnapshot {
  /** Rising before falling, each in the order of release. */
  readonly stops: readonly Stop[];
  readonly pairs: readonly (readonly [number, number])[];
}

const STOPS_MAX = 1 << 20;

/**
 * Stops by trigger price, and pairs of orders of which one cancels the other (OCO). A leg of a pair is a stop here or
 * an order in the order book; the pair needs their ids only.
 */
export class TriggerBook {
  readonly #rising = new TriggerQueue();
  readonly #falling = new TriggerQueue();
  readonly #stops = new Map<number, Stop>();
  readonly #partners = new Map<number, number>();
  readonly #stopsMax: number;

  constructor(stopsMax = STOPS_MAX) {
    this.#stopsMax = stopsMax;
  }

  /** Returns a trigger book from a snapshot. Throws on invalid stops or pairs. */
  static restore(snapshot: TriggerSnapshot, stopsMax = STOPS_MAX): TriggerBook {
    const book = new TriggerBook(stopsMax);
    for (const stop of snapshot.stops) {
      const refusal = book.place(stop);
      if (refusal !== Reason.None)
        throw new Error(`stop ${stop.id} of the snapshot is invalid: reason ${refusal}`);
    }
    for (const [one, other] of snapshot.pairs) {
      if (!book.pair(one, other)) throw new Error(`${one} and ${other} of the snapshot cannot be a pair`);
    }
    return book;
  }

  get stopCount(): number {
    return this.#stops.size;
  }

  /** Adds a stop: returns None, or the reason of a refusal (InvalidId, InvalidPrice, DuplicateId, BookFull). */
  place(stop: Stop): Reason {
    const { id, direction, triggerPrice } = stop;
    if (!Number.isSafeInteger(id) || id < 1) return Reason.InvalidId;
    if (!Number.isInteger(triggerPrice) || triggerPrice < 1 || triggerPrice > MAX_PRICE)
      return Reason.InvalidPrice;
    if (this.#stops.has(id)) return Reason.DuplicateId;
    if (this.#stops.size >= this.#stopsMax) return Reason.BookFull;
    this.#stops.set(id, { id, direction, triggerPrice });
    this.#queue(direction).add(id, urgency(direction, triggerPrice));
    return Reason.None;
  }

  /** Pairs two ids; returns false if they are equal or either has a partner already. */
  pair(one: number, other: number): boolean {
    if (one === other || this.#partners.has(one) || this.#partners.has(other)) return false;
    this.#partners.set(one, other);
    this.#partners.set(other, one);
    return true;
  }

  /** The other leg of the id's pair, or null. */
  partnerOf(id: number): number | null {
    return this.#partners.get(id) ?? null;
  }

  /** The waiting stop of this id, or null. */
  stop(id: number): Stop | null {
    return this.#stops.get(id) ?? null;
  }

  /**
   * Removes a stop and dissolves its pair, without effect on the other leg. Returns false if there is no such stop. To
   * cancel a whole pair use `legDone`, then `cancel`.
   */
  cancel(id: number): boolean {
    const stop = this.#stops.get(id);
    if (stop === undefined) return false;
    this.#queue(stop.direction).remove(id, urgency(stop.direction, stop.triggerPrice));
    this.#stops.delete(id);
    this.#dissolve(id);
    return true;
  }

  /**
   * Call when a leg in the order book trades (its first fill is enough) or is cancelled: dissolves its pair, removes
   * the other leg if it is a stop here, and returns its id for the caller to cancel it elsewhere. Null if the id has
   * no partner.
   */
  legDone(id: number): number | null {
    const partner = this.#dissolve(id);
    if (partner !== null) this.cancel(partner);
    return partner;
  }

  /**
   * Releases the stops that a last price triggers: the rising ones from the lowest trigger price up,
   * then the falling ones from the highest down, stops of one price in order of arrival. A triggered
   * leg cancels its partner before the partner could be released by the same price.
   */
  triggered(lastPrice: number): Triggered[] {
    const released: Triggered[] = [];
    for (const direction of [TriggerDirection.Rising, TriggerDirection.Falling]) {
      const queue = this.#queue(direction);
      const reached = urgency(direction, lastPrice);
      for (let id = queue.releaseUpTo(reached); id !== null; id = queue.releaseUpTo(reached)) {
        this.#stops.delete(id);
        released.push({ id, cancels: this.legDone(id) });
      }
    }
    return released;
  }

  snapshot(): TriggerSnapshot {
    const ids = [...this.#rising.ids(), ...this.#falling.ids()];
    return {
      stops: ids.flatMap((id) => this.#stops.get(id) ?? []),
      pairs: [...this.#partners].filter(([one, other]) => one < other),
    };
  }

  #queue(direction: TriggerDirection): TriggerQueue {
    return direction === TriggerDirection.Rising ? this.#rising : this.#falling;
  }

  #dissolve(id: number): number | null {
    const partner = this.#partners.get(id);
    if (partner === undefined) return null;
    this.#partners.delete(id);
    this.#partners.delete(partner);
    return partner;
  }
}

/** Lower is sooner: a rising price reaches low triggers first, a falling one high triggers. */
function urgency(direction: TriggerDirection, price: number): number {
  return direction === TriggerDirection.Rising ? price : -price;
}
