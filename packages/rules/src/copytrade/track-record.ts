import { UNIT, ZERO, amount, divideDown, max, minus, mulDivDown, plus } from '@karat/money';
import type { Amount } from '@karat/money';
import { DAY_MS } from '../durations.ts';
import { riskScore } from './risk-score.ts';
import type { RiskFacts, RiskScore } from './risk-score.ts';

/** Cumulative net profit of a trader at a time, open positions at the index included. */
export interface EquityPoint {
  /** Unix ms. */
  readonly at: number;
  readonly equity: Amount;
}

/** A filled position of a trader. Times in unix ms, amounts in USDT. */
export interface TraderPosition {
  readonly openedAt: number;
  /** Undefined while it is open. */
  readonly closedAt: number | undefined;
  /** Net result after fees; of an open position so far, without unrealised profit. */
  readonly net: Amount;
  /** Margin at the opening. */
  readonly margin: Amount;
  readonly multiple: number;
}

/** Periods of published returns, in days. */
export const RETURN_DAYS = [7, 30, 90] as const;
export type ReturnDays = (typeof RETURN_DAYS)[number];

/** Return of a period. */
export interface PeriodReturn {
  /** Profit over the capital in percent, two decimals, rounded down, signed. */
  readonly roi: Amount;
  /** Begin of the period in unix ms: later than its days ago where the history is shorter. */
  readonly from: number;
}

/** Risk score with its facts; undefined without a trade. */
export interface TraderRisk extends Omit<RiskScore, 'score'> {
  readonly score: number | undefined;
}

/** Published statistics of a trader. Percentages have two decimals and are rounded down. */
export interface TrackRecord {
  readonly totalProfit: Amount;
  /** Maximum margin in use at one time. */
  readonly capital: Amount;
  readonly roi: Amount;
  readonly periods: Readonly<Record<ReturnDays, PeriodReturn>>;
  /** Closed positions with a profit, percent of the closed ones. */
  readonly winRate: Amount;
  /** Maximum drawdown of the equity, in percent of capital and peak. */
  readonly maxDrawdown: Amount;
  readonly sharpe: Amount | undefined;
  /** Number of closed positions. */
  readonly trades: number;
  /** Average time from opening to closing in ms; undefined without closed positions. */
  readonly holdingMs: number | undefined;
  readonly risk: TraderRisk;
  /** Equity of the last 30 days, evenly sampled, oldest first. */
  readonly curve: readonly Amount[];
}

const RISK_DAYS = 30;
const CURVE_DAYS = 30;
const CURVE_POINTS = 48;
/** Fewer days do not give a meaningful deviation. */
const SHARPE_DAYS = 7;
const YEAR_DAYS = 365;

const percent = (part: Amount, whole: Amount): Amount =>
  whole <= 0n ? ZERO : mulDivDown(part, 100n * UNIT, whole, 2);

/** Maximum margin in use at one time. */
export function capitalOf(positions: readonly TraderPosition[]): Amount {
  const changes = positions
    .flatMap(({ openedAt, closedAt, margin }) => [
      { at: openedAt, by: margin as bigint },
      ...(closedAt === undefined ? [] : [{ at: closedAt, by: -margin }]),
    ])
    .toSorted((a, b) => a.at - b.at || (a.by < b.by ? -1 : a.by > b.by ? 1 : 0));
  let [now, highest] = [0n, 0n];
  for (const { by } of changes) {
    now += by;
    if (now > highest) highest = now;
  }
  return amount(highest);
}

/** Maximum drawdown of equities from their peak, in percent of capital and a positive peak, two decimals, rounded down. */
export function maxDrawdown(points: readonly EquityPoint[], capital: Amount): Amount {
  let peak = points[0]?.equity ?? ZERO;
  let deepest = ZERO;
  for (const { equity } of points) {
    peak = max(peak, equity);
    deepest = max(deepest, percent(minus(peak, equity), plus(capital, max(peak, ZERO))));
  }
  return deepest;
}

/** Returns of each UTC day with points, relative to the capital, in 1e-10; the first day begins at the first point. */
export function dailyReturns(points: readonly EquityPoint[], capital: Amount): bigint[] {
  if (capital <= 0n) return [];
  const closes = new Map(points.map(({ at, equity }) => [Math.floor(at / DAY_MS), equity]));
  let before = points[0]?.equity ?? ZERO;
  return [...closes.values()].map((equity) => {
    const change = minus(equity, before);
    before = equity;
    return mulDivDown(change, UNIT, capital);
  });
}

