import { dispose, init, registerLocale } from 'klinecharts';
import type { Chart as KChart } from 'klinecharts';
import { useEffect, useRef, useState } from 'react';
import type { Quotation } from '../../../lib/markets.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Empty, Failed, Spinner } from '../../../ui/index.ts';
import { lotDecimals, symbolOf, tickDecimals } from '../market.ts';
import { OVERLAYS } from '../settings.ts';
import type { Indicator, TradeSettings } from '../settings.ts';
import { tradeText } from '../text.ts';
import type { TradeWords } from '../ticket/words.ts';
import { CHART_PERIODS } from './candles.ts';
import { dateText, groupSign } from './dates.ts';
import { feedOf } from './feed.ts';
import type { FeedState } from './feed.ts';
import { stylesOf, tokensNow } from './look.ts';
import { pageScrolls } from './touch.ts';

const CANDLES = 'candle_pane';
const PANE_HEIGHT = 64;
/** Fewer lines than the library draws by itself: they and their legend have to fit a phone. */
const LENGTHS: Readonly<Partial<Record<Indicator, { readonly calcParams: number[] }>>> = {
  MA: { calcParams: [7, 25, 99] },
  EMA: { calcParams: [7, 25, 99] },
  VOL: { calcParams: [] },
};

function speak(locale: string, t: TradeWords): void {
  registerLocale(locale, {
    time: `${t('time')}: `,
    open: `${t('open')}: `,
    high: `${t('high')}: `,
    low: `${t('low')}: `,
    close: `${t('close')}: `,
    volume: `${t('volume')}: `,
    change: `${t('change')}: `,
    turnover: `${t('turnover')}: `,
    ...{ second: '', minute: '', hour: '', day: '', week: '', month: '', year: '' },
  });
}

/** Adds what is wanted and not there, takes away what is there and not wanted. */
function showIndicators(chart: KChart, wanted: readonly Indicator[]): void {
  const present = new Set(chart.getIndicators().map(({ name }) => name));
  for (const name of present) if (!wanted.some((one) => one === name)) chart.removeIndicator({ name });
  for (const name of wanted) {
    if (present.has(name)) continue;
    const over = OVERLAYS.some((one) => one === name);
    const paneId = over ? CANDLES : `pane_${name}`;
    chart.createIndicator({ name, paneId, ...LENGTHS[name] }, over);
    if (!over) chart.setPaneOptions({ id: paneId, height: PANE_HEIGHT, minHeight: 40 });
  }
}

/** Candles are in view that were made before the first trade. */
function seesBackfilled(chart: KChart): boolean {
  const { from, to } = chart.getVisibleRange();
  return chart
    .getDataList()
    .slice(Math.max(0, from), to)
    .some((bar) => bar['backfilled'] === true);
}

interface ChartProps {
  readonly market: Quotation;
  readonly settings: Pick<TradeSettings, 'period' | 'style' | 'indicators'>;
  readonly label: string;
}

/** The chart library with our data, colours and language. One instance per market. */
export default function Chart({ market, settings, label }: ChartProps) {
  const t = useText(tradeText);
  const locale = useLocale();
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<KChart | null>(null);
  const [state, setState] = useState<FeedState>('loading');
  const [backfilled, setBackfilled] = useState(false);
  const { period, style, indicators } = settings;

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    speak(locale, t);
    const made = init(element, {
      locale,
      styles: stylesOf(tokensNow(), 'candle'),
      formatter: { formatDate: ({ timestamp, template }) => dateText(timestamp, template, locale) },
      thousandsSeparator: { sign: groupSign(locale) },
    });
    if (!made) return undefined;
    made.setOffsetRightDistance(40);
    made.setBarSpace(7);
    made.setSymbol({
      ticker: symbolOf(market),
      pricePrecision: tickDecimals(market),
      volumePrecision: lotDecimals(market),
    });
    const look = (): void => setBackfilled(seesBackfilled(made));
    made.subscribeAction('onVisibleRangeChange', look);
    const resized = new ResizeObserver(() => made.resize());
    resized.observe(element);
    const endTouch = pageScrolls(element);
    setChart(made);
    return () => {
      setChart(null);
      endTouch();
      resized.disconnect();
      dispose(made);
    };
    // A market's steps do not change while it is looked at; another market is another instance.
  }, [market.id, locale]);

  useEffect(() => {
    if (!chart) return undefined;
    const paint = (): void => chart.setStyles(stylesOf(tokensNow(), style));
    paint();
    const watcher = new MutationObserver(paint);
    watcher.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-red-up'] });
    return () => watcher.disconnect();
  }, [chart, style]);

  useEffect(() => {
    if (!chart) return undefined;
    const feed = feedOf({ market, period, onState: setState, onGap: () => chart.resetData() });
    chart.setPeriod(CHART_PERIODS[period]);
    chart.setDataLoader(feed);
    return () =>
      feed.unsubscribeBar?.({
        symbol: { ticker: '', pricePrecision: 0, volumePrecision: 0 },
        period: CHART_PERIODS[period],
      });
  }, [chart, period]);

  useEffect(() => {
    if (chart) showIndicators(chart, indicators);
  }, [chart, indicators]);

  useEffect(() => {
    const canvas = chart?.getDom();
    if (!canvas) return;
    // The library puts its element first in the tab order; it belongs where it stands.
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', label);
  }, [chart, label]);

  return (
    <div className="relative flex h-full flex-col">
      <div ref={place} className="min-h-0 flex-1 *:touch-pan-y!" />
      {state === 'loading' && <Spinner className="absolute inset-0 m-auto text-muted" />}
      {state === 'empty' && (
        <Empty text={t('chart_empty')} className="absolute inset-0 justify-center bg-bg wide:bg-surface" />
      )}
      {state === 'failed' && (
        <Failed
          retry={() => chart?.resetData()}
          className="absolute inset-0 justify-center bg-bg py-2! wide:bg-surface"
        />
      )}
      <p className="min-h-4 text-xs text-muted">{backfilled && state === 'ready' && t('backfilled')}</p>
    </div>
  );
}
