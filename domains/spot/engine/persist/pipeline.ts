import type { QueuedCommand } from '../intake/commands.ts';
import type { BatchWork } from './locked-commit.ts';
import type { BatchPlan } from '../decide/plan.ts';

/** A batch in flight. */
export interface InFlightBatch {
  readonly queued: readonly QueuedCommand[];
  readonly work: BatchWork;
  /** It was decided on locked rows: nothing follows before it is committed. */
  readonly exclusive: boolean;
  readonly committed: Promise<BatchPlan>;
}

/** Maximum number of batches in flight: one is written, one returns its reply, one waits behind. */
const IN_FLIGHT_MAX = 3;
/** Fewer commands are not divided: a batch costs as much as a dozen orders. */
const SPLIT_MIN = 32;
/** Fewer wait until nothing is in flight: sent after another batch they would cost more than the wait. */
const FOLLOW_MIN = 12;
/** Of two groups of callers that alternate, the smaller one should not wait for the larger one's commit. */
const FOLLOW_RATIO = 0.75;

/** Size and times of a committed batch, in seconds. */
export interface BatchTimes {
  readonly size: number;
  /** Wait of its first command in the queue. */
  readonly waited: number;
  /** From its submission until it is durable. */
  readonly commit: number;
}

/** The batches in flight, oldest first, and when the next one is submitted. */
export class BatchPipeline {
  readonly #onTimes: (times: BatchTimes) => void;
  #all: InFlightBatch[] = [];

  constructor(onTimes: (times: BatchTimes) => void = () => undefined) {
    this.#onTimes = onTimes;
  }

  get first(): InFlightBatch | undefined {
    return this.#all[0];
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** Commands of all batches in flight. */
  get commands(): readonly QueuedCommand[] {
    return this.#all.flatMap((batch) => batch.queued);
  }

  add(batch: InFlightBatch): void {
    // Awaited in its turn: the handler prevents an unhandled rejection until then.
    batch.committed.catch(() => undefined);
    this.#measure(batch);
    this.#all.push(batch);
  }

  #measure({ queued, committed }: InFlightBatch): void {
    const submitted = performance.now();
    const waited = (submitted - (queued[0]?.since ?? submitted)) / 1_000;
    const size = queued.length;
    const report = (): void =>
      this.#onTimes({ size, waited, commit: (performance.now() - submitted) / 1_000 });
    committed.then(report, () => undefined);
  }

  removeFirst(): void {
    this.#all.shift();
  }

  removeAll(): readonly InFlightBatch[] {
    const all = this.#all;
    this.#all = [];
    return all;
  }

  /** Resolves when all of them are durable; rejects as soon as one has failed. */
  async allCommitted(): Promise<void> {
    await Promise.all(this.#all.map((batch) => batch.committed));
  }

  /** Small batches cost more than waiting: the next one is submitted when it about equals the last. */
  maySubmit(queued: number): boolean {
    const last = this.#all.at(-1);
    if (!last) return true;
    if (last.exclusive || this.#all.length === IN_FLIGHT_MAX || queued < FOLLOW_MIN) return false;
    return queued >= last.queued.length * FOLLOW_RATIO;
  }

  /**
   * Half of all commands in flight and queued, so that one half is written while the other gets replies and submits
   * again.
   */
  batchSizeFor(queued: number): number {
    const commands = this.#all.reduce((sum, batch) => sum + batch.queued.length, 0);
    return Math.max(SPLIT_MIN, Math.ceil((queued + commands) / 2));
  }
}