/** Integer square root, rounded down (Newton). */
function isqrt(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

/** Mean and standard deviation of returns, in 1e-10; 0 for none. */
function spreadOf(returns: readonly bigint[]): { readonly mean: bigint; readonly deviation: bigint } {
  const count = BigInt(returns.length);
  if (count === 0n) return { mean: 0n, deviation: 0n };
  const mean = returns.reduce((a, b) => a + b, 0n) / count;
  const variance = returns.reduce((total, each) => total + (each - mean) ** 2n, 0n) / count;
  return { mean, deviation: isqrt(variance) };
}

/**
 * Sharpe ratio of daily returns: mean / deviation x sqrt(365), without a riskless rate, two decimals, rounded towards zero.
 * Undefined for fewer than seven days or without any deviation. Source: W. F. Sharpe, The Sharpe Ratio, 1994.
 */
function sharpeOf(returns: readonly bigint[]): Amount | undefined {
  if (returns.length < SHARPE_DAYS) return undefined;
  const { mean, deviation } = spreadOf(returns);
  if (deviation === 0n) return undefined;
  const yearly = isqrt(BigInt(YEAR_DAYS) * UNIT * UNIT);
  const ratio = (((mean * UNIT) / deviation) * yearly) / UNIT;
  const step = UNIT / 100n;
  return amount((ratio / step) * step);
}

/** Points of the last days before a time, with the last one before them as their beginning. */
function pointsSince(points: readonly EquityPoint[], from: number): readonly EquityPoint[] {
  const begin = points.findLastIndex(({ at }) => at <= from);
  return points.slice(Math.max(begin, 0));
}

function periodReturn(
  points: readonly EquityPoint[],
  days: number,
  at: number,
  capital: Amount,
): PeriodReturn {
  const from = at - days * DAY_MS;
  const [first, last] = [pointsSince(points, from)[0], points.at(-1)];
  if (!first || !last) return { roi: ZERO, from: at };
  return { roi: percent(minus(last.equity, first.equity), capital), from: Math.max(first.at, from) };
}

/** At most `count` of the values at even distances, first and last included. */
function sampled<T>(values: readonly T[], count: number): T[] {
  if (values.length <= count) return [...values];
  const step = (values.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, n) => values[Math.round(n * step)]).filter(
    (value) => value !== undefined,
  );
}

/** The score of a trader: of one who has never traded there is none, neither a low nor a high one. */
function riskOf({ isUntraded, ...facts }: RiskFacts & { readonly isUntraded: boolean }): TraderRisk {
  const risk = riskScore(facts);
  return isUntraded ? { ...risk, score: undefined } : risk;
}

/**
 * Statistics of a trader at a time (unix ms) from hourly equity, oldest first, and all filled positions. Open losses count in
 * profit, returns, drawdown and risk; days are UTC days.
 */
export function trackRecord(
  points: readonly EquityPoint[],
  positions: readonly TraderPosition[],
  at: number,
): TrackRecord {
  const capital = capitalOf(positions);
  const totalProfit = points.at(-1)?.equity ?? ZERO;
  const closed = positions.flatMap(({ openedAt, closedAt, net }) =>
    closedAt === undefined ? [] : [{ held: closedAt - openedAt, net }],
  );
  const won = closed.filter(({ net }) => net > 0n).length;
  const held = closed.reduce((total, each) => total + each.held, 0);
  const recent = pointsSince(points, at - RISK_DAYS * DAY_MS);
  const leveraged = positions.filter(({ openedAt }) => openedAt > at - RISK_DAYS * DAY_MS);
  const leverage = leveraged.reduce((total, { multiple }) => total + multiple, 0);
  const period = (days: ReturnDays): PeriodReturn => periodReturn(points, days, at, capital);
  return {
    totalProfit,
    capital,
    roi: percent(totalProfit, capital),
    periods: { 7: period(7), 30: period(30), 90: period(90) },
    winRate: percent(amount(String(won)), amount(String(closed.length))),
    maxDrawdown: maxDrawdown(points, capital),
    sharpe: sharpeOf(dailyReturns(points, capital)),
    trades: closed.length,
    holdingMs: closed.length === 0 ? undefined : Math.floor(held / closed.length),
    risk: riskOf({
      drawdown: maxDrawdown(recent, capital),
      deviation: mulDivDown(amount(spreadOf(dailyReturns(recent, capital)).deviation), 100n, 1n, 2),
      leverage:
        leveraged.length === 0 ? ZERO : divideDown(amount(String(leverage)), BigInt(leveraged.length)),
      historyMs: at - (points[0]?.at ?? at),
      isUntraded: positions.length === 0,
    }),
    curve: sampled(
      pointsSince(points, at - CURVE_DAYS * DAY_MS).map(({ equity }) => equity),
      CURVE_POINTS,
    ),
  };
}
