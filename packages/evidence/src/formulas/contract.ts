import { amount, format, price, rate } from '@karat/money';
import type { Price } from '@karat/money';
import { closingFill, closingPrice, openingFill, openingPrice } from '@karat/rules';
import type { PositionSide } from '@karat/rules';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';
import type { ReceiptTick } from '../receipt.ts';

/** A signed decimal of the facts, in 1e-10. Anything else throws RangeError. */
export const signedFact = (facts: Facts, name: string): bigint => {
  const text = fact(facts, name);
  if (!/^-?(0|[1-9][0-9]*)(\.[0-9]{1,10})?$/.test(text)) throw new RangeError(`${name}: ${text}`);
  return amount(text);
};

export const sideOf = (order: Facts): PositionSide => (fact(order, 'side') === 'long' ? 'long' : 'short');

const termsOf = (order: Facts) => ({
  quantity: amount(signedFact(order, 'quantity')),
  funds: amount(signedFact(order, 'funds')),
  feeRate: rate(signedFact(order, 'fee_rate')),
});

function opened(order: Facts, index: Price): Facts {
  const at = openingPrice(sideOf(order), index, price(signedFact(order, 'spread')));
  const { margin, fee } = openingFill({
    ...termsOf(order),
    price: at,
    multiple: wholeFact(order, 'multiple'),
  });
  return { price: format(at), margin: format(margin), fee: format(fee) };
}

function closed(order: Facts, index: Price): Facts {
  const side = sideOf(order);
  const at = closingPrice(side, index, price(signedFact(order, 'spread')));
  const { profit, fee, shortfall } = closingFill({
    ...termsOf(order),
    side,
    open: price(signedFact(order, 'open_price')),
    price: at,
  });
  return { price: format(at), profit: format(profit), fee: format(fee), beyond_funds: format(shortfall) };
}

/** Result of an order that is filled at a tick. Without a tick, or with an unknown action, it throws RangeError. */
export function filledAt(order: Facts, tick: Pick<ReceiptTick, 'price'> | undefined): Facts {
  if (!tick) throw new RangeError('a contract is filled at a tick');
  const index = price(tick.price);
  switch (fact(order, 'action')) {
    case 'open':
      return opened(order, index);
    case 'close':
      return closed(order, index);
    default:
      throw new RangeError(`action ${fact(order, 'action')}`);
  }
}

/** The formulas of a fill in words. Receipts sign this text: it never changes. */
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
