import type { Stop } from '@karat/platform/clock';
import type { MarketInternals } from './internals.ts';
import type { Instruments } from './instruments.ts';
import { marketChanged } from './topics.ts';
import type { Market, MarketState } from './types.ts';

/** Scheduled work of the market. */
export interface MarketScheduler {
  /** Takes a tick per second from now on; resolves after the first was attempted. */
  startIndex(): Promise<void>;
  startCandles(): void;
  /** Registers a function that is called on stop. */
  until(stop: Stop): void;
  /** Signs and writes the rest. */
  stop(): Promise<void>;
}

/** A tick is taken shortly after its second has begun: a timer may fire slightly early. */
const TICK_DELAY_MS = 5;
const ANNOUNCE_MS = 200;
const FLUSH_MS = 1_000;
const VIEWS_MS = 10_000;
const FORGET_MS = 600_000;

/** Publishes markets whose effective state changed by itself: a session that opened or closed. */
function watchSessions(
  { ctx }: MarketInternals,
  instruments: Instruments,
  stateOf: (market: Market) => MarketState,
) {
  const known = new Map(instruments.all().map((market) => [market.id, stateOf(market)]));
  return (): void => {
    for (const market of instruments.all()) {
      const state = stateOf(market);
      if (known.get(market.id) === state) continue;
      known.set(market.id, state);
      ctx.bus.publish(marketChanged, { marketId: market.id });
    }
  };
}

export function createMarketScheduler(
  inside: MarketInternals,
  instruments: Instruments,
  stateOf: (market: Market) => MarketState,
): MarketScheduler {
  const { ctx, ticks, candles, looks: views } = inside;
  const { clock, log } = ctx;
  const stops: Stop[] = [];
  const lookAtSessions = watchSessions(inside, instruments, stateOf);
  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => log.error({ err: error }, `${what} failed`));
  };
  const every = (ms: number, what: string, work: () => Promise<unknown>): void => {
    stops.push(clock.every(ms, () => void attempt(what, work)));
  };
  const flush = (): Promise<void> => attempt('writing candles', () => candles.flush());
  const count = (): Promise<void> => attempt('counting look-ups', () => views.flush());

  let ticking: Promise<void> = Promise.resolve();
  let stopTick: Stop = () => undefined;
  let stopped = false;
  const tick = async (): Promise<void> => {
    // A price is never stamped with a time known to be wrong: the index goes stale instead.
    if (!clock.isSteady()) return;
    const now = clock.now();
    await attempt('index tick', () => ticks.take(now - (now % 1000)));
    lookAtSessions();
  };
  const scheduleTick = (): void => {
    if (stopped) return;
    stopTick = clock.after(1000 - (clock.now() % 1000) + TICK_DELAY_MS, () => {
      // The wait for the next second starts at the end of this one: a slow database leaves gaps, never a queue.
      ticking = tick().finally(scheduleTick);
    });
  };

  return {
    async startIndex() {
      await tick();
      scheduleTick();
      every(VIEWS_MS, 'counting look-ups', () => views.flush());
      every(FORGET_MS, 'forgetting old ticks', async () => {
        // A clock that is days ahead must not delete the ticks that settlements need.
        if (clock.isTrusted()) await ticks.forget(clock.now());
      });
    },
    startCandles() {
      every(FLUSH_MS, 'writing candles', () => candles.flush());
      stops.push(clock.every(ANNOUNCE_MS, () => candles.announce()));
    },
    until: (stop) => void stops.push(stop),
    async stop() {
      stopped = true;
      stopTick();
      for (const stop of stops) stop();
      await ticking;
      await attempt('signing tick heads', () => ticks.sign());
      await flush();
      await count();
    },
  };
}
