import { amount, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { HOUR_MS, MINUTE_MS } from '@karat/rules';
import { REVERSAL_ETH, STEADY_BTC, TREND_BTC } from './introductions.ts';
import type { Introduction } from './introductions.ts';

/** When a demo trader opens and closes one position at a time. */
export interface Strategy {
  /** Name of the house account. */
  readonly name: string;
  /** Profile text. */
  readonly about: Introduction;
  readonly symbol: string;
  readonly multiple: number;
  /** Margin of a position at most, USDT. */
  readonly margin: Amount;
  /** Whether positions go with the last move of the price or against it. */
  readonly direction: 'with' | 'against';
  /** Time over which the move is measured. */
  readonly lookbackMs: number;
  /** Smallest relative move that opens a position. */
  readonly threshold: Rate;
  /** A position is closed after this time, or at this relative move of the price in either direction. */
  readonly holdMs: number;
  readonly exit: Rate;
}

/** The three traders of a demonstration. */
export const STRATEGIES: readonly Strategy[] = [
  {
    name: 'trend-btc',
    about: TREND_BTC,
    symbol: 'BTC/USDT',
    multiple: 10,
    margin: amount('1500'),
    direction: 'with',
    lookbackMs: 15 * MINUTE_MS,
    threshold: rate('0.0005'),
    holdMs: 45 * MINUTE_MS,
    exit: rate('0.006'),
  },
  {
    name: 'reversal-eth',
    about: REVERSAL_ETH,
    symbol: 'ETH/USDT',
    multiple: 20,
    margin: amount('800'),
    direction: 'against',
    lookbackMs: 30 * MINUTE_MS,
    threshold: rate('0.001'),
    holdMs: 2 * HOUR_MS,
    exit: rate('0.008'),
  },
  {
    name: 'steady-btc',
    about: STEADY_BTC,
    symbol: 'BTC/USDT',
    multiple: 2,
    margin: amount('2500'),
    direction: 'against',
    lookbackMs: HOUR_MS,
    threshold: rate('0.0005'),
    holdMs: 6 * HOUR_MS,
    exit: rate('0.01'),
  },
];

/** An open position as a strategy sees it. */
export interface HeldTrade {
  readonly price: Price;
  /** Unix ms. */
  readonly openedAt: number;
}

const distance = (a: Price, b: Price): bigint => (a > b ? a - b : b - a);

/** Whether a price has moved from another by at least a relative distance. */
const hasMoved = (price: Price, from: Price, by: Rate): boolean =>
  distance(price, from) * amount('1') >= from * by;

/** What a strategy does at a price: open a side, close, or nothing. `past` is the price at the begin of the lookback. */
export function decideTrade(
  strategy: Strategy,
  { price, past, now }: { readonly price: Price; readonly past: Price | undefined; readonly now: number },
  held: HeldTrade | undefined,
): 'long' | 'short' | 'close' | undefined {
  if (held) {
    const isOver = now - held.openedAt >= strategy.holdMs || hasMoved(price, held.price, strategy.exit);
    return isOver ? 'close' : undefined;
  }
  if (past === undefined || !hasMoved(price, past, strategy.threshold)) return undefined;
  return price > past === (strategy.direction === 'with') ? 'long' : 'short';
}
