import { divideHalfUp } from '@karat/money';
import { sessionAround } from './calendar.ts';
import type { Price } from '@karat/money';
import { DAY_S } from '@karat/rules';
import { ONE, exp, fixed, isqrt, normal, sqrt, uniform16 } from './fixed.ts';
import type { Behaviour } from './instruments.ts';

/**
 * A day's prices as a pure function of its seed and base prices. Each quarter of an hour has a regime (calm to
 * stormy), common to a group of instruments; slow trends are added. The log return is the weighted sum of the group's
 * common movement and the instrument's own, each a Brownian path whose seconds are computed by repeated bisection of
 * the quarter with hashed draws, so that any second is computed directly.
 */
export interface DayPlan {
  readonly day: string;
  readonly seed: string;
  readonly base: ReadonlyMap<string, Price>;
}

const SLOT_S = 900;
/** A full session of stocks; on early closes its walk simply ends sooner. */
const SESSION_S = 23_400;
const TREND_SLOTS = 8;
const TREND_SHARE = fixed('0.15');

/** Volatility factor of a quarter of an hour; the mean square is about one. */
const REGIMES = [fixed('0.5'), fixed('0.85'), fixed('1.4'), fixed('2.4')] as const;
/** Of 65,536 draws: below the first a regime becomes calmer, up to the second it stays. */
const CALMER: readonly number[] = [0, 14_000, 22_000, 30_000];
const STAYS: readonly number[] = [52_000, 56_000, 60_000, 65_536];

const secondsOf = (group: Behaviour['group']): number => (group === 'coin' ? DAY_S : SESSION_S);

/** Multiplier of each quarter of an hour of a group's day: a chain that mostly stays, or moves by one step. */
function regimes(seed: string, group: Behaviour['group']): bigint[] {
  const slots = secondsOf(group) / SLOT_S;
  let state = [0, 1, 1, 2][uniform16(`${seed}|${group}|regime`) % 4] ?? 1;
  return Array.from({ length: slots }, (_, slot) => {
    const drawn = uniform16(`${seed}|${group}|regime|${slot}`);
    if (drawn < (CALMER[state] ?? 0)) state -= 1;
    else if (drawn >= (STAYS[state] ?? 65_536)) state += 1;
    return REGIMES[state] ?? ONE;
  });
}

const roots = new Map<number, bigint>();
/** Square root of the variance of the point m of a bridge over [a, b], in seconds. */
function bridgeDeviation(a: number, m: number, b: number): bigint {
  const key = (b - a) * 1024 + (m - a);
  let root = roots.get(key);
  if (root === undefined) {
    root = isqrt((BigInt((m - a) * (b - m)) * ONE * ONE) / BigInt(b - a));
    roots.set(key, root);
  }
  return root;
}
const SLOT_DEVIATION = sqrt(BigInt(SLOT_S) * ONE);

/**
 * A Brownian path over one quarter of an hour (variance: one a second), from its label. Computed points are cached:
 * from one second to the next little is new.
 */
class Quarter {
  readonly #label: string;
  readonly #points = new Map<number, bigint>();

  constructor(label: string) {
    this.#label = label;
    this.#points.set(0, 0n);
    this.#points.set(SLOT_S, (normal(`${label}|end`) * SLOT_DEVIATION) / ONE);
  }

  at(second: number): bigint {
    let a = 0;
    let b = SLOT_S;
    for (;;) {
      const known = this.#points.get(second);
      if (known !== undefined) return known;
      const m = (a + b) >> 1;
      if (!this.#points.has(m)) this.#points.set(m, this.#between(a, m, b));
      if (second < m) b = m;
      else a = m;
    }
  }

  #between(a: number, m: number, b: number): bigint {
    const atA = this.#points.get(a) ?? 0n;
    const atB = this.#points.get(b) ?? 0n;
    const mean = atA + ((atB - atA) * BigInt(m - a)) / BigInt(b - a);
    return mean + (normal(`${this.#label}|${a}|${b}`) * bridgeDeviation(a, m, b)) / ONE;
  }
}

