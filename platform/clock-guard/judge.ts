/** A fault of a clock. */
export type ClockFault =
  /** It moved more than the time elapsed since the last check. */
  | 'jumped'
  /** It differs from the clock of the database. */
  | 'database_differs'
  /** It is before the last published price. */
  | 'behind_last_tick';

/** The machine's clock and a monotonic clock that counts sleep at the same moment, ms. */
export interface Reading {
  readonly wall: number;
  readonly elapsed: number;
}

/** Times known from elsewhere: the database's clock and the last tick, unix ms. */
export interface Witnesses {
  /** Lead of the machine's clock over the database's. */
  readonly databaseDriftMs: number;
  /** The database runs on another machine and has its own clock. */
  readonly isDatabaseElsewhere: boolean;
  readonly lastTickMs: number | undefined;
  /** Ticks up to this moment are accepted although the clock is behind them. */
  readonly acceptedUntilMs: number | undefined;
}

export interface Verdict {
  readonly fault: ClockFault;
  /** Lead over the expected time, ms; negative: behind. */
  readonly driftMs: number;
}

/** Clock movement beyond elapsed time, ms. */
export const driftBetween = (before: Reading, now: Reading): number =>
  now.wall - before.wall - (now.elapsed - before.elapsed);

/**
 * Returns the fault of a clock, or undefined. Steps up to the tolerance (a leap second, an NTP correction, skew of
 * another machine) and sleep are accepted. A clock that moves forward together with that of a remote database was
 * paused, not set: that is downtime.
 */
export function judgeClock(
  before: Reading,
  now: Reading,
  witnesses: Witnesses,
  toleranceMs: number,
): Verdict | undefined {
  const { databaseDriftMs, isDatabaseElsewhere, lastTickMs, acceptedUntilMs } = witnesses;
  if (Math.abs(databaseDriftMs) > toleranceMs) return { fault: 'database_differs', driftMs: databaseDriftMs };
  const drift = driftBetween(before, now);
  const wasPaused = drift > 0 && isDatabaseElsewhere;
  if (Math.abs(drift) > toleranceMs && !wasPaused) return { fault: 'jumped', driftMs: drift };
  if (lastTickMs === undefined || lastTickMs <= (acceptedUntilMs ?? 0)) return undefined;
  const behind = now.wall - lastTickMs;
  return behind < -toleranceMs ? { fault: 'behind_last_tick', driftMs: behind } : undefined;
}

/** Returns the lead of a clock over a moment between two readings of it; 0 if they may agree. */
export const aheadOf = (moment: number, first: number, last: number): number =>
  moment < first ? first - moment : Math.min(0, last - moment);
