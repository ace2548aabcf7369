import { dispose, init, registerLocale } from 'klinecharts';
import type { Chart as KChart, IndicatorCreate } from 'klinecharts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { floorToStep, format, price } from '@karat/money';
import type { Quotation } from '../../../lib/markets.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Empty, Failed, Spinner } from '../../../ui/index.ts';
import { lotDecimals, symbolOf, tickDecimals } from '../market.ts';
import { OVERLAYS } from '../settings.ts';
import type { Indicator, TradeSettings } from '../settings.ts';
import { tradeText } from '../text.ts';
import type { TradeWords } from '../ticket/labels.ts';
import { CHART_PERIODS } from './candles.ts';
import { dateText } from './dates.ts';
import { NO_FEED, feedOf } from './feed.ts';
import type { FeedState } from './feed.ts';
import { stylesOf, currentTokens } from './chart-theme.ts';
import { showLevels } from './levels.ts';
import type { ChartLevel } from './levels.ts';
import { numberText } from './numbers.ts';
import { pageScrolls } from './touch.ts';

const CANDLES = 'candle_pane';
const PANE_HEIGHT = 64;
/** Room for the legend, which would otherwise cover the bars. */
const PANE_GAP = { top: 24, bottom: 0 };
/** Fewer lines than the library's default: they and their legend must fit a phone. */
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
    second: '',
    minute: '',
    hour: '',
    day: '',
    week: '',
    month: '',
    year: '',
  });
}

/** The volume under the crosshair, or the last one, with its label. */
const volumeLegend = (name: string): Pick<IndicatorCreate, 'createTooltipDataSource'> => ({
  createTooltipDataSource: ({ chart, crosshair }) => {
    const bars = chart.getDataList();
    const bar = bars[crosshair.dataIndex ?? bars.length - 1] ?? bars.at(-1);
    const value = (bar?.volume ?? 0).toFixed(chart.getSymbol()?.volumePrecision);
    return { name: '', calcParamsText: '', features: [], legends: [{ title: `${name}: `, value }] };
  },
});

/** Adds and removes indicators to match the settings. */
function showIndicators(chart: KChart, wanted: readonly Indicator[], volume: string): void {
  const present = new Set(chart.getIndicators().map(({ name }) => name));
  for (const name of present) if (!wanted.some((one) => one === name)) chart.removeIndicator({ name });
  for (const name of wanted) {
    if (present.has(name)) continue;
    const over = OVERLAYS.some((one) => one === name);
    const paneId = over ? CANDLES : `pane_${name}`;
    const legend = name === 'VOL' ? volumeLegend(volume) : {};
    chart.createIndicator({ name, paneId, ...LENGTHS[name], ...legend }, over);
    if (over) continue;
    chart.setPaneOptions({ id: paneId, height: PANE_HEIGHT, minHeight: 40 });
    chart.overrideYAxis({ paneId, gap: PANE_GAP });
  }
}

/** The visible candles include history before the first trade. */
function seesBackfilled(chart: KChart): boolean {
  const { from, to } = chart.getVisibleRange();
  return chart
    .getDataList()
    .slice(Math.max(0, from), to)
    .some((bar) => bar['backfilled'] === true);
}

const NO_LEVELS: readonly ChartLevel[] = [];

interface ChartProps {
  /** Own orders and positions. */
  readonly levels?: readonly ChartLevel[] | undefined;
  /** A level was dragged to a price, in decimal text of the market's tick, or clicked. */
  readonly onLevel?: ((id: string, price: string) => void) | undefined;
  readonly market: Quotation;
  readonly settings: Pick<TradeSettings, 'period' | 'style' | 'indicators'>;
  readonly label: string;
}

interface Made {
  readonly market: Quotation;
  readonly locale: string;
  readonly t: TradeWords;
  readonly onBackfilled: (seen: boolean) => void;
}

