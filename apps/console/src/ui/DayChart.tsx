import { Typography } from 'antd';
import { useDark } from '../app/theme.ts';
import { compact } from '../lib/format.ts';
import { axisTop, labelOf, slotOf } from './day-scale.ts';

/** One kind of bars. */
export interface Series {
  readonly name: string;
  /** One value for each day, not negative. */
  readonly values: readonly number[];
}

interface Props {
  readonly title: string;
  readonly unit?: string;
  /** `YYYY-MM-DD`, oldest first; missing days stay empty. */
  readonly days: readonly string[];
  /** Days of the axis. */
  readonly length: number;
  /** Days that still change, drawn paler. */
  readonly running: ReadonlySet<string>;
  readonly series: readonly Series[];
  /** Above each other, or else side by side. */
  readonly stacked: boolean;
  readonly empty: string;
}

/** Colours of series: at least 3:1 against the page and distinct without hue, in both themes. */
const COLOURS = {
  dark: ['#d4ba83', '#5b9be0', '#4fb3a0', '#c77fbd'],
  light: ['#8a6d2f', '#1d5fa8', '#0f8f7c', '#9a4a8f'],
};

/** Units of the drawing; text is outside of it, so that it keeps its size at every width. */
const [SLOT, HEIGHT, GAP] = [20, 160, 3];

interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly colour: string;
}

/** Bars of one day, in units of the drawing. */
function barsOf({ series, stacked }: Props, day: number, top: number, colours: readonly string[]): Bar[] {
  const width = (SLOT - 2 * GAP) / (stacked ? 1 : series.length);
  let below = 0;
  return series.map(({ values }, index) => {
    const height = ((values[day] ?? 0) / top) * HEIGHT;
    const base = stacked ? below : 0;
    below += height;
    const x = GAP + (stacked ? 0 : index * width);
    return { x, y: HEIGHT - base - height, width, height, colour: colours[index] ?? 'currentColor' };
  });
}

const sumOf = ({ series, stacked }: Props, day: number): number => {
  const values = series.map((each) => each.values[day] ?? 0);
  return stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
};

/** Value of one day in words, for the pointer. */
const hintOf = ({ days, series, running, unit }: Props, day: number): string =>
  [
    `${days[day]}${running.has(days[day] ?? '') ? ' (so far)' : ''}`,
    ...series.map(({ name, values }) => `${name}: ${compact(values[day] ?? 0)}${unit ? ` ${unit}` : ''}`),
  ].join('\n');

function Bars({ chart, top, last }: { chart: Props; top: number; last: string }) {
  const colours = useDark() ? COLOURS.dark : COLOURS.light;
  const { days, length, running } = chart;
  return (
    <svg
      viewBox={`0 0 ${length * SLOT} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${chart.title} by day; the table has the figures`}
    >
      {[0, HEIGHT / 2, HEIGHT].map((y) => (
        <line key={y} x1={0} x2={length * SLOT} y1={y} y2={y} vectorEffect="non-scaling-stroke" />
      ))}
      {days.map((day, index) => (
        <g
          key={day}
          transform={`translate(${slotOf(day, last, length) * SLOT} 0)`}
          opacity={running.has(day) ? 0.55 : 1}
        >
          <title>{hintOf(chart, index)}</title>
          <rect width={SLOT} height={HEIGHT} fill="transparent" />
          {barsOf(chart, index, top, colours).map(({ colour, ...bar }, at) => (
            <rect key={chart.series[at]?.name} {...bar} fill={colour} />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  const colours = useDark() ? COLOURS.dark : COLOURS.light;
  return (
    <span className="day-chart-legend">
      {series.map(({ name }, index) => (
        <span key={name}>
          <i style={{ background: colours[index] }} aria-hidden />
          {name}
        </span>
      ))}
    </span>
  );
}

/** Bars by day with an axis; the numbers themselves belong in a table beside it. */
export function DayChart(props: Props) {
  const { title, unit, days, length, series, empty } = props;
  const last = days.at(-1) ?? '';
  const highest = Math.max(0, ...days.map((_, index) => sumOf(props, index)));
  const top = axisTop(highest);
  return (
    <figure className="day-chart">
      <figcaption>
        <Typography.Text strong>
          {title}
          {unit && <span className="unit"> {unit}</span>}
        </Typography.Text>
        {series.length > 1 && <Legend series={series} />}
      </figcaption>
      {highest === 0 ? (
        <Typography.Text type="secondary" className="day-chart-empty">
          {empty}
        </Typography.Text>
      ) : (
        <div className="day-chart-plot">
          <div className="day-chart-values" aria-hidden>
            {[top, top / 2, 0].map((value) => (
              <span key={value}>{compact(value)}</span>
            ))}
          </div>
          <Bars chart={props} top={top} last={last} />
          <div className="day-chart-days" aria-hidden>
            {[0, Math.floor((length - 1) / 2), length - 1].map((slot) => (
              <span key={slot}>{labelOf(slot, last, length)}</span>
            ))}
          </div>
        </div>
      )}
    </figure>
  );
}
