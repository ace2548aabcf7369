import { dispose, init, registerLocale } from 'klinecharts';
import type { Chart as KChart } from 'klinecharts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { floorToStep, format, max, price } from '@karat/money';
import type { Quotation } from '../../../lib/markets.ts';
import { colonOf } from '../../../lib/format.ts';
import { useLocale, useText } from '../../../lib/text.ts';
import { Empty, Failed, Spinner } from '../../../ui/index.ts';
import { lotDecimals, symbolOf, tickDecimals } from '../market.ts';
import type { TradeSettings } from '../settings.ts';
import { tradeText } from '../text.ts';
import type { TradeWords } from '../ticket/labels.ts';
import { AlertOffer } from './AlertOffer.tsx';
import { CHART_PERIODS } from './candles.ts';
import { dateText } from './dates.ts';
import { defaultDrawing, placeDrawing, showDrawings } from './drawings.ts';
import type { ActiveTool, Drawing } from './drawing-tools.ts';
import { NO_FEED, feedOf } from './feed.ts';
import type { FeedState } from './feed.ts';
import { setScale, showIndicators } from './indicators.ts';
import { stylesOf, currentTokens } from './chart-theme.ts';
import { isOnHandle, showLevels } from './levels.ts';
import type { ChartLevel } from './levels.ts';
import { numberText } from './numbers.ts';
import { pageScrolls } from './touch.ts';

