import { rescaled } from '@karat/domains/market';
import type { PricedPair, Seeds, ShareActions, Source } from '@karat/domains/market';
import type { Price } from '@karat/money';
import type { Clock, Stop } from '@karat/platform/clock';
import { DAY_MS, utcDay } from '@karat/rules';
import { BEHAVIOURS } from './instruments.ts';
import type { Behaviour } from './instruments.ts';
import { createWalk } from './walk.ts';
import type { Walk } from './walk.ts';

const LOOK_AHEAD_MS = 60_000;

export interface SimulatedSource extends Source {
  readonly kind: 'simulated';
  /** Price of an instrument at a time (unix ms) of a day whose seed is loaded. */
  priceAt(symbol: string, at: number): Price | undefined;
}

interface Deps {
  readonly clock: Clock;
  readonly seeds: Seeds;
  readonly onError?: (error: unknown) => void;
  readonly behaviours?: readonly Behaviour[];
  /** Splits and dividends; the walk itself continues in shares of the first size. */
  readonly actions?: ShareActions;
}

/** The instrument whose walk prices a pair: its own, or the one that operators named for a pair that they added. */
const symbolOf = ({ symbol, products }: PricedPair): string =>
  products === undefined ? symbol : (products['simulated'] ?? '');

/**
 * The simulated prices as a source. The seeds of today and tomorrow are always committed; a day begins where the
 * previous one ended. After a stop of some days the walk continues from the end of the last committed day, so there is
 * no jump.
 */
export function createSimulatedSource({
  clock,
  seeds,
  onError,
  behaviours = BEHAVIOURS,
  actions,
}: Deps): SimulatedSource {
  const bySymbol = new Map(behaviours.map((behaviour) => [behaviour.symbol, behaviour]));
  const walks = new Map<string, Walk>();
  let stopTimer: Stop = () => undefined;

  const endOf = (walk: Walk): Map<string, Price> =>
    new Map(
      behaviours.map((behaviour) => [
        behaviour.symbol,
        walk.priceAt(behaviour, DAY_MS / 1000) ?? behaviour.anchor,
      ]),
    );
  const prepare = async (day: string): Promise<Walk> => {
    const there = walks.get(day);
    if (there) return there;
    let plan = await seeds.read(day);
    if (!plan) {
      const last = await seeds.lastBefore(day);
      const base = last
        ? endOf(createWalk(last))
        : new Map(behaviours.map(({ symbol, anchor }) => [symbol, anchor]));
      plan = await seeds.commit(day, base);
    }
    const walk = createWalk(plan);
    walks.set(day, walk);
    return walk;
  };
  const prepareAround = async (now: number): Promise<void> => {
    const today = utcDay(now);
    const tomorrow = utcDay(now + DAY_MS);
    await prepare(today);
    await prepare(tomorrow);
    for (const day of walks.keys()) if (day !== today && day !== tomorrow) walks.delete(day);
  };
  const priceAt = (symbol: string, at: number): Price | undefined => {
    const behaviour = bySymbol.get(symbol);
    return behaviour && walks.get(utcDay(at))?.priceAt(behaviour, Math.floor((at % DAY_MS) / 1000));
  };

  return {
    name: 'simulated',
    kind: 'simulated',
    covers: (pair) => bySymbol.has(symbolOf(pair)),
    quote(market, at) {
      const price = priceAt(symbolOf(market), at);
      if (price === undefined) return undefined;
      const rescales = actions?.rescales(market.id) ?? [];
      return { price: rescaled(price, rescales, 0, at), time: at };
    },
    priceAt,
    async start() {
      await prepareAround(clock.now());
      stopTimer = clock.every(
        LOOK_AHEAD_MS,
        () => void prepareAround(clock.now()).catch((error: unknown) => onError?.(error)),
      );
    },
    stop: () => stopTimer(),
  };
}
