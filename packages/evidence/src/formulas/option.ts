import { amount, format, mulDown, plus, price, rate } from '@karat/money';
import type { Amount, Price, Rate } from '@karat/money';
import { roundHalfUp } from '../chain.ts';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';
import type { ReceiptTick } from '../receipt.ts';

/** Milliseconds before expiry whose ticks count: five one-second ticks. */
export const OPTION_WINDOW_MS = 5_000;
/** Fewer ticks than this in the window and the option is void. */
export const OPTION_TICKS_MIN = 3;

export type OptionOutcome = 'win' | 'lose' | 'tie' | 'void';
export type OptionDirection = 'up' | 'down';

/** A tick as far as an option cares. */
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
  /** Decimals of the currency that is paid in. */
  readonly decimals: number;
  /** Unix ms. */
  readonly acceptedMs: number;
  readonly expiresMs: number;
}

export interface OptionResult<Tick extends OptionTick = OptionTick> {
  readonly outcome: OptionOutcome;
  /** None when the option is void for lack of it. */
  readonly entry: Tick | undefined;
  /** The ticks that the settlement price is the mean of. */
  readonly window: readonly Tick[];
  /** Mean of the window, rounded half up at ten decimals for showing; what wins is decided by the exact sum. */
  readonly settlement: Price | undefined;
  /** What goes back to the user: stake and profit, the stake, or nothing. */
  readonly returned: Amount;
}

/** What a win pays on top of the stake: stake x ratio, rounded down at the currency's decimals. */
export const optionProfit = (stake: Amount, ratio: Rate, decimals: number): Amount =>
  mulDown(stake, ratio, decimals);

/** The first tick at or after acceptance; one at or after expiry is none. Ticks in the order of time. */
export const entryOf = <Tick extends OptionTick>(
  terms: Pick<OptionTerms, 'acceptedMs' | 'expiresMs'>,
  ticks: readonly Tick[],
): Tick | undefined =>
  ticks.find(({ time }) => time * 1000 >= terms.acceptedMs && time * 1000 < terms.expiresMs);

/** The one-second ticks of the last five seconds before expiry, at most five. */
export const windowOf = <Tick extends OptionTick>(
  expiresMs: number,
  ticks: readonly Tick[],
): readonly Tick[] =>
  ticks.filter(({ time }) => time * 1000 >= expiresMs - OPTION_WINDOW_MS && time * 1000 < expiresMs);

/**
 * Computes the payoff of an option from the index's ticks, of which at least those from acceptance to expiry are given, in the order of
 * time. A user's identity is not among its inputs: equal orders have equal results.
 */
export function settleOption<Tick extends OptionTick>(
  terms: OptionTerms,
  ticks: readonly Tick[],
): OptionResult<Tick> {
  const entry = entryOf(terms, ticks);
  const window = windowOf(terms.expiresMs, ticks);
  const count = BigInt(window.length);
  const total = window.reduce((sum, tick) => sum + tick.price, 0n);
  const settlement = window.length === 0 ? undefined : roundHalfUp(total, count, 10);
  const { stake } = terms;
  if (!entry || window.length < OPTION_TICKS_MIN)
    return { outcome: 'void', entry, window, settlement, returned: stake };
  const moved = total - entry.price * count;
  if (moved === 0n) return { outcome: 'tie', entry, window, settlement, returned: stake };
  if (moved > 0n === (terms.direction === 'up')) {
    const returned = plus(stake, optionProfit(stake, terms.ratio, terms.decimals));
    return { outcome: 'win', entry, window, settlement, returned };
  }
  return { outcome: 'lose', entry, window, settlement, returned: amount(0n) };
}

const directionOf = (text: string): OptionDirection => {
  if (text !== 'up' && text !== 'down') throw new RangeError(`direction ${text}`);
  return text;
};

/** Returns the terms for a receipt. */
export const optionFacts = (
  terms: OptionTerms & { readonly market: number; readonly symbol: string; readonly currency: string },
): Facts => ({
  market: String(terms.market),
  symbol: terms.symbol,
  currency: terms.currency,
  decimals: String(terms.decimals),
  direction: terms.direction,
  stake: format(terms.stake),
  ratio: format(terms.ratio),
  accepted_ms: String(terms.acceptedMs),
  expires_ms: String(terms.expiresMs),
});

const termsOf = (order: Facts): OptionTerms => ({
  direction: directionOf(fact(order, 'direction')),
  stake: amount(fact(order, 'stake')),
  ratio: rate(fact(order, 'ratio')),
  decimals: wholeFact(order, 'decimals'),
  acceptedMs: wholeFact(order, 'accepted_ms'),
  expiresMs: wholeFact(order, 'expires_ms'),
});

const optionTick = (tick: ReceiptTick): OptionTick & { readonly of: ReceiptTick } => ({
  time: tick.time,
  price: price(tick.price),
  of: tick,
});

export const optionFormula: Formula = {
  id: 'option/1',
  text:
    'Times in unix ms; the time of a tick is its second x 1000. entry = the first tick with accepted_ms <= time < expires_ms. ' +
    'window = the ticks with expires_ms - 5000 <= time < expires_ms. Without an entry, or with fewer than 3 ticks in the ' +
    'window: void, the stake goes back. settlement = sum of the window / number of its ticks, compared exactly. settlement = ' +
    'entry: tie, the stake goes back. up wins when settlement > entry, down when settlement < entry; otherwise the option is ' +
    'lost. A win returns stake + stake x ratio, the profit rounded down at the decimals of the currency.',
  ranges(order) {
    const { acceptedMs, expiresMs } = termsOf(order);
    const first = Math.min(acceptedMs, expiresMs - OPTION_WINDOW_MS);
    return [
      {
        market: wholeFact(order, 'market'),
        from: Math.ceil(first / 1000),
        to: Math.ceil(expiresMs / 1000) - 1,
      },
    ];
  },
  choose(order, published) {
    const { entry, window } = settleOption(termsOf(order), published.map(optionTick));
    const chosen = entry && !window.includes(entry) ? [entry, ...window] : window;
    return chosen.map(({ of }) => of);
  },
  result(order, ticks) {
    const { outcome, entry, window, settlement, returned } = settleOption(
      termsOf(order),
      ticks.map(optionTick),
    );
    return {
      outcome,
      ...(entry ? { entry: format(entry.price), entry_second: String(entry.time) } : {}),
      ...(settlement === undefined ? {} : { settlement: format(settlement) }),
      window_ticks: String(window.length),
      returned: format(returned),
    };
  },
};
