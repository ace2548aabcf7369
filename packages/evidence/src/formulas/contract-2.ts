import { UNIT, price } from '@karat/money';
import type { Price } from '@karat/money';
import { fact, wholeFact } from '../formula.ts';
import type { Facts, Formula } from '../formula.ts';
import { CLOSE_OUT_PERCENT } from './close-out.ts';
import { FILL_TEXT, filledAt, floorDiv, read } from './contract.ts';

const isStop = (order: Facts): boolean =>
  order['reason'] === 'take_profit' || order['reason'] === 'stop_loss';

/** Seconds of the ticks that count, in the order in which a receipt lists them. */
const secondsOf = (order: Facts): number[] => [
  ...(isStop(order) ? [wholeFact(order, 'trigger_second')] : []),
  wholeFact(order, 'tick_second'),
];

/** A stop has to have been reached by its tick, and to be filled at a later one. */
function needReached(order: Facts, index: Price): void {
  const level = read(order, 'trigger_price');
  const up = (fact(order, 'side') === 'long') === (fact(order, 'reason') === 'take_profit');
  if (up ? index < level : index > level) throw new RangeError('the index had not reached the level');
  if (wholeFact(order, 'trigger_second') >= wholeFact(order, 'tick_second'))
    throw new RangeError('a stop is filled at a later tick than the one that reached it');
}

/** Percent with two decimals, rounded down. */
function percent(part: bigint, whole: bigint): string {
  const hundredths = floorDiv(part * 10_000n, whole);
  const [sign, digits] = hundredths < 0n ? ['-', -hundredths] : ['', hundredths];
  return `${sign}${digits / 100n}.${String(digits % 100n).padStart(2, '0')}`;
}

/** An isolated position that is closed out has a risk rate of at most 50 %: its margin (all its funds) and its result over its margin. */
function closedOut(order: Facts, at: bigint): Facts {
  const quantity = read(order, 'quantity');
  const margin = read(order, 'funds');
  const from = read(order, 'open_price');
  const move = fact(order, 'side') === 'long' ? at - from : from - at;
  const equity = margin * UNIT + move * quantity;
  if (equity * 100n > margin * UNIT * CLOSE_OUT_PERCENT) throw new RangeError('the risk rate was above 50 %');
  return margin === 0n ? {} : { risk_rate: percent(equity, margin * UNIT) };
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
    return isolatedOut ? { ...result, ...closedOut(order, read(result, 'price')) } : result;
  },
};
