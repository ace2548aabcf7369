import type { Chart as KChart, IndicatorCreate } from 'klinecharts';
import { formatNumber } from '../../../lib/format.ts';
import { OVERLAYS } from '../settings.ts';
import type { Indicator, IndicatorPeriods } from '../settings.ts';
import { numberText } from './numbers.ts';
import { CANDLES } from './panes.ts';

const PANE_HEIGHT = 64;
/** Room for the legend, which would otherwise cover the bars. */
const PANE_GAP = { top: 24, bottom: 0 };

/** From this volume on the axis shows short numbers. */
const SHORT_FROM = 1_000;

export interface IndicatorTexts {
  readonly locale: string;
  /** Label of the volume. */
  readonly volume: string;
  /** Unit of the volume. */
  readonly unit: string;
}

/** A volume with its unit in the app's language. */
export const volumeText = (
  volume: number,
  decimals: number | undefined,
  { locale, unit }: Pick<IndicatorTexts, 'locale' | 'unit'>,
): string => `${numberText(volume.toFixed(decimals), locale)} ${unit}`;

/** The volume under the crosshair, or the last one, with its label and unit. */
const volumeLegend = (texts: IndicatorTexts): Pick<IndicatorCreate, 'createTooltipDataSource'> => ({
  createTooltipDataSource: ({ chart, crosshair }) => {
    const bars = chart.getDataList();
    const bar = bars[crosshair.dataIndex ?? bars.length - 1] ?? bars.at(-1);
    const value = volumeText(bar?.volume ?? 0, chart.getSymbol()?.volumePrecision, texts);
    return {
      name: '',
      calcParamsText: '',
      features: [],
      legends: [{ title: `${texts.volume}: `, value }],
    };
  },
});

/** Settings of the axis of a pane: that of the volume shows short numbers with their unit. */
function setAxis(chart: KChart, name: Indicator, paneId: string, { locale, unit }: IndicatorTexts): void {
  const gap = PANE_GAP;
  if (name !== 'VOL') return chart.overrideYAxis({ paneId, gap });
  chart.overrideYAxis({
    paneId,
    gap,
    createTicks: ({ defaultTicks }) =>
      defaultTicks.map((tick) => {
        const kind = Number(tick.value) < SHORT_FROM ? 'full' : 'short';
        const value = formatNumber(String(tick.value), { kind }, locale);
        return { ...tick, text: `${value} ${unit}` };
      }),
  });
}

/** Oscillators from 0 to 100 need no decimals of a price. The lines of RSI are named by their periods, as those of MA are. */
const oscillator = (name: Indicator): Pick<IndicatorCreate, 'precision' | 'regenerateFigures'> => {
  if (name === 'KDJ') return { precision: 2 };
  if (name !== 'RSI') return {};
  return {
    precision: 2,
    regenerateFigures: (periods) =>
      periods.map((period, at) => ({ key: `rsi${at + 1}`, title: `RSI${String(period)}: `, type: 'line' })),
  };
};

/** Adds, changes and removes indicators to match the settings. */
export function showIndicators(
  chart: KChart,
  wanted: readonly Indicator[],
  periods: IndicatorPeriods,
  texts: IndicatorTexts,
): void {
  const present = new Set(chart.getIndicators().map(({ name }) => name));
  for (const name of present) if (!wanted.some((one) => one === name)) chart.removeIndicator({ name });
  for (const name of wanted) {
    const calcParams = [...periods[name]];
    if (present.has(name)) {
      chart.overrideIndicator({ name, calcParams });
      continue;
    }
    const over = OVERLAYS.some((one) => one === name);
    const paneId = over ? CANDLES : `pane_${name}`;
    const legend = name === 'VOL' ? volumeLegend(texts) : {};
    chart.createIndicator({ name, paneId, calcParams, ...legend, ...oscillator(name) }, over);
    if (over) continue;
    chart.setPaneOptions({ id: paneId, height: PANE_HEIGHT, minHeight: 40 });
    setAxis(chart, name, paneId, texts);
  }
}

/** Linear or logarithmic price axis. */
export const setScale = (chart: KChart, scale: 'linear' | 'log'): void =>
  chart.overrideYAxis({ paneId: CANDLES, name: scale === 'log' ? 'logarithm' : 'normal' });
