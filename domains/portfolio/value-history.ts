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
import type { Amount, Price } from '@karat/money';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import type { AssetRow } from './assets.ts';
import type { PortfolioDeps } from './deps.ts';
import { readClosings, readSums } from './period-store.ts';
import type { PeriodSums } from './period-store.ts';
import { readAssets } from './state-store.ts';

/** Worth of a portfolio at a moment, in USDT. */
export interface Valuation {
  /** What is owned less what is owed, rounded down for each currency; without a price nothing. */
  readonly value: Amount;
  /** Cost of what is owned and has no price: a purchase of it is neither a gain nor a loss. */
  readonly unpricedCost: Amount;
}

const NOTHING: Valuation = { value: ZERO, unpricedCost: ZERO };

const add = (a: Valuation, b: Valuation): Valuation => ({
  value: plus(a.value, b.value),
  unpricedCost: plus(a.unpricedCost, b.unpricedCost),
});

const valuationOf = (net: Amount, price: Price | undefined, cost: Amount): Valuation =>
  price === undefined
    ? { value: ZERO, unpricedCost: cost }
    : { value: mulDown(net, price), unpricedCost: ZERO };

/** Gain from one moment to another beyond what came in. */
const profitBetween = (from: Valuation, to: Valuation, transfers: Amount): Amount => {
  const worth = ({ value, unpricedCost }: Valuation): Amount => plus(value, unpricedCost);
  return minus(minus(worth(to), worth(from)), transfers);
};

/** Worth of a portfolio at the current prices, and the currencies that have none. */
export async function valueNow(
  deps: PortfolioDeps,
  assets: readonly AssetRow[],
): Promise<Valuation & { readonly unpriced: readonly string[] }> {
  const { ctx, ledger, prices } = deps;
  const priceOf = await prices.now(ctx.db);
  const currencies = new Map((await ledger.currencies(ctx.db)).map((currency) => [currency.id, currency]));
  const unpriced: string[] = [];
  const values = assets.map(({ currency: id, quantity, owed, costAverage }) => {
    const currency = currencies.get(id);
    const net = minus(quantity, owed);
    if (currency === undefined || net === ZERO) return NOTHING;
    const price = priceOf(currency);
    if (price === undefined) unpriced.push(currency.code);
    return valuationOf(net, price, costAverage);
  });
  return { ...values.reduce(add, NOTHING), unpriced };
}

/** Worth of a portfolio at moments of the past that begin an hour or a day, in their order. */
export async function valuesAt(
  { ctx, prices }: PortfolioDeps,
  user: UserId,
  span: 1 | 24,
  moments: readonly number[],
): Promise<Valuation[]> {
  const closings = await readClosings(ctx.db, user, span, moments);
  const found = await prices.closing(
    ctx.db,
    closings.map(({ currency, at }) => ({ currency, at })),
  );
  const values = new Map<number, Valuation>();
  for (const [index, { at, quantity, owed, cost }] of closings.entries()) {
    const valuation = valuationOf(minus(quantity, owed), found[index], cost);
    values.set(at, add(values.get(at) ?? NOTHING, valuation));
  }
  return moments.map((at) => values.get(at) ?? NOTHING);
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
  const current = await valueNow(deps, assets ?? (await readAssets(ctx.db, user)));
  const start = values[0] ?? NOTHING;
  const pointOf = (at: number, valuation: Valuation): ChartPoint => {
    const transfers = transfersBefore(sums, at);
    return { at, value: valuation.value, transfers, profit: profitBetween(start, valuation, transfers) };
  };
  return [...moments.map((at, index) => pointOf(at, values[index] ?? NOTHING)), pointOf(now, current)];
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
  const valuationAt = new Map(past.map((at, index) => [at, values[index] ?? NOTHING]));
  const runs = ends.some((at) => at > now);
  const current = runs ? await valueNow(deps, await readAssets(ctx.db, user)) : NOTHING;
  const sums = new Map(
    (await readSums(ctx.db, user, by, { from, to: end, method })).map((row) => [row.startMs, row]),
  );
  return starts.map((startMs, index) => {
    const { transfers, realised, income, fees } = sums.get(startMs) ?? noSums(startMs);
    const from = valuationAt.get(startMs) ?? NOTHING;
    const to = valuationAt.get(ends[index] ?? end) ?? current;
    const profit = profitBetween(from, to, transfers);
    const [value, startValue] = [to.value, from.value];
    return { startMs, value, startValue, transfers, realised, income, fees, profit };
  });
}
