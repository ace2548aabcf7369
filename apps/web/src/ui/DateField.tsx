import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { dayText, today } from '../lib/calendar.ts';
import { colonOf } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { shellText } from '../lib/shell-text.ts';
import { useLocale, useText } from '../lib/text.ts';
import { Button } from './Button.tsx';
import { Calendar } from './Calendar.tsx';
import { cx } from './cx.ts';
import { Sheet } from './Sheet.tsx';

/** A day, or none: a field that opens a calendar. Days are `yyyy-mm-dd`. */
export function DateField({
  label,
  value,
  onValue,
  min,
  max,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (day: string) => void;
  /** First and last day that can be chosen. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}) {
  const t = useText(shellText);
  const locale = useLocale();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const choose = (day: string): void => {
    setOpen(false);
    onValue(day);
  };
  const shown = value === '' ? t('any_date') : dayText(value, locale, 'medium');
  return (
    <div className="min-w-0">
      <p aria-hidden="true" className="mb-2 text-sm text-muted">
        {label}
      </p>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${label}${colonOf(locale)}${shown}`}
        onClick={() => setOpen(true)}
        className="flex min-h-12 w-full min-w-0 items-center gap-2 rounded-md border border-line bg-surface py-2 ps-4 pe-3 text-start"
      >
        <span className={cx('min-w-0 flex-1 text-base', value === '' && 'text-muted')}>{shown}</span>
        <CalendarDays className="size-5 shrink-0 text-muted" aria-hidden="true" />
      </button>
      {open && (
        <Sheet open title={label} onClose={() => setOpen(false)}>
          <Calendar
            label={t('choose_date')}
            value={value}
            today={today(now)}
            min={min}
            max={max}
            onChoose={choose}
          />
          <div className="px-5 pb-4">
            <Button variant="plain" wide disabled={value === ''} onClick={() => choose('')}>
              {t('any_date')}
            </Button>
          </div>
        </Sheet>
      )}
    </div>
  );
}
