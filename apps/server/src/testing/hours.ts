import { systemClock } from '@karat/platform/clock';
import type { Clock } from '@karat/platform/clock';

/** A Saturday: stock exchanges are closed, coins trade. */
export const SATURDAY = Date.parse('2026-11-21T12:00:00Z');

/** The machine's clock at another hour, which a test sets. */
export interface ShiftedClock extends Clock {
  /** Jumps forward; timers are unchanged. */
  turn(ms: number): void;
}

export function clockAt(start: number): ShiftedClock {
  let shift = start - systemClock.now();
  return {
    ...systemClock,
    now: () => systemClock.now() + shift,
    turn(ms) {
      shift += ms;
    },
  };
}
