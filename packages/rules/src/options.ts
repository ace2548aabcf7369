import { UNIT, ZERO, amount, divUp, divideHalfUp, mulDown, plus, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';

/** Settlement window in milliseconds before expiry: five one-second ticks. Source: products.md, section 5. */
export const OPTION_WINDOW_MS = 5_000;
/** Minimum number of ticks in the window; with fewer the option is void. */
export const OPTION_TICKS_MIN = 3;

export type OptionOutcome = 'win' | 'lose' | 'tie' | 'void';
export type OptionDirection = 'up' | 'down';

/** An index tick. */
export interface OptionTick {
  /** Unix seconds. */
  readonly time: number;
  readonly price: Price;
}

export interface OptionTerms {
  readonly direction: OptionDirection;
  readonly stake: Amount;
  /** Profit of a win for one unit of stake; 0.85 is 85 %. */
  readonly ratio: Rate;
  /** Decimals of the stake currency. */
  readonly decimals: number;
  /** Unix ms. */
  readonly acceptedMs: number;
  readonly expiresMs: number;
}

export interface OptionResult<Tick extends OptionTick = OptionTick> {
  readonly outcome: OptionOutcome;
  /** Undefined where no tick follows the acceptance: then the option is void. */
  readonly entry: Tick | undefined;
  /** Ticks of the settlement window. */
  readonly window: readonly Tick[];
  /** Mean of the window, rounded half up at 1e-10, for display: the outcome follows from the exact sum. */
  readonly settlement: Price | undefined;
  /** Payment to the user: stake and profit, the stake, or zero. */
  readonly returned: Amount;
}

/** Profit of a win: stake x ratio, rounded down at the decimals of the currency. */
export const optionProfit = (stake: Amount, ratio: Rate, decimals: number): Amount =>
  mulDown(stake, ratio, decimals);

/** Payment of a win: stake + profit. */
export const optionPayout = (stake: Amount, ratio: Rate, decimals: number): Amount =>
  plus(stake, optionProfit(stake, ratio, decimals));

/** Break-even win rate in percent: 100 / (1 + ratio), rounded up at two decimals. */
export const breakEvenRate = (ratio: Rate): Amount => divUp(amount('100'), plus(rate(UNIT), ratio), 2);

/** The first tick at or after acceptance and before expiry. Ticks are in the order of time. */
export const optionEntry = <Tick extends OptionTick>(
  terms: Pick<OptionTerms, 'acceptedMs' | 'expiresMs'>,
  ticks: readonly Tick[],
): Tick | undefined =>
  ticks.find(({ time }) => time * 1000 >= terms.acceptedMs && time * 1000 < terms.expiresMs);

/** Ticks of the last five seconds before expiry. */
export const settlementWindow = <Tick extends OptionTick>(
  expiresMs: number,
  ticks: readonly Tick[],
): readonly Tick[] =>
  ticks.filter(({ time }) => time * 1000 >= expiresMs - OPTION_WINDOW_MS && time * 1000 < expiresMs);

/**
 * Computes the payoff of an option by index ticks in the order of time, at least all from acceptance to expiry. The result depends on the terms
 * and the ticks only: equal orders have equal results.
 */
export function settleOption<Tick extends OptionTick>(
  terms: OptionTerms,
  ticks: readonly Tick[],
): OptionResult<Tick> {
  const entry = optionEntry(terms, ticks);
  const window = settlementWindow(terms.expiresMs, ticks);
  const count = BigInt(window.length);
  const total = window.reduce((sum, tick) => sum + tick.price, 0n);
  const settlement = window.length === 0 ? undefined : divideHalfUp(total, count, 10);
  const { stake } = terms;
  if (!entry || window.length < OPTION_TICKS_MIN)
    return { outcome: 'void', entry, window, settlement, returned: stake };
  const moved = total - entry.price * count;
  if (moved === 0n) return { outcome: 'tie', entry, window, settlement, returned: stake };
  if (moved > 0n === (terms.direction === 'up')) {
    const returned = optionPayout(stake, terms.ratio, terms.decimals);
    return { outcome: 'win', entry, window, settlement, returned };
  }
  return { outcome: 'lose', entry, window, settlement, returned: ZERO };
}
