/** Size and times of a committed batch, in seconds. */
export interface BatchTimes {
  /** Commands, or users whose copies are opened or closed. */
  readonly size: number;
  /** From the submission of its first command until the transaction that commits it begins. */
  readonly waited: number;
  /** From the beginning of its transaction until it is durable. */
  readonly commit: number;
}

/** Listener for the times of the engine. */
export interface EngineTimes {
  batch(times: BatchTimes): void;
  /** From the arrival of a second's ticks until all their effects are durable, in seconds. */
  tick(seconds: number): void;
}

const MS_PER_S = 1_000;

/** Returns the seconds between two values of `performance.now()`. */
export const secondsBetween = (from: number, to: number): number => (to - from) / MS_PER_S;