function speak(locale: string, t: TradeWords): void {
  const colon = colonOf(locale);
  registerLocale(locale, {
    time: `${t('time')}${colon}`,
    open: `${t('open')}${colon}`,
    high: `${t('high')}${colon}`,
    low: `${t('low')}${colon}`,
    close: `${t('close')}${colon}`,
    volume: `${t('volume')}${colon}`,
    change: `${t('change')}${colon}`,
    turnover: `${t('turnover')}${colon}`,
    second: '',
    minute: '',
    hour: '',
    day: '',
    week: '',
    month: '',
    year: '',
  });
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

/** The user's drawings, and the tool that waits for its points. */
export interface DrawingProps {
  readonly list: readonly Drawing[];
  readonly active: ActiveTool | null;
  readonly onDrawn: (drawing: Drawing) => void;
  readonly onMoved: (drawing: Drawing) => void;
  readonly onPicked: (id: string) => void;
}

/** Shows the drawings once the candles are there, and lets the active tool be placed. */
function useDrawn(
  chart: KChart | null,
  ready: boolean,
  { list, active, onDrawn, onMoved, onPicked }: DrawingProps,
  priceText: (value: number) => string,
): void {
  const text = useEffectEvent(priceText);
  const drawn = useEffectEvent(onDrawn);
  const moved = useEffectEvent(onMoved);
  const picked = useEffectEvent(onPicked);
  const shown = JSON.stringify(list);
  useEffect(
    () =>
      chart && ready
        ? showDrawings(chart, JSON.parse(shown) as readonly Drawing[], {
            priceText: (value) => text(value),
            onMoved: (drawing) => moved(drawing),
            onPicked: (id) => picked(id),
          })
        : undefined,
    [chart, ready, shown],
  );
  useEffect(() => {
    if (!chart || !ready || !active) return undefined;
    if (!active.atOnce)
      return placeDrawing(
        chart,
        active,
        (value) => text(value),
        (drawing) => drawn(drawing),
      );
    const drawing = defaultDrawing(chart, active, (value) => text(value));
    if (drawing) drawn(drawing);
    return undefined;
  }, [chart, ready, active]);
}

interface ChartProps {
  /** Own orders and positions. */
  readonly levels?: readonly ChartLevel[] | undefined;
  /** A level was dragged to a price, in decimal text of the market's tick, or clicked. */
  readonly onLevel?: ((id: string, price: string) => void) | undefined;
  readonly market: Quotation;
  readonly settings: Pick<TradeSettings, 'period' | 'style' | 'indicators' | 'periods' | 'scale'>;
  readonly drawing: DrawingProps;
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
  const endTouch = pageScrolls(element, (x, y) => isOnHandle(chart, x, y));
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

/** Calls when the finger or the button is lifted, wherever that is. Returns the cleanup. */
function onRelease(act: () => void): () => void {
  const ends = ['pointerup', 'pointercancel', 'touchend', 'touchcancel'] as const;
  for (const type of ends) addEventListener(type, act);
  return () => {
    for (const type of ends) removeEventListener(type, act);
  };
}

/** Shows levels as lines; a dragged line reports its price and returns to its place. */
function useLevels(
  chart: KChart | null,
  isReady: boolean,
  {
    levels,
    tickText,
    onLevel,
  }: {
    readonly levels: readonly ChartLevel[];
    readonly tickText: (value: number) => string;
    readonly onLevel: ChartProps['onLevel'];
  },
): void {
  const [drawn, setDrawn] = useState(0);
  const moved = useEffectEvent((id: string, value: number) => {
    const at = tickText(value);
    // The line returns to its price until the change is confirmed.
    setDrawn((count) => count + 1);
    onLevel?.(id, at);
  });
  // Unchanged levels are not redrawn, nor those under a finger: a new liquidation price would take the line out of its hand.
  const current = JSON.stringify(levels);
  const [held, setHeld] = useState<string | null>(null);
  const shown = held ?? current;
  useEffect(() => {
    if (!chart || !isReady) return undefined;
    return showLevels(chart, JSON.parse(shown) as readonly ChartLevel[], {
      onTake: () => setHeld(shown),
      onMove: (id, value) => moved(id, value),
    });
  }, [chart, isReady, shown, drawn]);
  const isHeld = held !== null;
  useEffect(() => (isHeld ? onRelease(() => setHeld(null)) : undefined), [isHeld]);
}

/** What covers the chart while it has no candles. */
function FeedOverlay({ state, onRetry }: { readonly state: FeedState; readonly onRetry: () => void }) {
  const t = useText(tradeText);
  return (
    <>
      {state === 'loading' && <Spinner className="absolute inset-0 z-10 m-auto text-muted" />}
      {state === 'empty' && (
        <Empty
          text={t('chart_empty')}
          className="absolute inset-0 z-10 justify-center bg-bg wide:bg-surface"
        />
      )}
      {state === 'failed' && (
        <Failed
          retry={onRetry}
          className="absolute inset-0 z-10 justify-center bg-bg py-2! wide:bg-surface"
        />
      )}
    </>
  );
}

/** The chart library with the app's data, colours and language. One instance per market. */
export default function Chart({
  market: current,
  settings,
  label,
  levels = NO_LEVELS,
  onLevel,
  drawing,
}: ChartProps) {
  const t = useText(tradeText);
  const locale = useLocale();
  const place = useRef<HTMLDivElement>(null);
  // Tick sizes and names of a market do not change while it is shown; its prices come from the feed.
  const [market] = useState(current);
  const [chart, setChart] = useState<KChart | null>(null);
  const [state, setState] = useState<FeedState>('loading');
  const [backfilled, setBackfilled] = useState(false);
  const { period, style, indicators, periods, scale } = settings;
  useEffect(() => {
    const texts = { market, locale, t, onBackfilled: setBackfilled };
    const made = place.current && makeChart(place.current, texts);
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
    // Each of the three starts a load: the previous feed must not answer for the new period.
    const feed = feedOf({ market, period, onState: setState, onGap: () => chart.resetData() });
    chart.setDataLoader(NO_FEED);
    chart.setPeriod(CHART_PERIODS[period]);
    chart.setDataLoader(feed);
    return () => feed.end();
  }, [chart, market, period]);

  useEffect(() => {
    const texts = { locale, volume: t('volume'), unit: market.currency_name };
    if (chart) showIndicators(chart, indicators, periods, texts);
  }, [chart, indicators, periods, locale, market, t]);

  useEffect(() => {
    if (!chart) return;
    setScale(chart, scale);
    nameCanvas(chart, label);
  }, [chart, scale, label]);

  const tickText = (value: number): string => {
    const tick = price(market.tick);
    const at = floorToStep(price(Math.max(0, value).toFixed(tickDecimals(market))), tick);
    return format(max(at, tick));
  };
  useDrawn(chart, state === 'ready', drawing, tickText);

  useLevels(chart, state === 'ready', { levels, tickText, onLevel });

  return (
    <div className="relative flex h-full flex-col">
      <div ref={place} className="min-h-0 flex-1 *:touch-pan-y!" />
      {drawing.active === null && <AlertOffer chart={chart} market={market} priceText={tickText} />}
      <FeedOverlay state={state} onRetry={() => chart?.resetData()} />
      <p className="min-h-4 text-xs text-muted">{backfilled && state === 'ready' && t('backfilled')}</p>
    </div>
  );
}
