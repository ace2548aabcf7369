import type { ChartTick } from './index-ticks.ts';

export const WIDTH = 360;
export const HEIGHT = 190;
const PAD = { top: 12, bottom: 16 } as const;

/** Times and prices that the drawing spans. */
export interface Frame {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
}

export interface FrameOption {
  /** Unix ms of the entry; null until the first tick after the order. */
  readonly openedAt: number | null;
  readonly expiresAt: number;
  readonly entry: number | null;
}

const IDLE_MS = 120_000;
const AHEAD_MS = 12_000;
const BEFORE_MS = 15_000;

/** The frame: two minutes back, or from before the entry to after the expiry of the option; all prices in it fit. */
export function frameOf(ticks: readonly ChartTick[], now: number, option: FrameOption | undefined): Frame {
  const from = option ? Math.min(option.openedAt ?? now, now) - BEFORE_MS : now - IDLE_MS;
  const to = option ? Math.max(option.expiresAt, now) + BEFORE_MS / 3 : now + AHEAD_MS;
  const prices = ticks.filter(({ at }) => at >= from).map(({ price }) => price);
  if (option && option.entry !== null) prices.push(option.entry);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  if (!Number.isFinite(low)) return { from, to, low: 0, high: 1 };
  // A flat line stands in the middle.
  const room = Math.max((high - low) * 0.12, high * 1e-6);
  return { from, to, low: low - room, high: high + room };
}

export const xOf = ({ from, to }: Frame, at: number): number => ((at - from) / (to - from)) * WIDTH;
export const yOf = ({ low, high }: Frame, price: number): number =>
  PAD.top + (1 - (price - low) / (high - low)) * (HEIGHT - PAD.top - PAD.bottom);

/** The path of the line within the frame; empty without ticks. */
export function pathOf(ticks: readonly ChartTick[], frame: Frame): string {
  return ticks
    .filter(({ at }) => at >= frame.from - 2_000)
    .map(({ at, price }, index) => {
      const point = `${xOf(frame, at).toFixed(1)} ${yOf(frame, price).toFixed(1)}`;
      return `${index === 0 ? 'M' : 'L'}${point}`;
    })
    .join('');
}
