import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useText } from '../../../lib/text.ts';
import { useWide } from '../../../lib/wide.ts';
import { arrows, cx, Sheet } from '../../../ui/index.ts';
import { PERIODS, setTrade } from '../settings.ts';
import type { Period } from '../settings.ts';
import { tradeText } from '../text.ts';

export const PERIOD_NAMES = {
  '1min': 'min_1',
  '5min': 'min_5',
  '15min': 'min_15',
  '30min': 'min_30',
  '60min': 'hour_1',
  '4H': 'hour_4',
  '1day': 'day_1',
  '1week': 'week_1',
  '1mon': 'month_1',
} as const satisfies Record<Period, string>;

/** Periods above the chart on a phone, as many as fit; the sheet has all. */
const COMMON = ['15min', '60min', '4H', '1day'] as const satisfies readonly Period[];

/** Returns how many children of a row that wraps are in its first line, at least one. */
const countInFirstLine = ({ children }: HTMLElement): number => {
  const [first, ...others] = [...children].filter((child) => child instanceof HTMLElement);
  const next = others.findIndex((child) => child.offsetTop > (first?.offsetTop ?? 0));
  return next === -1 ? children.length : next + 1;
};

/** The number of items that fit a row; follows the row's width and the size of its texts. */
function useFitting(row: RefObject<HTMLElement | null>, count: number): number {
  const [fitting, setFitting] = useState(count);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const measure = (): void => setFitting(countInFirstLine(element));
    measure();
    const observer = new ResizeObserver(measure);
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [row, count]);
  return fitting;
}

/** Radio buttons of periods; those from `fitting` on keep their place in the row and are hidden. */
function Choice({
  row,
  periods,
  fitting = periods.length,
  period,
  onChoose,
  className,
  itemClass,
}: {
  readonly row?: RefObject<HTMLDivElement | null>;
  readonly periods: readonly Period[];
  readonly fitting?: number;
  readonly period: Period;
  readonly onChoose: (period: Period) => void;
  readonly className: string;
  readonly itemClass: (chosen: boolean) => string;
}) {
  const t = useText(tradeText);
  const shown = periods.slice(0, fitting);
  const { group, item } = arrows(shown, period, onChoose);
  return (
    <div ref={row} {...group} role="radiogroup" aria-label={t('period')} className={className}>
      {periods.map((one, index) => (
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={one === period}
          {...item(one)}
          // Where the selected period is only in the sheet, Tab reaches the first one.
          {...(index === 0 && !shown.includes(period) && { tabIndex: 0 })}
          className={cx(itemClass(one === period), index >= fitting && 'invisible')}
        >
          {t(PERIOD_NAMES[one])}
        </button>
      ))}
    </div>
  );
}

/** Opens the sheet of all periods; named by the selected one where the row does not show it. */
function AllPeriods({ period, isShown }: { readonly period: Period; readonly isShown: boolean }) {
  const t = useText(tradeText);
  const [choosing, setChoosing] = useState(false);
  const name = t(PERIOD_NAMES[period]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t('period')}: ${name}`}
        onClick={() => setChoosing(true)}
        className={cx(
          'flex min-h-11 min-w-8 shrink-0 items-center justify-center gap-0.5 px-1 text-sm',
          isShown ? 'text-muted' : 'font-semibold text-gold-ink',
        )}
      >
        {!isShown && name}
        <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
      </button>
      <Sheet open={choosing} onClose={() => setChoosing(false)} title={t('period')}>
        <Choice
          periods={PERIODS}
          period={period}
          onChoose={(one) => {
            setTrade({ period: one });
            setChoosing(false);
          }}
          className="grid grid-cols-3 gap-2 px-5 pb-5"
          itemClass={(chosen) =>
            cx(
              'min-h-11 rounded-md border px-2',
              chosen ? 'border-gold-ink bg-gold-soft font-semibold text-gold-ink' : 'border-line',
            )
          }
        />
      </Sheet>
    </>
  );
}

const itemClass = (chosen: boolean): string =>
  cx('min-h-11 min-w-9 shrink-0 px-1.5 text-sm', chosen ? 'font-semibold text-gold-ink' : 'text-muted');

const choose = (period: Period): void => setTrade({ period });

/** The common periods that fit whole, and a sheet of all. */
function PhonePeriods({ period }: { readonly period: Period }) {
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFitting(row, COMMON.length);
  return (
    <>
      <Choice
        row={row}
        periods={COMMON}
        fitting={fitting}
        period={period}
        onChoose={choose}
        // Clipped, not hidden: a browser scrolls a hidden overflow to what is focused.
        className="flex h-11 min-w-0 flex-wrap overflow-clip"
        itemClass={itemClass}
      />
      <AllPeriods period={period} isShown={COMMON.slice(0, fitting).some((one) => one === period)} />
    </>
  );
}

/** Period of the candles: the common ones and a sheet of all on a phone, all in a row on a wide screen. */
export function Periods({ period }: { readonly period: Period }) {
  const isWide = useWide();
  return (
    <div className="flex min-w-0 flex-1">
      {isWide ? (
        <Choice
          periods={PERIODS}
          period={period}
          onChoose={choose}
          className="no-bar fades flex min-w-0 overflow-x-auto"
          itemClass={itemClass}
        />
      ) : (
        <PhonePeriods period={period} />
      )}
    </div>
  );
}
