import { amount, format, price, rate } from '@karat/money';
import { OPTION_WINDOW_MS, settleOption } from '@karat/rules';
import type { OptionDirection, OptionTerms, OptionTick } from '@karat/rules';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';
import type { ReceiptTick } from '../receipt.ts';

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
