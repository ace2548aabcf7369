import { ChartArea, ChartCandlestick, SlidersHorizontal } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import type { CSSProperties } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { useWide } from '../../../lib/wide.ts';
import { IconButton, Skeleton, Tabs } from '../../../ui/index.ts';
import { symbolOf } from '../market.ts';
import type { ChartLevel } from './levels.ts';
import { PANES, useTradeSettings } from '../settings.ts';
import type { TradeSettings } from '../settings.ts';
import { tradeText } from '../text.ts';
import { PERIOD_NAMES, Periods } from './Periods.tsx';

const DrawnChart = lazy(() => import('./DrawnChart.tsx'));
const FullScreen = lazy(() => import('./FullScreen.tsx'));
const ChartSheet = lazy(() => import('./ChartSheet.tsx'));
const DepthChart = lazy(() => import('../book/DepthChart.tsx'));

const VIEWS = ['chart', 'depth'] as const;
type View = (typeof VIEWS)[number];

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

interface HeadProps {
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly period: TradeSettings['period'];
}

/** Periods and indicators of the chart; the views are an icon, which leaves the row to the periods. */
function PhoneHead({ view, onView, period }: HeadProps) {
  const t = useText(tradeText);
  const isChart = view === 'chart';
  return (
    <div className="flex items-center border-b border-line">
      {isChart ? <Periods period={period} /> : <p className="flex-1 text-sm font-semibold">{t('depth')}</p>}
      {isChart && <ChooseIndicators />}
      <IconButton
        label={t(isChart ? 'depth' : 'chart')}
        onClick={() => onView(isChart ? 'depth' : 'chart')}
        className="text-muted"
      >
        {isChart ? <ChartArea /> : <ChartCandlestick />}
      </IconButton>
    </div>
  );
}

/** Choice of the view, and of period and indicators of the chart. */
function WideHead({ view, onView, period }: HeadProps) {
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
  const Head = useWide() ? WideHead : PhoneHead;
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
          <FullScreen market={market} onClose={() => setFull(false)}>
            {panel}
          </FullScreen>
        </Suspense>
      ) : (
        panel
      )}
    </section>
  );
}
