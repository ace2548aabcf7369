import { clockText, timeLeft, useSecond } from '../lib/second.ts';
import { shellText } from '../lib/shell-text.ts';
import { useText } from '../lib/text.ts';

/** Time until a moment of the server: days and hours, on the last day a clock. */
export function Countdown({
  untilMs,
  skewMs = 0,
}: {
  readonly untilMs: number;
  /** How far the clock of the server is ahead of this one. */
  readonly skewMs?: number;
}) {
  const t = useText(shellText);
  const left = timeLeft(untilMs, useSecond() + skewMs);
  return (
    <span className="whitespace-nowrap tnum" role="timer">
      {left.days > 0 ? t('left_days', { days: left.days, hours: left.hours }) : clockText(left)}
    </span>
  );
}
