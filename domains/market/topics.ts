import type { MarketId } from '@karat/contract';
import { topic } from '@karat/platform/bus';
import type { Candle } from './candles.ts';
import type { Stats24h } from './stats24h.ts';
import type { PublicTrade, Tick } from './types.ts';

/** An instrument's parameters or effective state changed (operators, opening and closing of a session). */
export const marketChanged = topic<{ readonly marketId: MarketId }>('market.changed');

/** Index ticks of one second, after they are durable. `time` in unix ms. */
export const indexTicked = topic<{ readonly time: number; readonly ticks: readonly Tick[] }>(
  'market.index_ticked',
);

/** Trades of one market after their commit, in the order of their ids. Published by the matching engine. */
export const tradesPrinted = topic<{ readonly marketId: MarketId; readonly trades: readonly PublicTrade[] }>(
  'market.trades_printed',
);

/** Candles that trades have changed since the last publication, including finished ones, and the 24-hour statistics. */
export const candlesMoved = topic<{
  readonly marketId: MarketId;
  readonly candles: readonly Candle[];
  readonly figures: Stats24h;
}>('market.candles_moved');
