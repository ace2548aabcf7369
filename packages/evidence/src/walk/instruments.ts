import { price } from '@karat/money';
import type { Price } from '@karat/money';
import { fixed } from './fixed.ts';

/** Parameters of an instrument's simulated price. Rates are fixed-point numbers (1e-15). */
export interface Behaviour {
  readonly symbol: string;
  /** Group of the common movement and of the trading hours. */
  readonly group: 'coin' | 'stock';
  /** Initial price and mean to which it slowly returns. */
  readonly anchor: Price;
  /** Standard deviation of a day's (a session's) log return. */
  readonly volatility: bigint;
  /** Correlation with the common movement of its group, 0 to 1. */
  readonly common: bigint;
  /** Mean share of the distance to the anchor that a day closes. */
  readonly reversion: bigint;
  /** Base quantity of an ordinary day, for labelled history. */
  readonly dailyVolume: bigint;
  /** Decimals of the published price. */
  readonly decimals: number;
}

const row = (
  symbol: string,
  group: Behaviour['group'],
  anchor: string,
  volatility: string,
  common: string,
  dailyVolume: bigint,
  decimals: number,
  reversion = '0.004',
): Behaviour => ({
  symbol,
  group,
  anchor: price(anchor),
  volatility: fixed(volatility),
  common: fixed(common),
  reversion: fixed(reversion),
  dailyVolume,
  decimals,
});

/** The simulated instruments. The dollar coin stays close to a dollar: half of any gap closes in a day. */
export const BEHAVIOURS: readonly Behaviour[] = [
  row('BTC/USDT', 'coin', '92000', '0.025', '0.9', 1_400n, 3),
  row('ETH/USDT', 'coin', '3100', '0.033', '0.85', 26_000n, 4),
  row('SOL/USDT', 'coin', '142', '0.042', '0.75', 380_000n, 4),
  row('BNB/USDT', 'coin', '880', '0.026', '0.7', 42_000n, 4),
  row('XRP/USDT', 'coin', '2.2', '0.038', '0.65', 18_000_000n, 6),
  row('DOGE/USDT', 'coin', '0.16', '0.045', '0.7', 210_000_000n, 7),
  row('ADA/USDT', 'coin', '0.47', '0.042', '0.7', 36_000_000n, 6),
  row('USDC/USDT', 'coin', '0.9998', '0.0004', '0', 30_000_000n, 6, '0.5'),
  row('AAPL/USDT', 'stock', '268', '0.014', '0.7', 90_000n, 4),
  row('MSFT/USDT', 'stock', '482', '0.013', '0.7', 48_000n, 4),
  row('NVDA/USDT', 'stock', '184', '0.024', '0.75', 260_000n, 4),
  row('TSLA/USDT', 'stock', '396', '0.03', '0.6', 130_000n, 4),
  row('AMZN/USDT', 'stock', '222', '0.017', '0.7', 76_000n, 4),
  row('GOOGL/USDT', 'stock', '291', '0.016', '0.7', 64_000n, 4),
];