/** Creates a chart in an element; returns it with its cleanup. */
function makeChart(element: HTMLElement, { market, locale, t, onBackfilled }: Made) {
  speak(locale, t);
  const chart = init(element, {
    locale,
    styles: stylesOf(currentTokens(), 'candle'),
    formatter: { formatDate: ({ timestamp, template }) => dateText(timestamp, template, locale) },
    thousandsSeparator: { format: (value) => numberText(value, locale) },
  });
  if (!chart) return undefined;
  // The library inserts its element first in the tab order; it belongs at its position.
  const canvas = chart.getDom();
  if (canvas) canvas.tabIndex = 0;
  chart.setOffsetRightDistance(40);
  chart.setBarSpace(7);
  chart.setSymbol({
    ticker: symbolOf(market),
    pricePrecision: tickDecimals(market),
    volumePrecision: lotDecimals(market),
  });
  chart.subscribeAction('onVisibleRangeChange', () => onBackfilled(seesBackfilled(chart)));
  const resized = new ResizeObserver(() => chart.resize());
  resized.observe(element);
  const endTouch = pageScrolls(element);
  const end = (): void => {
    endTouch();
    resized.disconnect();
    dispose(chart);
  };
  return { chart, end };
}

/** Repaints when the theme or the up/down colours change. Returns the cleanup. */
function followLook(chart: KChart, style: TradeSettings['style']): () => void {
  const paint = (): void => chart.setStyles(stylesOf(currentTokens(), style));
  paint();
  const watcher = new MutationObserver(paint);
  watcher.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-red-up'] });
  return () => watcher.disconnect();
}

/** Text alternative of the chart. */
function nameCanvas(chart: KChart, label: string): void {
  const canvas = chart.getDom();
  canvas?.setAttribute('role', 'img');
  canvas?.setAttribute('aria-label', label);
}

/** The chart library with the app's data, colours and language. One instance per market. */
export default function Chart({ market: current, settings, label, levels = NO_LEVELS, onLevel }: ChartProps) {
  const t = useText(tradeText);
  const locale = useLocale();
  const place = useRef<HTMLDivElement>(null);
  // Tick sizes and names of a market do not change while it is shown; its prices come from the feed.
  const [market] = useState(current);
  const [chart, setChart] = useState<KChart | null>(null);
  const [state, setState] = useState<FeedState>('loading');
  const [backfilled, setBackfilled] = useState(false);
  const [drawn, setDrawn] = useState(0);
  const { period, style, indicators } = settings;

  useEffect(() => {
    const made =
      place.current && makeChart(place.current, { market, locale, t, onBackfilled: setBackfilled });
    if (!made) return undefined;
    setChart(made.chart);
    return () => {
      setChart(null);
      made.end();
    };
  }, [market, locale, t]);

  useEffect(() => (chart ? followLook(chart, style) : undefined), [chart, style]);

  useEffect(() => {
    if (!chart) return undefined;
    const feed = feedOf({ market, period, onState: setState, onGap: () => chart.resetData() });
    // Each of the three starts a load: the previous feed must not answer for the new period.
    chart.setDataLoader(NO_FEED);
    chart.setPeriod(CHART_PERIODS[period]);
    chart.setDataLoader(feed);
    return () => feed.end();
  }, [chart, market, period]);

  useEffect(() => {
    if (chart) showIndicators(chart, indicators, t('volume'));
  }, [chart, indicators, t]);

  useEffect(() => {
    if (chart) nameCanvas(chart, label);
  }, [chart, label]);

  const moved = useEffectEvent((id: string, value: number) => {
    const tick = price(market.tick);
    const at = floorToStep(price(Math.max(0, value).toFixed(tickDecimals(market))), tick);
    // The line returns to its price until the change is confirmed.
    setDrawn((count) => count + 1);
    onLevel?.(id, format(at));
  });
  // Unchanged levels are not redrawn.
  const shown = JSON.stringify(levels);
  useEffect(
    () =>
      chart && state === 'ready'
        ? showLevels(chart, JSON.parse(shown) as readonly ChartLevel[], (id, value) => moved(id, value))
        : undefined,
    [chart, state, shown, drawn],
  );

  return (
    <div className="relative flex h-full flex-col">
      <div ref={place} className="min-h-0 flex-1 *:touch-pan-y!" />
      {state === 'loading' && <Spinner className="absolute inset-0 z-10 m-auto text-muted" />}
      {state === 'empty' && (
        <Empty
          text={t('chart_empty')}
          className="absolute inset-0 z-10 justify-center bg-bg wide:bg-surface"
        />
      )}
      {state === 'failed' && (
        <Failed
          retry={() => chart?.resetData()}
          className="absolute inset-0 z-10 justify-center bg-bg py-2! wide:bg-surface"
        />
      )}
      <p className="min-h-4 text-xs text-muted">{backfilled && state === 'ready' && t('backfilled')}</p>
    </div>
  );
}
