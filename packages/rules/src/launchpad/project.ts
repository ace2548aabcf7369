import { UNIT, amount, rate, roundDown } from '@karat/money';
import { DAY_MS } from '../durations.ts';
import type { Amount, Rate } from '@karat/money';

/** `cancelled`: operators withdrew the project, every application is refunded. */
export type ProjectState = 'warmup' | 'open' | 'ended' | 'listed' | 'cancelled';

export interface ProjectTimes {
  /** First and end of the subscription, unix ms; the end is excluded. */
  readonly startMs: number;
  readonly endMs: number;
  /** When the tokens were unlocked; undefined before. */
  readonly listedMs: number | undefined;
  readonly cancelledMs: number | undefined;
}

/** The state of a project at a time (unix ms). */
export function projectStateAt(times: ProjectTimes, now: number): ProjectState {
  if (times.cancelledMs !== undefined) return 'cancelled';
  if (times.listedMs !== undefined) return 'listed';
  if (now >= times.endMs) return 'ended';
  return now >= times.startMs ? 'open' : 'warmup';
}

/** Tokens applied for in percent of the supply, rounded down at two decimals; above 100 where it is oversubscribed. */
export const subscribedPercent = (applied: Amount, supply: Amount): Rate =>
  rate(roundDown(amount((applied * 100n * UNIT) / supply), 2));

/** Days of the subscription; a started day counts in full. */
export const subscriptionDays = ({ startMs, endMs }: Pick<ProjectTimes, 'startMs' | 'endMs'>): number =>
  Math.ceil((endMs - startMs) / DAY_MS);

/** Days between the end of the subscription and the planned unlocking; a started day counts in full. */
export const lockDays = (endMs: number, listingMs: number): number =>
  Math.max(0, Math.ceil((listingMs - endMs) / DAY_MS));
