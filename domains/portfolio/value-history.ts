import type { CostMethod, PortfolioRange, UserId } from '@karat/contract';
import {
  ZERO,
  format,
  max,
  minus,
  mulDown,
  percentFromRate,
  plus,
  ratioDown,
  roundDown,
  sum,
} from '@karat/money';
import type { Amount } from '@karat/money';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import type { AssetRow } from './assets.ts';
import type { PortfolioDeps } from './deps.ts';
import { readClosings, readSums } from './period-store.ts';
import type { PeriodSums } from './period-store.ts';
import { readAssets } from './state-store.ts';

/** Value of what is owned less what is owed, in USDT, rounded down for each currency; without a price nothing. */
export async function valueNow(
  deps: PortfolioDeps,
  assets: readonly AssetRow[],
): Promise<{ readonly value: Amount; readonly unpriced: readonly string[] }> {
  const { ctx, ledger, prices } = deps;
  const priceOf = await prices.now(ctx.db);
  const currencies = new Map((await ledger.currencies(ctx.db)).map((currency) => [currency.id, currency]));
  const unpriced: string[] = [];
  const values = assets.map(({ currency: id, quantity, owed }) => {
    const currency = currencies.get(id);
    const net = minus(quantity, owed);
    if (currency === undefined || net === ZERO) return ZERO;
    const price = priceOf(currency);
    if (price === undefined) unpriced.push(currency.code);
    return price === undefined ? ZERO : mulDown(net, price);
  });
  return { value: sum(values), unpriced };
}

/** Values of a portfolio at moments of the past that begin an hour or a day, in their order. */
export async function valuesAt(
  { ctx, prices }: PortfolioDeps,
  user: UserId,
  span: 1 | 24,
  moments: readonly number[],
): Promise<Amount[]> {
  const closings = await readClosings(ctx.db, user, span, moments);
  const found = await prices.closing(
    ctx.db,
    closings.map(({ currency, at }) => ({ currency, at })),
  );
  const values = new Map<number, Amount>();
  for (const [index, { at, quantity, owed }] of closings.entries()) {
    const price = found[index];
    if (price === undefined) continue;
    values.set(at, plus(values.get(at) ?? ZERO, mulDown(minus(quantity, owed), price)));
  }
  return moments.map((at) => values.get(at) ?? ZERO);
}

/** Profit in percent of the value at the start and what came in, two decimals, rounded down; null without either. */
export function profitPercent(profit: Amount, start: Amount, transfers: Amount): string | null {
  const base = plus(max(start, ZERO), max(transfers, ZERO));
  return base <= 0n ? null : format(roundDown(percentFromRate(ratioDown(profit, base)), 2));
}

/** Steps of the ranges. All begin an hour; those of a year begin a day. */
const STEPS: Readonly<Record<PortfolioRange, { readonly stepMs: number; readonly count: number }>> = {
  '24h': { stepMs: HOUR_MS, count: 24 },
  '7d': { stepMs: 4 * HOUR_MS, count: 42 },
  '30d': { stepMs: 12 * HOUR_MS, count: 60 },
  '1y': { stepMs: 4 * DAY_MS, count: 92 },
};

/** The moments of a range, oldest first, without now. */
export function momentsOf(range: PortfolioRange, now: number): number[] {
  const { stepMs, count } = STEPS[range];
  const unit = range === '1y' ? DAY_MS : HOUR_MS;
  const last = Math.floor(now / unit) * unit;
  return Array.from({ length: count + 1 }, (_, index) => last - (count - index) * stepMs).filter(
    (at) => at < now,
  );
}

export interface ChartPoint {
  readonly at: number;
  readonly value: Amount;
  /** Since the start of the range. */
  readonly transfers: Amount;
  readonly profit: Amount;
}

/** Value, transfers and profit over a range, oldest point first; the last one is now. */
export async function chartOf(
  deps: PortfolioDeps,
  user: UserId,
  range: PortfolioRange,
  assets?: readonly AssetRow[],
): Promise<ChartPoint[]> {
  const { ctx } = deps;
  const now = ctx.clock.now();
  const moments = momentsOf(range, now);
  const from = moments[0] ?? now;
  const values = await valuesAt(deps, user, range === '1y' ? 24 : 1, moments);
  const sums = await readSums(ctx.db, user, range === '1y' ? 'day' : 'hour', {
    from,
    to: now + 1,
    method: 'average',
  });
  const { value: current } = await valueNow(deps, assets ?? (await readAssets(ctx.db, user)));
  const start = values[0] ?? ZERO;
  const pointOf = (at: number, value: Amount): ChartPoint => {
    const transfers = transfersBefore(sums, at);
    return { at, value, transfers, profit: minus(minus(value, start), transfers) };
  };
  return [...moments.map((at, index) => pointOf(at, values[index] ?? ZERO)), pointOf(now, current)];
}

const transfersBefore = (sums: readonly PeriodSums[], at: number): Amount =>
  sum(sums.filter(({ startMs }) => startMs < at).map(({ transfers }) => transfers));

/** Profit and loss of a stretch of time. */
export interface PeriodFigures {
  readonly startMs: number;
  /** At its end, or now. */
  readonly value: Amount;
  readonly startValue: Amount;
  readonly transfers: Amount;
  readonly realised: Amount;
  readonly income: Amount;
  readonly fees: Amount;
  readonly profit: Amount;
}

const noSums = (startMs: number): PeriodSums => ({
  startMs,
  transfers: ZERO,
  realised: ZERO,
  income: ZERO,
  fees: ZERO,
});

/** Figures of consecutive days or years that begin at `starts`; the last one ends at `end` or runs. */
export async function periodsOf(
  deps: PortfolioDeps,
  user: UserId,
  by: 'day' | 'year',
  {
    starts,
    end,
    method,
  }: { readonly starts: readonly number[]; readonly end: number; readonly method: CostMethod },
): Promise<PeriodFigures[]> {
  const { ctx } = deps;
  const [from] = starts;
  if (from === undefined) return [];
  const now = ctx.clock.now();
  const ends = [...starts.slice(1), end];
  const past = [from, ...ends.filter((at) => at <= now)];
  const values = await valuesAt(deps, user, 24, past);
  const valueAt = new Map(past.map((at, index) => [at, values[index] ?? ZERO]));
  const runs = ends.some((at) => at > now);
  const current = runs ? (await valueNow(deps, await readAssets(ctx.db, user))).value : ZERO;
  const sums = new Map(
    (await readSums(ctx.db, user, by, { from, to: end, method })).map((row) => [row.startMs, row]),
  );
  return starts.map((startMs, index) => {
    const { transfers, realised, income, fees } = sums.get(startMs) ?? noSums(startMs);
    const startValue = valueAt.get(startMs) ?? ZERO;
    const value = valueAt.get(ends[index] ?? end) ?? current;
    const profit = minus(minus(value, startValue), transfers);
    return { startMs, value, startValue, transfers, realised, income, fees, profit };
  });
}
