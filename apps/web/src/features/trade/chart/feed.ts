import type { Kline } from '@karat/contract';
import type { DataLoader } from 'klinecharts';
import { api } from '../../../lib/api.ts';
import { onChannel } from '../../../lib/channel-store.ts';
import type { Quotation } from '../../../lib/markets.ts';
import { symbolOf } from '../market.ts';
import type { Period } from '../settings.ts';
import { barOf, following, pageBefore } from './candles.ts';
import type { Bar } from './candles.ts';

export type FeedState = 'loading' | 'ready' | 'empty' | 'failed';

interface FeedOptions {
  readonly market: Quotation;
  readonly period: Period;
  readonly onState: (state: FeedState) => void;
  /** After a reconnect the candles between are missing. */
  readonly onGap: () => void;
}

export const NO_FEED: DataLoader = { getBars: () => undefined };

/** Updates of the last candle are drawn together, at this interval. */
const GATE_MS = 300;

interface Listening extends Pick<FeedOptions, 'market' | 'period' | 'onGap'> {
  readonly last: () => Bar | undefined;
}

/** Draws updates of the newest candle and new candles. Returns the cleanup. */
function listen({ market, period, onGap, last }: Listening, draw: (bar: Bar) => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let lost = false;
  let news: Bar | undefined;
  const flush = (): void => {
    waiting = undefined;
    if (!news) return;
    for (const bar of following(last(), news, period, market.kind)) draw(bar);
    news = undefined;
  };
  const leave = onChannel<Kline>(`kline:${market.id}:${period}`, (event) => {
    if (event === 'stale') {
      lost = true;
      return;
    }
    if (lost) return onGap();
    const bar = barOf(event.data);
    if (news && bar.timestamp > news.timestamp) flush();
    news = bar;
    waiting ??= setTimeout(flush, GATE_MS);
  });
  return () => {
    clearTimeout(waiting);
    leave();
  };
}

/** Candles of a market and period: pages of history, and the live candle. */
export function feedOf({
  market,
  period,
  onState,
  onGap,
}: FeedOptions): DataLoader & { readonly end: () => void } {
  let last: Bar | undefined;
  let stop: (() => void) | undefined;
  let ended = false;

  async function page(endS: number): Promise<readonly Bar[]> {
    const range = pageBefore(period, endS, market.kind);
    const rows = await api.get(
      'currency/new_timeshar',
      { ...range, symbol: symbolOf(market), period },
      { quiet: true },
    );
    return rows.map(barOf);
  }

  const leave = (): void => {
    stop?.();
    stop = undefined;
  };

  return {
    async getBars({ type, timestamp, callback }) {
      if (type === 'backward' || type === 'update') return callback([], false);
      if (type === 'init') onState('loading');
      const endS = timestamp === null ? Math.floor(Date.now() / 1000) : Math.floor(timestamp / 1000) - 1;
      try {
        const bars = await page(endS);
        if (ended) return;
        if (type === 'init') {
          last = bars.at(-1);
          onState(bars.length === 0 ? 'empty' : 'ready');
        }
        callback(
          bars.map((bar) => ({ ...bar })),
          { forward: bars.length > 0, backward: false },
        );
      } catch {
        if (ended) return;
        // A failed page of history is retried at the next scroll; without the first page there is no chart.
        if (type === 'init') onState('failed');
        callback([], { forward: type === 'forward', backward: false });
      }
    },
    subscribeBar({ callback }) {
      stop?.();
      stop = listen({ market, period, onGap, last: () => last }, (bar) => {
        last = bar;
        callback({ ...bar });
      });
    },
    unsubscribeBar: leave,
    end() {
      ended = true;
      leave();
    },
  };
}
