import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { AllReplies } from '../../lib/calls.ts';
import { useNow } from '../../lib/now.ts';
import { useGet } from '../../lib/query.ts';
import { useLocale, useText } from '../../lib/text.ts';
import { Card, cx, IconButton, Loaded, Num, Sheet, Skeleton } from '../../ui/index.ts';
import { Counting } from './Counting.tsx';
import type { Method } from './Method.tsx';
import { dayName, daysOf, monthAfter, monthName, monthOf, weekdays } from './months.ts';
import { Period } from './Period.tsx';
import { portfolioText } from './text.ts';

type Day = AllReplies['portfolio/days']['data'][number];

const groundOf = (profit: string): string => {
  const value = Number(profit);
  return value > 0 ? 'bg-up-soft' : value < 0 ? 'bg-down-soft' : 'bg-raised';
};

/** Large letters grow only as far as a figure fits its day. */
const LETTERS = 'text-[length:min(0.75rem,3.4vw)] leading-4';

function DayCell({
  date,
  day,
  onOpen,
}: {
  readonly date: string;
  readonly day: Day | undefined;
  readonly onOpen: () => void;
}) {
  const locale = useLocale();
  const number = Number(date.slice(8));
  if (!day)
    return (
      <span className={cx('grid min-h-13 place-items-start rounded-sm p-1 text-muted', LETTERS)}>
        {number}
      </span>
    );
  return (
    <button
      type="button"
      onClick={onOpen}
      className={cx(
        'flex min-h-13 min-w-0 flex-col rounded-sm px-0.5 py-1 text-start active:opacity-70',
        LETTERS,
        groundOf(day.profit),
      )}
    >
      <span className="px-0.5 text-muted" aria-hidden="true">
        {number}
      </span>
      <span className="sr-only">{dayName(date, locale)}</span>
      <span className="w-full text-end font-medium">
        {Number(day.profit) !== 0 && <Num value={day.profit} form="brief" signed intent="auto" />}
      </span>
    </button>
  );
}

function Month({ month, days }: { readonly month: string; readonly days: readonly Day[] }) {
  const locale = useLocale();
  const [open, setOpen] = useState<Day | null>(null);
  const { before, dates } = daysOf(month);
  return (
    <>
      <div className="grid grid-cols-7 gap-1">
        {weekdays(locale).map((name, at) => (
          // Short names repeat, so that the column is the key.
          <span key={dates[at]} className={cx('text-center text-muted', LETTERS)} aria-hidden="true">
            {name}
          </span>
        ))}
        {before > 0 && <span style={{ gridColumn: `span ${before}` }} />}
        {dates.map((date) => {
          const day = days.find((one) => one.date === date);
          return <DayCell key={date} date={date} day={day} onOpen={() => setOpen(day ?? null)} />;
        })}
      </div>
      <Sheet
        open={open !== null}
        title={open ? dayName(open.date, locale) : ''}
        onClose={() => setOpen(null)}
      >
        <div className="px-5 pb-5">{open && <Period figures={open} />}</div>
      </Sheet>
    </>
  );
}

/** Profit and loss by day of a month. */
export function Calendar({ method }: { readonly method: Method }) {
  const t = useText(portfolioText);
  const locale = useLocale();
  const current = monthOf(useNow());
  const [month, setMonth] = useState(current);
  const days = useGet('portfolio/days', { month, method }, { keep: true });
  const first = days.data?.first_month ?? month;
  return (
    <div className="flex flex-col gap-4 wide:grid wide:grid-cols-[3fr_2fr] wide:items-start">
      <Card className="p-4">
        <div className="mb-2 flex items-center">
          <IconButton
            label={t('previous_month')}
            disabled={month <= first}
            onClick={() => setMonth(monthAfter(month, -1))}
          >
            <ChevronLeft />
          </IconButton>
          <h2 className="flex-1 text-center text-lg font-semibold">{monthName(month, locale)}</h2>
          <IconButton
            label={t('next_month')}
            disabled={month >= current}
            onClick={() => setMonth(monthAfter(month, 1))}
          >
            <ChevronRight />
          </IconButton>
        </div>
        <Loaded query={days} skeleton={<Skeleton className="h-80" />} isEmpty={() => false}>
          {({ data }) => <Month month={month} days={data} />}
        </Loaded>
      </Card>
      {days.data && (
        <div className="flex flex-col gap-4">
          <Counting complete={days.data.complete} refetch={days.refetch} />
          <Card className="px-4">
            <h2 className="pt-4 text-sm text-muted">{t('month_profit')}</h2>
            <Period figures={days.data.total} />
          </Card>
        </div>
      )}
    </div>
  );
}
