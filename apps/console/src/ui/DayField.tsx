import { DatePicker } from 'antd';
import dayjs from 'dayjs';

const FORMAT = 'YYYY-MM-DD';

interface DayFieldProps {
  readonly label: string;
  /** `2026-12-24`, or empty. */
  readonly value: string;
  /** First and last day that can be chosen; empty for an open end. */
  readonly min?: string;
  readonly max?: string;
  readonly choose: (day: string) => void;
}

const dayOf = (text: string) => (text === '' ? null : dayjs(text));

/** A day, typed or chosen in a calendar. It has no time zone; the label says in which one it is read. */
export function DayField({ label, value, min = '', max = '', choose }: DayFieldProps) {
  return (
    <DatePicker
      aria-label={label}
      placeholder={FORMAT}
      format={FORMAT}
      value={dayOf(value)}
      {...(min === '' ? {} : { minDate: dayjs(min) })}
      {...(max === '' ? {} : { maxDate: dayjs(max) })}
      onChange={(day) => choose(day?.format(FORMAT) ?? '')}
      // "Today" would be that of the operator's time zone.
      showNow={false}
      style={{ width: 140 }}
    />
  );
}
