import { useState } from 'react';
import type { ReactNode } from 'react';
import { onLine } from '../lib/line.ts';
import { useLogo } from '../lib/markets.ts';
import { cx } from './cx.ts';

/** Hash of a name: the colour of what has no picture. */
function hueOf(name: string): number {
  let hue = 7;
  for (const char of name) hue = (hue * 31 + (char.codePointAt(0) ?? 0)) % 360;
  return hue;
}

/** The picture of a coin or share; drawn from its name when there is none or it fails to load. */
export function CoinIcon({
  name,
  size = 36,
  className,
}: {
  readonly name: string;
  readonly size?: number;
  readonly className?: string;
}) {
  const logo = useLogo(name);
  const [lost, setLost] = useState<string | null>(null);
  const box = { width: size, height: size };
  if (logo && logo !== lost) {
    return (
      <img
        src={onLine(logo)}
        alt=""
        loading="lazy"
        decoding="async"
        style={box}
        onError={() => setLost(logo)}
        className={cx('shrink-0 rounded-full bg-raised object-cover', className)}
      />
    );
  }
  const hue = hueOf(name);
  return (
    <svg viewBox="0 0 36 36" style={box} className={cx('shrink-0', className)} aria-hidden="true">
      <circle cx="18" cy="18" r="18" fill={`oklch(0.46 0.09 ${hue})`} />
      <circle cx="18" cy="18" r="15.5" fill="none" stroke={`oklch(0.75 0.1 ${hue})`} strokeOpacity="0.55" />
      <text
        x="18"
        y="22.5"
        textAnchor="middle"
        fontSize={name.length > 3 ? 10 : 12}
        fontWeight="700"
        fill="#fff"
        fontFamily="inherit"
      >
        {name.slice(0, name.length > 3 ? 4 : 3)}
      </text>
    </svg>
  );
}

function initialOf(name: string): string {
  const first = name.trim().codePointAt(0);
  return first === undefined ? '·' : String.fromCodePoint(first).toUpperCase();
}

/** A user's picture, or the first letter of their name on gold. */
export function Avatar({
  src,
  name,
  size = 48,
  className,
}: {
  readonly src: string | null | undefined;
  readonly name: string;
  readonly size?: number;
  readonly className?: string;
}) {
  const [lost, setLost] = useState<string | null>(null);
  const box = { width: size, height: size };
  if (src && src !== lost) {
    return (
      <img
        src={onLine(src)}
        alt=""
        style={box}
        onError={() => setLost(src)}
        className={cx('shrink-0 rounded-full bg-raised object-cover', className)}
      />
    );
  }
  return (
    <span
      style={{ ...box, fontSize: size * 0.42 }}
      className={cx(
        'grid shrink-0 place-items-center rounded-full bg-gold font-semibold text-on-gold',
        className,
      )}
      aria-hidden="true"
    >
      {initialOf(name)}
    </span>
  );
}

interface SparklineProps {
  /** Decimal texts, oldest first. */
  readonly values: readonly string[];
  readonly width?: number;
  readonly height?: number;
  /** `trend` is coloured by its first and last value, `neutral` says neither gain nor loss. */
  readonly tone?: 'trend' | 'neutral';
  readonly className?: string;
}

export function Sparkline({ values, width = 72, height = 28, tone = 'trend', className }: SparklineProps) {
  // Binary numbers are sufficient for pixels.
  const points = values.map(Number).filter(Number.isFinite);
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2)
    return <svg width={width} height={height} className={className} aria-hidden="true" />;
  const low = Math.min(...points);
  const span = Math.max(...points) - low || 1;
  const x = (at: number): string => ((at / (points.length - 1)) * width).toFixed(1);
  const y = (value: number): string => (1.5 + (1 - (value - low) / span) * (height - 3)).toFixed(1);
  const trend = last >= first ? 'text-up' : 'text-down';
  const line = points.map((value, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('');
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={cx(tone === 'neutral' ? 'text-gold-ink' : trend, className)}
      aria-hidden="true"
    >
      <path d={`${line}L${width} ${height}L0 ${height}Z`} fill="currentColor" opacity="0.12" />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

export interface Slice {
  readonly name: string;
  /** Any unit; only proportions count. */
  readonly value: number;
}

const SLICE_COLOURS = [
  'var(--gold)',
  'var(--green)',
  '#6f8fd8',
  '#b07cc6',
  '#e0915a',
  '#5fb3c4',
  'var(--faint)',
] as const;
/** Colour of a slice, for its legend. */
export const sliceColour = (at: number): string =>
  SLICE_COLOURS[Math.min(at, SLICE_COLOURS.length - 1)] ?? 'var(--faint)';

/** A ring chart with room in the middle. `label` describes it. */
export function Donut({
  slices,
  size = 160,
  label,
  children,
}: {
  readonly slices: readonly Slice[];
  readonly size?: number;
  readonly label: string;
  readonly children?: ReactNode;
}) {
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  const radius = 42;
  const around = 2 * Math.PI * radius;
  const gap = slices.length > 1 ? 2.5 : 0;
  const shares = slices.map((slice) => (total > 0 ? slice.value / total : 0));
  return (
    <div className="relative grid place-items-center" style={{ width: size, height: size }}>
      <svg
        viewBox="0 0 100 100"
        width={size}
        height={size}
        role="img"
        aria-label={label}
        className="-rotate-90"
      >
        <circle cx="50" cy="50" r={radius} fill="none" stroke="var(--raised)" strokeWidth="9" />
        {shares.map((share, at) => {
          const before = shares.slice(0, at).reduce((sum, one) => sum + one, 0);
          const length = Math.max(share * around - gap, share > 0 ? 0.5 : 0);
          return (
            <circle
              key={slices[at]?.name ?? at}
              cx="50"
              cy="50"
              r={radius}
              fill="none"
              stroke={sliceColour(at)}
              strokeWidth="9"
              strokeDasharray={`${length} ${around}`}
              strokeDashoffset={-before * around}
            />
          );
        })}
      </svg>
      <div className="absolute inset-0 grid place-items-center text-center">{children}</div>
    </div>
  );
}
