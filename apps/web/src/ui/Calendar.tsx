import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import {
  dayAfter,
  dayText,
  monthOfDay,
  monthText,
  placeInWeek,
  sameDayAfter,
  weekdayNames,
  weeksOf,
} from '../lib/calendar.ts';
import { shellText } from '../lib/shell-text.ts';
import { useLocale, useText } from '../lib/text.ts';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';

interface CalendarProps {
  readonly label: string;
  /** `yyyy-mm-dd`, or empty. */
  readonly value: string;
  readonly today: string;
  readonly onChoose: (day: string) => void;
  /** First and last day that can be chosen. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** Where a key leads from a day; undefined for other keys. */
function dayOfKey(key: string, day: string, locale: string): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return dayAfter(day, -1);
    case 'ArrowRight':
      return dayAfter(day, 1);
    case 'ArrowUp':
      return dayAfter(day, -7);
    case 'ArrowDown':
      return dayAfter(day, 7);
    case 'Home':
      return dayAfter(day, -placeInWeek(day, locale));
    case 'End':
      return dayAfter(day, 6 - placeInWeek(day, locale));
    case 'PageUp':
      return sameDayAfter(day, -1);
    case 'PageDown':
      return sameDayAfter(day, 1);
    default:
      return undefined;
  }
}

interface DayProps extends Pick<CalendarProps, 'today' | 'onChoose'> {
  readonly day: string;
  readonly chosen: boolean;
  /** The one day that Tab reaches. */
  readonly current: boolean;
  readonly disabled: boolean;
}

function Day({ day, today, chosen, current, disabled, onChoose }: DayProps) {
  const locale = useLocale();
  return (
    <button
      type="button"
      data-day={day}
      data-focus={current ? '' : undefined}
      tabIndex={current ? 0 : -1}
      aria-label={dayText(day, locale, 'full')}
      aria-current={day === today ? 'date' : undefined}
      aria-pressed={chosen}
      disabled={disabled}
      onClick={() => onChoose(day)}
      className={cx(
        'mx-auto grid h-11 w-full max-w-11 place-items-center rounded-full text-base tnum disabled:opacity-45',
        chosen ? 'bg-gold font-semibold text-on-gold' : 'enabled:active:bg-raised',
        day === today && !chosen && 'font-semibold text-gold-ink ring-1 ring-gold-ink ring-inset',
      )}
    >
      {Number(day.slice(8))}
    </button>
  );
}

/** The month that is shown, and the way to those beside it. */
function MonthBar({
  month,
  min,
  max,
  onMove,
}: {
  readonly month: string;
  readonly min: string;
  readonly max: string;
  readonly onMove: (months: number) => void;
}) {
  const t = useText(shellText);
  const locale = useLocale();
  return (
    <div className="flex items-center">
      <IconButton label={t('previous_month')} disabled={month <= monthOfDay(min)} onClick={() => onMove(-1)}>
        <ChevronLeft />
      </IconButton>
      <p aria-live="polite" className="flex-1 text-center text-base font-semibold">
        {monthText(month, locale)}
      </p>
      <IconButton label={t('next_month')} disabled={month >= monthOfDay(max)} onClick={() => onMove(1)}>
        <ChevronRight />
      </IconButton>
    </div>
  );
}

/** A month of days: arrows move by day and week, Home and End within the week, Page Up and Page Down by month. */
export function Calendar({ label, value, today, onChoose, min = '', max = '9999-12-31' }: CalendarProps) {
  const locale = useLocale();
  const within = (day: string): string => (day < min ? min : day > max ? max : day);
  const [at, setAt] = useState(() => within(value === '' ? today : value));
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  // A key may lead to another month: the day is there only after the drawing.
  useLayoutEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);
  const move = (event: KeyboardEvent): void => {
    const to = dayOfKey(event.key, at, locale);
    if (to === undefined) return;
    event.preventDefault();
    byKey.current = true;
    setAt(within(to));
  };
  const month = monthOfDay(at);
  return (
    <div className="mx-auto max-w-96 px-2 pb-2">
      <MonthBar
        month={month}
        min={min}
        max={max}
        onMove={(months) => setAt(within(sameDayAfter(at, months)))}
      />
      <table ref={grid} role="grid" aria-label={label} onKeyDown={move} className="w-full table-fixed">
        <thead>
          <tr>
            {weekdayNames(locale).map(({ short, long }) => (
              <th key={long} abbr={long} scope="col" className="h-8 text-xs font-normal text-muted">
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, locale).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, place) => (
                <td key={day ?? place} className="p-0" aria-selected={day !== null && day === value}>
                  {day !== null && (
                    <Day
                      day={day}
                      today={today}
                      chosen={day === value}
                      current={day === at}
                      disabled={day < min || day > max}
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
