import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../../lib/text.ts';
import { arrows, cx, Sheet } from '../../../ui/index.ts';
import { PERIODS, setTrade } from '../settings.ts';
import type { Period } from '../settings.ts';
import { tradeText } from '../text.ts';
import { useWide } from '../wide.ts';

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

/** Periods beside the chart's title on a phone; the sheet has all. */
const COMMON = ['15min', '60min', '4H', '1day'] as const satisfies readonly Period[];

/** Radio buttons of periods. */
function Choice({
  periods,
  period,
  onChoose,
  className,
  itemClass,
}: {
  readonly periods: readonly Period[];
  readonly period: Period;
  readonly onChoose: (period: Period) => void;
  readonly className: string;
  readonly itemClass: (chosen: boolean) => string;
}) {
  const t = useText(tradeText);
  const { group, item } = arrows(periods, period, onChoose);
  return (
    <div {...group} role="radiogroup" aria-label={t('period')} className={className}>
      {periods.map((one, index) => (
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={one === period}
          {...item(one)}
          // Where the selected period is only in the sheet, Tab reaches the first one.
          {...(index === 0 && !periods.includes(period) && { tabIndex: 0 })}
          className={itemClass(one === period)}
        >
          {t(PERIOD_NAMES[one])}
        </button>
      ))}
    </div>
  );
}

/** Opens the sheet of all periods; named by the selected one where that is none of the common periods. */
function AllPeriods({ period }: { readonly period: Period }) {
  const t = useText(tradeText);
  const [choosing, setChoosing] = useState(false);
  const isCommon = COMMON.some((one) => one === period);
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
          isCommon ? 'text-muted' : 'font-semibold text-gold-ink',
        )}
      >
        {!isCommon && name}
        <ChevronDown className="size-4" aria-hidden="true" />
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

/** Period of the candles: the common ones and a sheet of all on a phone, all in a row on a wide screen. */
export function Periods({ period }: { readonly period: Period }) {
  const isWide = useWide();
  return (
    <div className="flex min-w-0 flex-1">
      <Choice
        periods={isWide ? PERIODS : COMMON}
        period={period}
        onChoose={(one) => setTrade({ period: one })}
        className="no-bar fades flex min-w-0 overflow-x-auto"
        itemClass={(chosen) =>
          cx(
            'min-h-11 min-w-9 shrink-0 px-1.5 text-sm',
            chosen ? 'font-semibold text-gold-ink' : 'text-muted',
          )
        }
      />
      {!isWide && <AllPeriods period={period} />}
    </div>
  );
}
