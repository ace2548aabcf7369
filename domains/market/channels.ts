import { marketId } from '@karat/contract';
import type { Ticker } from '@karat/contract';
import { format } from '@karat/money';
import type { Channels } from '@karat/platform/ws';
import type { MarketData } from './create.ts';
import type { Stats24h } from './stats24h.ts';
import { candleRow } from './http.ts';
import { namesOf, toPeriod } from './periods.ts';
import { changePercent } from './rules.ts';
import { candlesMoved, indexTicked } from './topics.ts';
import type { Market, TickSource } from './types.ts';

/** Prices move at most five times a second on a screen. */
const GATE_MS = 200;

const tickerOf = (market: Market, figures: Stats24h, time: number): Ticker => ({
  match_id: market.id,
  now_price: format(figures.price),
  change: changePercent(figures.open, figures.price),
  volume: format(figures.volume),
  high: format(figures.high),
  low: format(figures.low),
  time,
});

/** The newer ticker of each market, in the order in which they first moved. */
function mergeTickers(older: readonly Ticker[], newer: readonly Ticker[]): readonly Ticker[] {
  const byMarket = new Map([...older, ...newer].map((ticker) => [ticker.match_id, ticker]));
  return [...byMarket.values()];
}

const indexFrame = (id: number, price: Market['tick'], time: number, source: TickSource) => ({
  match_id: id,
  price: format(price),
  time,
  source,
});

/**
 * Publishes tickers, candles and index on the public channels; the matching engine publishes depth and trades. Returns
 * a function that stops it.
 */
export function registerMarketChannels(channels: Channels, data: MarketData): () => void {
  const { ctx, candles } = data.inside;
  const idOf = (text: string | undefined): Market | undefined => {
    const id = Number(text);
    return String(id) === text ? data.instruments.find(marketId(id)) : undefined;
  };
  const one = (params: readonly string[]): boolean => idOf(params[0]) !== undefined;
  const tickerNow = (market: Market): Ticker[] => {
    const figures = candles.figures(market.id);
    return figures ? [tickerOf(market, figures, ctx.clock.now())] : [];
  };

  const all = channels.register({
    pattern: 'ticker',
    known: () => true,
    snapshot: () => data.instruments.all().flatMap(tickerNow),
    conflate: { merge: mergeTickers },
    gateMs: GATE_MS,
  });
  const ticker = channels.register({
    pattern: 'ticker:<match_id>',
    known: one,
    snapshot: ([id]) => {
      const market = idOf(id);
      return market && tickerNow(market)[0];
    },
    conflate: 'latest',
    gateMs: GATE_MS,
  });
  const kline = channels.register({
    pattern: 'kline:<match_id>:<period>',
    known: ([id, period]) => idOf(id) !== undefined && toPeriod(period ?? '') !== undefined,
    conflate: 'none',
  });
  const index = channels.register({
    pattern: 'index:<match_id>',
    known: one,
    snapshot: ([id]) => {
      const market = idOf(id);
      const now = market && data.index(market.id);
      return market && now && indexFrame(market.id, now.price, now.time, now.source);
    },
    conflate: 'latest',
  });

  const stops = [
    ctx.bus.subscribe(candlesMoved, ({ marketId: id, candles: moved, figures }) => {
      const now = tickerOf(data.instruments.need(id), figures, ctx.clock.now());
      all.publish([], [now]);
      ticker.publish([id], now);
      for (const candle of moved) {
        const { backfilled: _, ...row } = candleRow(candle);
        for (const name of namesOf(candle.period)) kline.publish([id, name], row);
      }
    }),
    ctx.bus.subscribe(indexTicked, ({ time, ticks }) => {
      for (const tick of ticks)
        index.publish([tick.marketId], indexFrame(tick.marketId, tick.price, time, tick.source));
    }),
  ];
  return () => stops.forEach((stop) => stop());
}
