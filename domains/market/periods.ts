import { PERIODS } from '@karat/contract';
import type { Period } from '@karat/contract';
import { DAY_S } from '@karat/rules';
import { sessionAround, sessionMs } from './calendar.ts';
import type { MarketKind } from './types.ts';

/** Seconds of the periods whose length never changes. Months differ; weeks begin on Monday; all boundaries are UTC. */
const SECONDS: Readonly<Record<Exclude<Period, '1mon'>, number>> = {
  '1min': 60,
  '5min': 300,
  '15min': 900,
  '30min': 1_800,
  '60min': 3_600,
  '4H': 14_400,
  '1day': 86_400,
  '1week': 604_800,
};
/** The Unix epoch was a Thursday; its first Monday came four days later. */
const FIRST_MONDAY_S = 4 * DAY_S;

/** Aliases of some periods on the wire. */
const ALIASES: Readonly<Record<string, Period>> = {
  '1H': '60min',
  '1D': '1day',
  '1W': '1week',
  '1M': '1mon',
};
const known = new Map<string, Period>([
  ...PERIODS.map((period) => [period, period] as const),
  ...Object.entries(ALIASES),
]);

/** The period by its name or alias. */
export const toPeriod = (name: string): Period | undefined => known.get(name);

/** All names of a period on the wire: its own first, then its alias if it has one. */
export const namesOf = (period: Period): readonly string[] => names.get(period) ?? [period];
const names = Map.groupBy(known.keys(), toPeriod);

/** Index of a period in the list, as stored. */
export const periodNumber = (period: Period): number => PERIODS.indexOf(period);

export function periodByNumber(number: number): Period {
  const period = PERIODS[number];
  if (!period) throw new RangeError(`unknown period number ${number}`);
  return period;
}

/** Start of the period that contains a second, unix seconds. */
export function startOf(period: Period, second: number): number {
  if (period === '1mon') {
    const date = new Date(second * 1000);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
  }
  const length = SECONDS[period];
  const offset = period === '1week' ? FIRST_MONDAY_S : 0;
  return Math.floor((second - offset) / length) * length + offset;
}

/** Start of the next period. */
export function startAfter(period: Period, start: number): number {
  if (period !== '1mon') return start + SECONDS[period];
  const date = new Date(start * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
}

/** Start of the previous period. */
export const startBefore = (period: Period, start: number): number => startOf(period, start - 1);

/**
 * Start times of the periods that overlap [from, to] (unix seconds), oldest first, the newest `limit` of them. Stocks
 * have candles only for periods with trading hours in them.
 */
export function bucketStarts(
  kind: MarketKind,
  period: Period,
  from: number,
  to: number,
  limit: number,
): number[] {
  if (kind === 'stock' && periodNumber(period) < periodNumber('1day'))
    return sessionBuckets(period, from, to, limit);
  const starts: number[] = [];
  const first = startOf(period, from);
  for (
    let start = startOf(period, to);
    start >= first && starts.length < limit;
    start = startBefore(period, start)
  ) {
    if (kind === 'coin' || sessionMs(start * 1000, startAfter(period, start) * 1000) > 0) starts.push(start);
  }
  return starts.toReversed();
}

function sessionBuckets(period: Period, from: number, to: number, limit: number): number[] {
  const starts: number[] = [];
  const first = startOf(period, from);
  for (let day = to - (to % DAY_S); day + DAY_S > first && day >= 0 && starts.length < limit; day -= DAY_S) {
    const session = sessionAround(day * 1000);
    if (!session) continue;
    const open = startOf(period, session.open / 1000);
    const newest = startOf(period, Math.min(to, session.close / 1000 - 1));
    for (
      let start = newest;
      start >= Math.max(open, first) && starts.length < limit;
      start = startBefore(period, start)
    ) {
      starts.push(start);
    }
  }
  return starts.toReversed();
}
