import { amount, divideHalfUp, format, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { dualOutcomeAt, dualPayouts } from '@karat/rules';
import type { DualPrice, DualTerms } from '@karat/rules';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';
import type { ReceiptTick } from '../receipt.ts';

/** Seconds before maturity whose ticks give the settlement price. */
export const DUAL_WINDOW_S = 1_800;
/** With fewer ticks in the window there is no settlement price from the index. */
export const DUAL_TICKS_MIN = DUAL_WINDOW_S / 2;
/** The currency of the payout; `void`: the principal returns. */
export type DualOutcome = 'coin' | 'quote' | 'void';
/** Where the settlement price comes from: index ticks, a documented source, or nowhere. */
export type DualBasis = 'ticks' | 'source' | 'void';

/** The settlement price rounded half up at ten decimals; for display, outcomes compare the exact fraction. */
export const shownDualPrice = ({ total, count }: DualPrice): Price => divideHalfUp(total, BigInt(count), 10);

/** Ticks of the half hour before maturity (unix s), maturity itself excluded. */
export const dualWindow = <Tick extends { readonly time: number }>(
  maturitySecond: number,
  ticks: readonly Tick[],
): readonly Tick[] =>
  ticks.filter(({ time }) => time >= maturitySecond - DUAL_WINDOW_S && time < maturitySecond);

/** The window as receipts state it: how many ticks, their sum, and the first and the last of them. */
export interface DualWindow {
  readonly count: number;
  readonly total: bigint;
  readonly ends: readonly ReceiptTick[];
}

export function summariseDualWindow(maturitySecond: number, ticks: readonly ReceiptTick[]): DualWindow {
  const window = dualWindow(maturitySecond, ticks);
  const [first, last] = [window[0], window.at(-1)];
  return {
    count: window.length,
    total: window.reduce((sum, tick) => sum + price(tick.price), 0n),
    ends: first && last ? (first === last ? [first] : [first, last]) : [],
  };
}

export interface DualReceiptFacts extends DualTerms {
  readonly market: number;
  readonly symbol: string;
  readonly coin: string;
  readonly quote: string;
  readonly shares: number;
  /** Unix s. */
  readonly maturitySecond: number;
  readonly window: Pick<DualWindow, 'count' | 'total'>;
  readonly basis: DualBasis;
  /** The documented price, with basis `source`. */
  readonly source?: { readonly price: Price; readonly document: string } | undefined;
}

/** The terms and the settlement price as a receipt states them. */
export const dualFacts = (order: DualReceiptFacts): Facts => ({
  market: String(order.market),
  symbol: order.symbol,
  coin: order.coin,
  coin_decimals: String(order.coinDecimals),
  quote: order.quote,
  quote_decimals: String(order.quoteDecimals),
  type: order.type,
  shares: String(order.shares),
  principal: format(order.principal),
  strike: format(order.strike),
  days: String(order.days),
  apr: format(order.apr),
  maturity_second: String(order.maturitySecond),
  window_ticks: String(order.window.count),
  window_sum: format(amount(order.window.total)),
  basis: order.basis,
  ...(order.source ? { source_price: format(order.source.price), source: order.source.document } : {}),
});

function oneOf<const Value extends string>(text: string, name: string, values: readonly Value[]): Value {
  const value = values.find((each) => each === text);
  if (value === undefined) throw new RangeError(`${name} ${text}`);
  return value;
}

const termsOf = (order: Facts): DualTerms => ({
  type: oneOf(fact(order, 'type'), 'type', ['call', 'put']),
  principal: amount(fact(order, 'principal')),
  strike: price(fact(order, 'strike')),
  days: wholeFact(order, 'days'),
  apr: rate(fact(order, 'apr')),
  coinDecimals: wholeFact(order, 'coin_decimals'),
  quoteDecimals: wholeFact(order, 'quote_decimals'),
});

/** The settlement price that an order states; undefined for a void one. A basis that the number of ticks excludes throws. */
function priceOf(order: Facts): DualPrice | undefined {
  const count = wholeFact(order, 'window_ticks');
  const basis = oneOf(fact(order, 'basis'), 'basis', ['ticks', 'source', 'void']);
  if ((basis === 'ticks') !== count >= DUAL_TICKS_MIN)
    throw new RangeError(`${count} ticks in the window do not allow basis ${basis}`);
  switch (basis) {
    case 'ticks':
      return { total: amount(fact(order, 'window_sum')), count };
    case 'source':
      return { total: price(fact(order, 'source_price')), count: 1 };
    case 'void':
      return undefined;
  }
}

export const dualFormula: Formula = {
  id: 'dual/1',
  text:
    'window = the ticks with maturity_second - 1800 <= time < maturity_second; window_ticks = their number, window_sum = the sum ' +
    'of their prices. The receipt lists the first and the last of them; the hash chain fixes those between. basis ticks: at ' +
    'least 900 ticks, settlement = window_sum / window_ticks, compared exactly. With fewer, basis source: settlement = ' +
    'source_price, or basis void: the principal returns. f = 1 + days x apr / 365. settlement < strike: outcome coin, a call ' +
    'pays principal x f and a put principal / strike x f in coin. Otherwise outcome quote, a call pays principal x strike x f ' +
    'and a put principal x f in quote. The payout is rounded down once at the decimals of its currency.',
  ranges(order) {
    const maturity = wholeFact(order, 'maturity_second');
    return [{ market: wholeFact(order, 'market'), from: maturity - DUAL_WINDOW_S, to: maturity - 1 }];
  },
  choose(order, published) {
    const { count, total, ends } = summariseDualWindow(wholeFact(order, 'maturity_second'), published);
    if (count !== wholeFact(order, 'window_ticks')) throw new RangeError(`the window has ${count} ticks`);
    if (total !== amount(fact(order, 'window_sum')))
      throw new RangeError(`the ticks of the window sum to ${format(amount(total))}`);
    return ends;
  },
  result(order, ticks) {
    const terms = termsOf(order);
    if (ticks.length !== Math.min(2, wholeFact(order, 'window_ticks')))
      throw new RangeError('the receipt lists the first and the last tick of the window');
    const settled = priceOf(order);
    const { coin, quote } = { coin: fact(order, 'coin'), quote: fact(order, 'quote') };
    if (!settled)
      return {
        outcome: 'void',
        payout: format(terms.principal),
        payout_currency: terms.type === 'call' ? coin : quote,
      };
    const outcome = dualOutcomeAt(settled, terms.strike);
    return {
      outcome,
      settlement: format(shownDualPrice(settled)),
      payout: format(dualPayouts(terms)[outcome].received),
      payout_currency: outcome === 'coin' ? coin : quote,
    };
  },
};
