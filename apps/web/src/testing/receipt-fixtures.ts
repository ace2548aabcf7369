import type { Facts, Formula, Receipt } from '@karat/evidence';
import { T0, settled as settledFrom, ticksOf } from '@karat/evidence/testing';
import type { Chain } from '@karat/evidence/testing';

export {
  SALT,
  T0,
  UID,
  fileOf,
  optionOrder,
  receiptKey,
  signed,
  strangerKey,
  tickKey,
} from '@karat/evidence/testing';

/** Two minutes of rising prices of BTC/USDT. */
export const simulated: Chain<'simulated'> = {
  market: 1,
  symbol: 'BTC/USDT',
  decimals: 3,
  source: 'simulated',
  lines: Array.from({ length: 120 }, (_, second) => {
    const price = String(92_000 + second);
    return { time: T0 + second, price, quotes: `simulated=${price}` };
  }),
};
const TICKS = ticksOf(simulated);

/** A receipt as a settlement issues it: with the ticks that its formula chooses, about the account of `UID`. */
export const settled = (formula: Formula, subject: string, order: Facts): Receipt =>
  settledFrom(formula, subject, order, TICKS);

/** The order of a fill of a contract in a second after `T0`. */
export const contractOrder = (second: number, action: 'open' | 'close'): Facts => ({
  market: '1',
  symbol: 'BTC/USDT',
  side: 'long',
  mode: 'isolated',
  action,
  multiple: '7',
  quantity: '0.0130000001',
  spread: '10',
  fee_rate: '0.0005',
  funds: action === 'open' ? '5000' : '171.5',
  tick_second: String(T0 + second),
  ...(action === 'open' ? {} : { open_price: '92030.12', reason: 'user' }),
});
