import { UNIT, amount, price } from '@karat/money';
import type { Price } from '@karat/money';
import { exactProfit, isCloseOut, isStopReached, riskRate } from '@karat/rules';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';
import { FILL_TEXT, filledAt, sideOf, signedFact } from './contract.ts';

const isStop = (order: Facts): boolean =>
  order['reason'] === 'take_profit' || order['reason'] === 'stop_loss';

/** Seconds of the ticks that count, in the order in which a receipt lists them. */
const secondsOf = (order: Facts): number[] => [
  ...(isStop(order) ? [wholeFact(order, 'trigger_second')] : []),
  wholeFact(order, 'tick_second'),
];

/** A stop has to have been reached by its tick, and to be filled at a later one. */
function needReached(order: Facts, index: Price): void {
  const level = price(signedFact(order, 'trigger_price'));
  const reason = fact(order, 'reason') === 'take_profit' ? 'take_profit' : 'stop_loss';
  if (!isStopReached(sideOf(order), reason, level, index))
    throw new RangeError('the index had not reached the level');
  if (wholeFact(order, 'trigger_second') >= wholeFact(order, 'tick_second'))
    throw new RangeError('a stop is filled at a later tick than the one that reached it');
}

/**
 * Risk rate of an isolated position that is closed out at a price: (margin + profit) / margin, where `funds` is the margin.
 * Above the close-out rate it throws RangeError. Without a margin there is no rate.
 */
function closedOut(order: Facts, at: Price): Facts {
  const side = sideOf(order);
  const [quantity, margins] = [amount(signedFact(order, 'quantity')), amount(signedFact(order, 'funds'))];
  const profit = exactProfit(side, quantity, price(signedFact(order, 'open_price')), at);
  const state = { equity: margins * UNIT + profit, margins };
  if (!isCloseOut(state)) throw new RangeError('the risk rate was above 50 %');
  const rate = riskRate(state);
  return rate === undefined ? {} : { risk_rate: rate };
}

/** `contract/1`, and why a position was closed: the tick that reached its stop, or its risk rate. */
export const contractWhyFormula: Formula = {
  id: 'contract/2',
  text:
    `${FILL_TEXT} Why it was closed: take_profit and stop_loss were reached by the price of the tick of trigger_second, a ` +
    'take-profit of a long at or above trigger_price, a stop-loss of a long at or below it, mirrored for a short; tick_second is ' +
    'later. An isolated liquidation has risk_rate = (funds + (price - open_price) x quantity, mirrored for a short) / funds x 100, ' +
    'rounded down to two decimals, of at most 50; funds is its margin then.',
  ranges: (order) =>
    secondsOf(order).map((second) => ({ market: wholeFact(order, 'market'), from: second, to: second })),
  choose: (order, published) =>
    secondsOf(order).flatMap((second) => published.find(({ time }) => time === second) ?? []),
  result(order, ticks) {
    const result = filledAt(order, ticks.at(-1));
    if (isStop(order)) {
      const [first] = ticks;
      if (!first || ticks.length !== 2) throw new RangeError('a stop has the tick that reached it');
      needReached(order, price(first.price));
      return result;
    }
    const isolatedOut = order['reason'] === 'liquidation' && fact(order, 'mode') === 'isolated';
    return isolatedOut ? { ...result, ...closedOut(order, price(signedFact(result, 'price'))) } : result;
  },
};