/** A path over a day. */
interface Path {
  at(second: number): bigint;
}

/** A path with regimes: its values at the starts of quarters are computed once. */
function pathOf(label: string, volatilities: readonly bigint[]): Path {
  const begins = [0n];
  volatilities.forEach((volatility, slot) => {
    const end = new Quarter(`${label}|${slot}`).at(SLOT_S);
    begins.push((begins[slot] ?? 0n) + (end * volatility) / ONE);
  });
  let present: { readonly slot: number; readonly quarter: Quarter } | undefined;
  return {
    at(second) {
      const slot = Math.floor(second / SLOT_S);
      const begin = begins[slot] ?? begins.at(-1) ?? 0n;
      const volatility = volatilities[slot];
      if (volatility === undefined || second % SLOT_S === 0) return begin;
      if (present?.slot !== slot) present = { slot, quarter: new Quarter(`${label}|${slot}`) };
      return begin + (present.quarter.at(second % SLOT_S) * volatility) / ONE;
    },
  };
}

/** Common trend up to a second, in standard deviations of a day: straight lines of two hours each. */
function trendOf(seed: string, group: Behaviour['group']): Path {
  const length = SLOT_S * TREND_SLOTS;
  const slopes = Array.from(
    { length: Math.ceil(secondsOf(group) / length) },
    (_, block) => (normal(`${seed}|${group}|trend|${block * length}`) * TREND_SHARE) / ONE,
  );
  return {
    at(second) {
      let total = 0n;
      slopes.forEach((slope, block) => {
        const gone = Math.min(Math.max(0, second - block * length), length);
        total += (slope * BigInt(gone)) / BigInt(length);
      });
      return total;
    },
  };
}

/** A prepared day of prices: any second of it in a few dozen hashes. */
export interface Walk {
  /** Price at a second of the day (0 to 86,400; the last is the start of the next day). Undefined without a base price. */
  priceAt(behaviour: Behaviour, second: number): Price | undefined;
}

/** Seconds of trading between the start of a day (UTC, unix ms) and a second of it. */
function elapsed(group: Behaviour['group'], midnight: number, second: number): number {
  if (group === 'coin') return second;
  const session = sessionAround(midnight);
  if (!session) return 0;
  const open = (session.open - midnight) / 1000;
  return Math.min(Math.max(0, second - open), (session.close - session.open) / 1000);
}

export function createWalk({ day, seed, base }: DayPlan): Walk {
  const midnight = Date.parse(day);
  const volatilities = { coin: regimes(seed, 'coin'), stock: regimes(seed, 'stock') };
  const common = {
    coin: pathOf(`${seed}|coin|common`, volatilities.coin),
    stock: pathOf(`${seed}|stock|common`, volatilities.stock),
  };
  const trend = { coin: trendOf(seed, 'coin'), stock: trendOf(seed, 'stock') };
  const own = new Map<string, Path>();
  const ownOf = ({ symbol, group }: Behaviour): Path => {
    let path = own.get(symbol);
    if (!path) {
      path = pathOf(`${seed}|${symbol}`, volatilities[group]);
      own.set(symbol, path);
    }
    return path;
  };

  return {
    priceAt(behaviour, second) {
      const begin = base.get(behaviour.symbol);
      if (begin === undefined) return undefined;
      const { group, volatility, anchor, reversion } = behaviour;
      const s = elapsed(group, midnight, second);
      const whole = BigInt(secondsOf(group));
      const ownShare = sqrt(ONE - (behaviour.common * behaviour.common) / ONE);
      const path = (behaviour.common * common[group].at(s) + ownShare * ownOf(behaviour).at(s)) / ONE;
      const moved = (path * ONE) / sqrt(whole * ONE) + (behaviour.common * trend[group].at(s)) / ONE;
      const drawnBack = (((reversion * (anchor - begin)) / begin) * BigInt(s)) / whole;
      const moves = exp((volatility * moved) / ONE + drawnBack);
      return divideHalfUp((begin * moves) / ONE, 1n, behaviour.decimals);
    },
  };
}
