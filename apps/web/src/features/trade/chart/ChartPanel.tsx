import { SlidersHorizontal } from 'lucide-react';
import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { cx, IconButton, Skeleton, Tabs, arrows } from '../../../ui/index.ts';
import { symbolOf } from '../market.ts';
import type { ChartLevel } from './levels.ts';
import { PANES, PERIODS, setTrade, useTradeSettings } from '../settings.ts';
import type { TradeSettings } from '../settings.ts';
import type { Period } from '../settings.ts';
import { tradeText } from '../text.ts';

const DrawnChart = lazy(() => import('./DrawnChart.tsx'));
const FullScreen = lazy(() => import('./FullScreen.tsx'));
const ChartSheet = lazy(() => import('./ChartSheet.tsx'));
const DepthChart = lazy(() => import('../book/DepthChart.tsx'));

const PERIOD_NAMES = {
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

const VIEWS = ['chart', 'depth'] as const;
type View = (typeof VIEWS)[number];

function Periods({ period }: { readonly period: Period }) {
  const t = useText(tradeText);
  const strip = useRef<HTMLDivElement>(null);
  const { group, item } = arrows(PERIODS, period, (one) => setTrade({ period: one }));
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>(`[data-period="${period}"]`);
    if (!strip.current || !chosen) return;
    // Scrolls the selected period into the middle.
    strip.current.scrollLeft = chosen.offsetLeft - (strip.current.clientWidth - chosen.clientWidth) / 2;
  }, [period]);
  return (
    <div
      {...group}
      ref={strip}
      role="radiogroup"
      aria-label={t('period')}
      className="no-bar fades relative flex min-w-0 flex-1 overflow-x-auto"
    >
      {PERIODS.map((one) => (
        <button
          key={one}
          type="button"
          role="radio"
          aria-checked={one === period}
          data-period={one}
          {...item(one)}
          className={cx(
            'min-h-11 min-w-10 shrink-0 px-2 text-sm wide:min-w-9 wide:px-1.5',
            one === period ? 'font-semibold text-gold-ink' : 'text-muted',
          )}
        >
          {t(PERIOD_NAMES[one])}
        </button>
      ))}
    </div>
  );
}

function ChooseIndicators() {
  const t = useText(tradeText);
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <IconButton label={t('indicators')} onClick={() => setChoosing(true)} className="text-muted">
        <SlidersHorizontal />
      </IconButton>
      {choosing && (
        <Suspense>
          <ChartSheet onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Heights on a phone. `full`: down to the buttons above the tab bar. `small`: above a ticket. */
const HEIGHTS = {
  full: 'max(260px, calc(100dvh - var(--bar) - 278px))',
  small: '212px',
} as const;

/** Choice of the view, and of period and indicators of the chart. */
function Head({
  view,
  onView,
  period,
}: {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly period: TradeSettings['period'];
}) {
  const t = useText(tradeText);
  return (
    <div className="flex items-center border-b border-line">
      <Tabs
        label={t('chart')}
        items={VIEWS.map((id) => ({ id, label: t(id) }))}
        value={view}
        onChange={onView}
        className="gap-4! border-b-0!"
      />
      {view === 'chart' ? (
        <>
          <span className="mx-2 h-4 w-px shrink-0 bg-line" aria-hidden="true" />
          <Periods period={period} />
          <ChooseIndicators />
        </>
      ) : (
        <span className="flex-1" />
      )}
    </div>
  );
}

/** Candles or depth. */
export function ChartPanel({
  market,
  levels,
  onLevel,
  size = 'full',
}: {
  readonly market: Quotation;
  readonly levels?: readonly ChartLevel[];
  readonly onLevel?: (id: string, price: string) => void;
  readonly size?: keyof typeof HEIGHTS;
}) {
  const t = useText(tradeText);
  const locale = useLocale();
  const settings = useTradeSettings();
  const [view, setView] = useState<View>('chart');
  const [full, setFull] = useState(false);
  const panes = view === 'chart' ? PANES.filter((pane) => settings.indicators.includes(pane)).length : 1;
  const label = t('chart_label', {
    symbol: symbolOf(market),
    period: t(PERIOD_NAMES[settings.period]),
    price: formatNumber(market.now_price, { kind: 'full' }, locale),
  });
  const panel = (
    <>
      <Head view={view} onView={setView} period={settings.period} />
      <div
        className={
          full ? 'min-h-0 flex-1 pt-1' : 'h-(--phone) pt-1 wide:h-auto wide:min-h-(--wide) wide:flex-1'
        }
        style={{ '--phone': HEIGHTS[size], '--wide': `${240 + 64 * panes}px` } as CSSProperties}
      >
        <Suspense fallback={<Skeleton className="h-full" />}>
          {view === 'depth' ? (
            <DepthChart market={market} />
          ) : (
            <DrawnChart
              key={market.id}
              market={market}
              settings={settings}
              label={label}
              levels={levels}
              onLevel={onLevel}
              onFull={full ? undefined : () => setFull(true)}
            />
          )}
        </Suspense>
      </div>
    </>
  );
  return (
    <section aria-label={t('chart')} className="wide:flex wide:h-full wide:flex-col">
      {full ? (
        <Suspense>
          <FullScreen title={symbolOf(market)} onClose={() => setFull(false)}>
            {panel}
          </FullScreen>
        </Suspense>
      ) : (
        panel
      )}
    </section>
  );
}
