import type { MarginMode } from '@karat/contract';
import { create } from 'zustand';
import { storage } from '../../lib/storage.ts';

export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '4H', '1day', '1week', '1mon'] as const;
export type Period = (typeof PERIODS)[number];

/** Indicators over the candles, and in panes of their own. */
export const OVERLAYS = ['MA', 'EMA', 'BOLL'] as const;
export const PANES = ['VOL', 'MACD', 'RSI', 'KDJ'] as const;
export const INDICATORS = [...OVERLAYS, ...PANES] as const;
export type Indicator = (typeof INDICATORS)[number];

/** Periods of each indicator; of BOLL a period and the deviations. */
export type IndicatorPeriods = Readonly<Record<Indicator, readonly number[]>>;
/** Fewer lines than the library's default: they and their legend must fit a phone. */
export const DEFAULT_PERIODS: IndicatorPeriods = {
  MA: [7, 25, 99],
  EMA: [7, 25, 99],
  BOLL: [20, 2],
  VOL: [],
  MACD: [12, 26, 9],
  RSI: [6, 12, 24],
  KDJ: [9, 3, 3],
};
export const PERIOD_MAX = 500;
export const isPeriod = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= PERIOD_MAX;

export const SCALES = ['linear', 'log'] as const;
export type Scale = (typeof SCALES)[number];

export const BOOK_SIDES = ['both', 'bids', 'asks'] as const;
export type BookSides = (typeof BOOK_SIDES)[number];
/** Price steps of the book in ticks. */
export const GROUPINGS = [1, 10, 100] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What take-profit and stop-loss of a position are given by: price, return on the margin, or change of the price. */
export const STOPS_BY = ['price', 'return', 'change'] as const;
export type StopsBy = (typeof STOPS_BY)[number];

export const MODES = ['cross', 'isolated'] as const satisfies readonly MarginMode[];

/** Margin mode and leverage of the next order of a market. */
export interface MarginSettings {
  readonly mode: MarginMode;
  readonly multiple: number;
}

/** Settings of the trade screen, stored in the browser. */
export interface TradeSettings {
  /** Confirm an order before it is sent. */
  readonly confirm: boolean;
  /** Whether a phone shows the chart in place of the ticket. */
  readonly chartOpen: boolean;
  /** Whether the options screen shows candles in place of the line of the index. */
  readonly optionCandles: boolean;
  readonly period: Period;
  readonly style: 'candle' | 'line';
  readonly indicators: readonly Indicator[];
  readonly periods: IndicatorPeriods;
  /** Of the price axis. */
  readonly scale: Scale;
  readonly sides: BookSides;
  readonly grouping: Grouping;
  readonly stopsBy: StopsBy;
  /** By the number of the market; a market that is not listed has the defaults. */
  readonly margins: Readonly<Record<string, MarginSettings>>;
}

const DEFAULTS: TradeSettings = {
  confirm: true,
  chartOpen: false,
  optionCandles: false,
  period: '15min',
  style: 'candle',
  indicators: ['MA', 'VOL'],
  periods: DEFAULT_PERIODS,
  scale: 'linear',
  sides: 'both',
  grouping: 1,
  stopsBy: 'price',
  margins: {},
};

const KEY = 'trade';

const oneOf = <T>(values: readonly T[], value: unknown, otherwise: T): T =>
  values.find((one) => one === value) ?? otherwise;

/** Stored periods; an indicator whose number of periods or values are unknown has the default. */
function readPeriods(kept: unknown): IndicatorPeriods {
  const fields: Readonly<Record<string, unknown>> =
    typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const of = (name: Indicator): readonly number[] => {
    const [known, otherwise] = [fields[name], DEFAULT_PERIODS[name]];
    const fits = Array.isArray(known) && known.length === otherwise.length && known.every(isPeriod);
    return fits ? known : otherwise;
  };
  return {
    ...{ MA: of('MA'), EMA: of('EMA'), BOLL: of('BOLL') },
    ...{ VOL: of('VOL'), MACD: of('MACD'), RSI: of('RSI'), KDJ: of('KDJ') },
  };
}

/** A whole leverage; the ticket reduces it to one that its market allows. */
const isMultiple = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Stored margin settings; those of a market with an unknown value are dropped. */
function readMargins(kept: unknown): TradeSettings['margins'] {
  const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
  return Object.fromEntries(
    entries.flatMap(([market, value]: [string, unknown]) => {
      const fields: Readonly<Record<string, unknown>> =
        typeof value === 'object' && value !== null ? { ...value } : {};
      const mode = MODES.find((one) => one === fields['mode']);
      const multiple = fields['multiple'];
      return mode !== undefined && isMultiple(multiple) ? [[market, { mode, multiple }]] : [];
    }),
  );
}

/** Parses stored settings field by field; unknown values fall back to the default. */
export function readSettings(kept: unknown): TradeSettings {
  const fields: Readonly<Record<string, unknown>> =
    typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const indicators = fields['indicators'];
  return {
    confirm: fields['confirm'] !== false,
    chartOpen: fields['chartOpen'] === true,
    optionCandles: fields['optionCandles'] === true,
    period: oneOf(PERIODS, fields['period'], DEFAULTS.period),
    style: oneOf(['candle', 'line'], fields['style'], DEFAULTS.style),
    indicators: Array.isArray(indicators)
      ? INDICATORS.filter((one) => indicators.includes(one))
      : DEFAULTS.indicators,
    periods: readPeriods(fields['periods']),
    scale: oneOf(SCALES, fields['scale'], DEFAULTS.scale),
    sides: oneOf(BOOK_SIDES, fields['sides'], DEFAULTS.sides),
    grouping: oneOf(GROUPINGS, fields['grouping'], DEFAULTS.grouping),
    stopsBy: oneOf(STOPS_BY, fields['stopsBy'], DEFAULTS.stopsBy),
    margins: readMargins(fields['margins']),
  };
}

export const useTradeSettings = create<TradeSettings>(() => readSettings(storage.read(KEY)));

/** Stores margin mode and leverage for the next orders of a market. */
export function setMargin(market: number, margin: MarginSettings): void {
  setTrade({ margins: { ...useTradeSettings.getState().margins, [market]: margin } });
}

/** Changes some settings and stores them. */
export function setTrade(changes: Partial<TradeSettings>): void {
  useTradeSettings.setState(changes);
  storage.write(KEY, useTradeSettings.getState());
}
