/** What is wrong with a clock. */
export type ClockFault =
  /** It moved by more than time has passed since the last look. */
  | 'jumped'
  /** It is apart from the clock of the database. */
  | 'database_differs'
  /** It shows a time before the last published price. */
  | 'behind_last_tick';

/** The machine's clock and, at the same moment, one that nobody sets and that counts sleep too, ms. */
export interface Reading {
  readonly wall: number;
  readonly elapsed: number;
}

/** What is known besides: of the database's clock and of the last tick, unix ms. */
export interface Witnesses {
  /** How far the machine's clock is ahead of the database's. */
  readonly databaseDriftMs: number;
  /** The database runs on another machine: its clock is not this one. */
  readonly isDatabaseElsewhere: boolean;
  readonly lastTickMs: number | undefined;
  /** Ticks up to this moment count, though the clock is behind them. */
  readonly acceptedUntilMs: number | undefined;
}

export interface Verdict {
  readonly fault: ClockFault;
  /** How far the clock is ahead of what it should show, ms; negative: behind. */
  readonly driftMs: number;
}

/** How much more the clock has moved than time has passed, ms. */
export const driftBetween = (before: Reading, now: Reading): number =>
  now.wall - before.wall - (now.elapsed - before.elapsed);

/**
 * What is wrong with a clock; undefined where nothing is. Steps up to the tolerance (a leap second, a correction by NTP, another
 * machine's skew) and sleep are fine. A clock that moves forward together with that of a database elsewhere was paused, not
 * set: that is downtime.
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

/** How far a clock is ahead of a moment that lay between two looks at it; 0 where it may agree. */
export const aheadOf = (moment: number, first: number, last: number): number =>
  moment < first ? first - moment : Math.min(0, last - moment);
