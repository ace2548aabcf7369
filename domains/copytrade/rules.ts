import type { SkipReason } from '@karat/contract';
import { UNIT, ZERO, amount, max, plus, ratioDown, roundDown } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import type { CopySize } from '@karat/rules';
import { DAY_MS } from '@karat/rules';

/** Size and limits of the copies of a follower. */
export interface CopySettings extends CopySize {
  /** Maximum margin of one copy. */
  readonly orderCap: Amount | undefined;
  /** Maximum margin of all copies of the trader together. */
  readonly totalCap: Amount | undefined;
  /** Maximum difference from the price of the trader, relative. */
  readonly slippage: Rate;
}

/** Difference from the price of the trader, relative, rounded down at 1e-10. */
const distance = (price: Price, from: Price): Rate =>
  ratioDown(price > from ? price - from : from - price, from);

/** Facts of a copy before it is opened. */
export interface CopyFacts {
  readonly lots: Amount;
  readonly minLots: Amount;
  readonly maxLots: Amount;
  /** Margin of the copy at the price. */
  readonly margin: Amount;
  /** Margin of the open copies. */
  readonly openMargin: Amount;
  readonly price: Price;
  readonly traderPrice: Price;
}

/** The reason to skip a copy; undefined to open it. A lack of margin shows when the copy is opened. */
export function skipReason(settings: CopySettings, facts: CopyFacts): SkipReason | undefined {
  if (facts.lots < facts.minLots || facts.lots === 0n) return 'lots_too_small';
  if (facts.lots > facts.maxLots) return 'lots_too_large';
  if (distance(facts.price, facts.traderPrice) > settings.slippage) return 'slippage';
  if (settings.orderCap !== undefined && facts.margin > settings.orderCap) return 'order_cap';
  if (settings.totalCap !== undefined && plus(facts.openMargin, facts.margin) > settings.totalCap)
    return 'total_cap';
  return undefined;
}

/** A closed trade as figures need it: when (unix ms), and what it brought after fees. */
export interface ClosedTrade {
  readonly openedAt: number;
  readonly closedAt: number;
  readonly net: Amount;
  readonly margin: Amount;
}

export interface Figures {
  readonly totalProfit: Amount;
  /** Percent, two decimals. */
  readonly roi: Amount;
  readonly accuracy: Amount;
  readonly maxDrawdown: Amount;
  readonly sharpe: Amount | undefined;
  readonly trades: number;
  /** Cumulative net profit at the end of each day, oldest first. */
  readonly curve: readonly Amount[];
}

const CURVE_DAYS = 30;
/** Fewer days do not give a meaningful deviation. */
const SHARPE_DAYS = 7;
const YEAR_DAYS = 365;

const percentOf = (part: bigint, whole: bigint): Amount =>
  whole <= 0n ? ZERO : roundDown(amount((part * UNIT * 100n) / whole), 2);

/** Maximum margin in use at one time. */
export function capitalOf(trades: readonly ClosedTrade[]): Amount {
  const moves = trades
    .flatMap(({ openedAt, closedAt, margin }) => [
      { at: openedAt, by: margin as bigint },
      { at: closedAt, by: -margin },
    ])
    .toSorted((a, b) => a.at - b.at || (a.by < b.by ? -1 : a.by > b.by ? 1 : 0));
  let [now, most] = [0n, 0n];
  for (const { by } of moves) {
    now += by;
    if (now > most) most = now;
  }
  return amount(most);
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

/**
 * Sharpe ratio of daily returns on the capital: mean / deviation x sqrt(365), without a riskless rate, two decimals.
 * Undefined for fewer than seven days or without any deviation. Source: W. F. Sharpe, The Sharpe Ratio, 1994.
 */
function sharpeOf(days: readonly bigint[], capital: bigint): Amount | undefined {
  if (days.length < SHARPE_DAYS || capital <= 0n) return undefined;
  const count = BigInt(days.length);
  const returns = days.map((net) => (net * UNIT) / capital);
  const mean = returns.reduce((a, b) => a + b, 0n) / count;
  const variance = returns.reduce((total, each) => total + (each - mean) ** 2n, 0n) / count;
  const deviation = isqrt(variance);
  if (deviation === 0n) return undefined;
  const yearly = isqrt(BigInt(YEAR_DAYS) * UNIT * UNIT);
  const ratio = (((mean * UNIT) / deviation) * yearly) / UNIT;
  const step = UNIT / 100n;
  return amount((ratio / step) * step);
}

/** Maximum drawdown of the cumulative result from its peak, in percent of capital and peak. */
function drawdownOf(cumulative: readonly bigint[], capital: bigint): Amount {
  let [peak, deepest] = [0n, ZERO];
  for (const value of cumulative) {
    if (value > peak) peak = value;
    deepest = max(deepest, percentOf(peak - value, capital + peak));
  }
  return deepest;
}

/** Statistics of closed trades at a time (unix ms); days are UTC days. */
export function figuresOf(trades: readonly ClosedTrade[], now: number): Figures {
  const sorted = trades.toSorted((a, b) => a.closedAt - b.closedAt);
  const capital = capitalOf(sorted);
  const first = sorted[0]?.closedAt ?? now;
  const dayOf = (at: number): number => Math.floor(at / DAY_MS);
  const days = Array.from({ length: Math.max(1, dayOf(now) - dayOf(first) + 1) }, () => 0n);
  const cumulative: bigint[] = [];
  let total = 0n;
  for (const { closedAt, net } of sorted) {
    const day = dayOf(closedAt) - dayOf(first);
    days[day] = (days[day] ?? 0n) + net;
    total += net;
    cumulative.push(total);
  }
  let sum = 0n;
  const curve = days.map((net) => amount((sum += net)));
  const won = sorted.filter(({ net }) => net > 0n).length;
  return {
    totalProfit: amount(total),
    roi: percentOf(total, capital),
    accuracy: percentOf(BigInt(won), BigInt(sorted.length)),
    maxDrawdown: drawdownOf(cumulative, capital),
    sharpe: sharpeOf(days, capital),
    trades: sorted.length,
    curve: curve.slice(-CURVE_DAYS),
  };
}
