import { createClock } from './clock.ts';

const SECOND = 1_000;

/** Current time to the second, unix ms: one clock for all countdowns. */
export const useSecond = createClock(SECOND);

/** Time left in whole units; zero when it is over. A started second counts in full. */
export interface TimeLeft {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

export function timeLeft(untilMs: number, nowMs: number): TimeLeft {
  const left = Math.max(0, Math.ceil((untilMs - nowMs) / SECOND));
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor((left % 86_400) / 3_600),
    minutes: Math.floor((left % 3_600) / 60),
    seconds: left % 60,
  };
}

const two = (value: number): string => String(value).padStart(2, '0');

/** `05:09:01`, for less than a day. */
export const clockText = ({ hours, minutes, seconds }: TimeLeft): string =>
  `${two(hours)}:${two(minutes)}:${two(seconds)}`;
