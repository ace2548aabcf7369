import { UNIT, amount, format, max, min, price } from '@karat/money';
import type { Amount, Price } from '@karat/money';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';
import type { ReceiptTick } from '../receipt.ts';

/** Quote amounts of contracts have six decimals. */
const QUOTE_UNIT = 10n ** 4n;

export const floorDiv = (a: bigint, b: bigint): bigint => (a >= 0n || a % b === 0n ? a / b : a / b - 1n);
/** An exact number over its scale, up to the quote's smallest unit. */
const up = (exact: bigint, scale: bigint): Amount =>
  amount(-floorDiv(-exact, scale * QUOTE_UNIT) * QUOTE_UNIT);
export const read = (facts: Facts, name: string): bigint => {
  const text = fact(facts, name);
  if (!/^-?(0|[1-9][0-9]*)(\.[0-9]{1,10})?$/.test(text)) throw new RangeError(`${name}: ${text}`);
  return amount(text);
};

/** The quoted side of an index: a long opens and a short closes above it, the others below, never below 1e-10. */
function quotedAt(order: Facts, index: Price): Price {
  const above = (fact(order, 'side') === 'long') === (fact(order, 'action') === 'open');
  const spread = read(order, 'spread');
  return above ? price(index + spread) : price(max(index - spread, 1n));
}

function opened(order: Facts, at: Price): Facts {
  const quantity = read(order, 'quantity');
  const funds = amount(read(order, 'funds'));
  const fee = min(up(quantity * at * read(order, 'fee_rate'), UNIT * UNIT), funds);
  const margin = min(up(quantity * at, UNIT * BigInt(wholeFact(order, 'multiple'))), amount(funds - fee));
  return { price: format(at), margin: format(margin), fee: format(fee) };
}

function closed(order: Facts, at: Price): Facts {
  const quantity = read(order, 'quantity');
  const funds = read(order, 'funds');
  const from = read(order, 'open_price');
  const move = fact(order, 'side') === 'long' ? at - from : from - at;
  const profit = amount(floorDiv(move * quantity, UNIT * QUOTE_UNIT) * QUOTE_UNIT);
  const left = funds + profit;
  const fee = min(up(quantity * at * read(order, 'fee_rate'), UNIT * UNIT), amount(max(left, 0n)));
  const short = amount(max(-left, 0n));
  return { price: format(at), profit: format(profit), fee: format(fee), beyond_funds: format(short) };
}

/** What follows from an order that is filled at a tick. */
export function filledAt(order: Facts, tick: Pick<ReceiptTick, 'price'> | undefined): Facts {
  if (!tick) throw new RangeError('a contract is filled at a tick');
  const at = quotedAt(order, price(tick.price));
  switch (fact(order, 'action')) {
    case 'open':
      return opened(order, at);
    case 'close':
      return closed(order, at);
    default:
      throw new RangeError(`action ${fact(order, 'action')}`);
  }
}

/** The sums of a fill, in words. */
export const FILL_TEXT =
  'index = the price of the tick of tick_second. A long opens and a short closes at index + spread, a short opens and a long ' +
  'closes at index - spread (at least 1e-10). Amounts have six decimals. Opening: fee = quantity x price x fee_rate rounded up, at ' +
  'most funds; margin = quantity x price / multiple rounded up, at most funds - fee. Closing: profit = (price - open_price) x ' +
  'quantity, mirrored for a short, rounded down; fee = quantity x price x fee_rate rounded up, at most funds + profit and at ' +
  'least 0; beyond_funds = what funds + profit is below 0, paid by the insurance fund. funds = the margin concerned and, where ' +
  'it counts (cross, opening), the available balance.';

export const contractFormula: Formula = {
  id: 'contract/1',
  text: FILL_TEXT,
  ranges(order) {
    const second = wholeFact(order, 'tick_second');
    return [{ market: wholeFact(order, 'market'), from: second, to: second }];
  },
  choose: (_order, published) => published.slice(0, 1),
  result: (order, [tick]) => filledAt(order, tick),
};
