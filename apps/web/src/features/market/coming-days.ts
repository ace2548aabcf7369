import type { ReplyOf } from '@karat/contract';

export type Calendar = ReplyOf<'stocks/calendar'>;
export type Session = Calendar['sessions'][number];

/** A weekday of the stocks' calendar. */
export type Day =
  | { readonly is: 'session'; readonly at: number; readonly session: Session }
  | { readonly is: 'holiday'; readonly at: number; readonly date: string };

/** Ordinary sessions that are listed; what is out of the ordinary is listed as far as the calendar goes. */
const ORDINARY = 5;
/** The opening bell of a New York date in UTC, near enough to put it among the sessions. */
const OPENING_MS = 14.5 * 3_600_000;
const DAY_MS = 86_400_000;

/** The next sessions and every coming holiday and short day, in the order of time. */
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
      .map((session): Day => ({ is: 'session', at: session.open_ms, session })),
    ...holidays
      .map((date): Day => ({ is: 'holiday', at: Date.parse(date) + OPENING_MS, date }))
      .filter(({ at }) => at + DAY_MS > now),
  ].toSorted((a, b) => a.at - b.at);
}
