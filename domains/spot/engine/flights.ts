import type { Queued } from './commands.ts';
import type { Work } from './commit.ts';
import type { Plan } from './plan.ts';

/** A batch on its way to its commit. */
export interface Flight {
  readonly queued: readonly Queued[];
  readonly work: Work;
  /** It was decided on locked rows: nothing follows before it has landed. */
  readonly alone: boolean;
  readonly landed: Promise<Plan>;
}

/** Batches on their way at once: one that is being written, one whose answer is on its way back, one that waits behind. */
const FLIGHTS_MAX = 3;
/** Fewer commands are not divided: a batch costs as much as a dozen orders. */
const HALVED_MIN = 32;
/** Fewer wait until nothing is on its way: sent after another batch they would cost more than the wait. */
const FOLLOWING_MIN = 12;
/** Of two groups of callers that take turns, the smaller one is not to wait for the larger one's commit. */
const MATCHED = 0.75;

/** The batches on their way, oldest first, and when the next one leaves. */
export class Flights {
  #all: Flight[] = [];

  get first(): Flight | undefined {
    return this.#all[0];
  }

  get none(): boolean {
    return this.#all.length === 0;
  }

  add(flight: Flight): void {
    // Looked at in its turn: until then a failure must not count as nobody's.
    flight.landed.catch(() => undefined);
    this.#all.push(flight);
  }

  removeFirst(): void {
    this.#all.shift();
  }

  removeAll(): readonly Flight[] {
    const all = this.#all;
    this.#all = [];
    return all;
  }

  /** When all of them are durable; rejects as soon as one has failed. */
  async landed(): Promise<void> {
    await Promise.all(this.#all.map((flight) => flight.landed));
  }

  /** Batches that are too small cost more than waiting: the next one leaves when it about matches the last. */
  mayFollow(queued: number): boolean {
    const last = this.#all.at(-1);
    if (!last) return true;
    if (last.alone || this.#all.length === FLIGHTS_MAX || queued < FOLLOWING_MIN) return false;
    return queued >= last.queued.length * MATCHED;
  }

  /** Half of what is under way altogether, so that one half is written while the other is answered and asks anew. */
  sizeOf(queued: number): number {
    const flying = this.#all.reduce((sum, flight) => sum + flight.queued.length, 0);
    return Math.max(HALVED_MIN, Math.ceil((queued + flying) / 2));
  }
}
