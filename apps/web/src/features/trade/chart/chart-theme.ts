import type { DeepPartial, Styles } from 'klinecharts';

/** Theme colours of the chart. */
export interface Tokens {
  readonly up: string;
  readonly down: string;
  /** Text on `up` and `down`. */
  readonly onUp: string;
  readonly onDown: string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly raised: string;
  readonly surface: string;
  readonly gold: string;
  readonly family: string;
}

/** Reads the current theme tokens; they change with the theme and the up/down colours. */
export function currentTokens(): Tokens {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    up: token('up'),
    down: token('down'),
    onUp: token('on-up'),
    onDown: token('on-down'),
    ink: token('ink'),
    muted: token('muted'),
    line: token('line'),
    raised: token('raised'),
    surface: token('surface'),
    gold: token('gold-ink'),
    family: getComputedStyle(document.body).fontFamily,
  };
}

/** Adds an alpha channel from 00 to ff to a hex colour. */
const withAlpha = (hex: string, alpha: string): string => (/^#[0-9a-f]{6}$/i.test(hex) ? hex + alpha : hex);

/** Line colours of an indicator, distinct on light and dark ground. */
const LINES = ['#d09a2c', '#5b8def', '#c063c0', '#3fa7a0', '#e0785a'] as const;

/** The current price beside the axis. */
const priceLabel = ({ family, onUp }: Tokens) => ({
  family,
  size: 10,
  // Dark enough for both directions.
  color: onUp,
  paddingLeft: 3,
  paddingRight: 3,
  paddingTop: 2,
  paddingBottom: 2,
});

export function stylesOf(tokens: Tokens, style: 'candle' | 'line'): DeepPartial<Styles> {
  const { up, down, muted, line, family, gold, raised, ink } = tokens;
  const text = { family, size: 10, color: muted };
  const axis = { axisLine: { color: line }, tickLine: { show: false }, tickText: text };
  const mark = {
    line: { color: muted, dashedValue: [3, 3] },
    text: { family, size: 10, color: ink, backgroundColor: raised, borderColor: line },
  };
  const bars = {
    upColor: withAlpha(up, '99'),
    downColor: withAlpha(down, '99'),
    noChangeColor: withAlpha(muted, '99'),
  };
  const legend = {
    family,
    size: 10,
    color: muted,
    marginLeft: 4,
    marginRight: 4,
    marginTop: 2,
    marginBottom: 2,
  };
  const colours = { upColor: up, downColor: down, noChangeColor: muted };
  return {
    grid: { horizontal: { color: withAlpha(line, '99') }, vertical: { show: false } },
    candle: {
      type: style === 'line' ? 'area' : 'candle_solid',
      bar: {
        ...colours,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: muted,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: muted,
      },
      area: {
        lineColor: gold,
        lineSize: 1.5,
        backgroundColor: [
          { offset: 0, color: withAlpha(gold, '05') },
          { offset: 1, color: withAlpha(gold, '40') },
        ],
        point: { show: false, color: gold, animation: false },
      },
      priceMark: {
        high: { color: muted, textFamily: family },
        low: { color: muted, textFamily: family },
        last: { ...colours, text: priceLabel(tokens) },
      },
      tooltip: { showRule: 'follow_cross', title: { show: false }, legend },
    },
    indicator: {
      ohlc: colours,
      bars: [bars],
      lines: LINES.map((color) => ({ color, size: 1 })),
      circles: [colours],
      lastValueMark: { show: false },
      tooltip: { title: { show: false }, legend },
    },
    xAxis: axis,
    yAxis: { ...axis, axisLine: { show: false } },
    separator: { color: line },
    crosshair: { horizontal: mark, vertical: mark },
  };
}
