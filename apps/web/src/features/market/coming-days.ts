import type { ReplyOf } from '@karat/contract';
import { DAY_MS, HOUR_MS } from '@karat/rules';

export type Calendar = ReplyOf<'stocks/calendar'>;
export type Session = Calendar['sessions'][number];

/** A day of the stock calendar. */
export type Day =
  | { readonly type: 'session'; readonly at: number; readonly session: Session }
  | { readonly type: 'holiday'; readonly at: number; readonly date: string };

/** Maximum ordinary sessions listed; holidays and short days are listed as far as the calendar goes. */
const ORDINARY = 5;
/** Approximate opening time in UTC of a New York date, for sorting. */
const OPENING_MS = 14.5 * HOUR_MS;

/** Returns the next sessions and all coming holidays and short days, by time. */
export function comingDays({
  now_ms: now,
  sessions,
  holidays,
}: Pick<Calendar, 'now_ms' | 'sessions' | 'holidays'>): Day[] {
  const coming = sessions.filter((session) => session.close_ms > now);
  const near = coming[ORDINARY - 1]?.open_ms ?? Infinity;
  return [
    ...coming
      .filter((session) => session.early || session.open_ms <= near)
      .map((session): Day => ({ type: 'session', at: session.open_ms, session })),
    ...holidays
      .map((date): Day => ({ type: 'holiday', at: Date.parse(date) + OPENING_MS, date }))
      .filter(({ at }) => at + DAY_MS > now),
  ].toSorted((a, b) => a.at - b.at);
}
