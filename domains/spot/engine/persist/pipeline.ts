import type { QueuedCommand } from '../intake/commands.ts';
import type { BatchWork } from './locked-commit.ts';
import type { BatchPlan } from '../decide/plan.ts';

/** A batch on its way to its commit. */
export interface InFlightBatch {
  readonly queued: readonly QueuedCommand[];
  readonly work: BatchWork;
  /** It was decided on locked rows: nothing follows before it has landed. */
  readonly exclusive: boolean;
  readonly committed: Promise<BatchPlan>;
}

/** Batches on their way at once: one that is being written, one whose answer is on its way back, one that waits behind. */
const IN_FLIGHT_MAX = 3;
/** Fewer commands are not divided: a batch costs as much as a dozen orders. */
const SPLIT_MIN = 32;
/** Fewer wait until nothing is on its way: sent after another batch they would cost more than the wait. */
const FOLLOW_MIN = 12;
/** Of two groups of callers that take turns, the smaller one is not to wait for the larger one's commit. */
const FOLLOW_RATIO = 0.75;

/** The batches on their way, oldest first, and when the next one leaves. */
export class BatchPipeline {
  #all: InFlightBatch[] = [];

  get first(): InFlightBatch | undefined {
    return this.#all[0];
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  add(flight: InFlightBatch): void {
    // Looked at in its turn: until then a failure must not count as nobody's.
    flight.committed.catch(() => undefined);
    this.#all.push(flight);
  }

  removeFirst(): void {
    this.#all.shift();
  }

  removeAll(): readonly InFlightBatch[] {
    const all = this.#all;
    this.#all = [];
    return all;
  }

  /** When all of them are durable; rejects as soon as one has failed. */
  async allCommitted(): Promise<void> {
    await Promise.all(this.#all.map((flight) => flight.committed));
  }

  /** Batches that are too small cost more than waiting: the next one leaves when it about matches the last. */
  maySubmit(queued: number): boolean {
    const last = this.#all.at(-1);
    if (!last) return true;
    if (last.exclusive || this.#all.length === IN_FLIGHT_MAX || queued < FOLLOW_MIN) return false;
    return queued >= last.queued.length * FOLLOW_RATIO;
  }

  /** Half of what is under way altogether, so that one half is written while the other is answered and asks anew. */
  batchSizeFor(queued: number): number {
    const flying = this.#all.reduce((sum, flight) => sum + flight.queued.length, 0);
    return Math.max(SPLIT_MIN, Math.ceil((queued + flying) / 2));
  }
}
