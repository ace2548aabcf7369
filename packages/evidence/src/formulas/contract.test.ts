import { expect, test } from 'vitest';
import type { Facts } from '../formula.ts';
import type { ReceiptTick } from '../receipt.ts';
import { contractFormula } from './contract.ts';
import { contractWhyFormula } from './contract-2.ts';

const tick = (time: number, price: string): ReceiptTick => ({
  market: 1,
  time,
  price,
  source: 'simulated',
  quotes: '',
  previous: '',
  hash: String(time),
});
const order = (more: Facts = {}): Facts => ({
  market: '1',
  symbol: 'BTC/USDT',
  side: 'long',
  mode: 'isolated',
  action: 'close',
  multiple: '10',
  quantity: '1',
  spread: '0',
  fee_rate: '0',
  funds: '3000',
  tick_second: '10',
  open_price: '30000',
  reason: 'user',
  ...more,
});

test('1 BTC long at 30,000 with a margin of 3,000 is closed out at 28,500 with a risk rate of exactly 50 %', () => {
  const out = order({ reason: 'liquidation' });
  expect(contractWhyFormula.result(out, [tick(10, '28500')])).toEqual({
    price: '28500',
    profit: '-1500',
    fee: '0',
    beyond_funds: '0',
    risk_rate: '50.00',
  });
  expect(() => contractWhyFormula.result(out, [tick(10, '28500.01')])).toThrow('above 50 %');
});

test('a gap to 26,000 leaves 1,000 to the insurance fund', () => {
  const out = order({ reason: 'liquidation' });
  expect(contractWhyFormula.result(out, [tick(10, '26000')])).toMatchObject({
    profit: '-4000',
    beyond_funds: '1000',
    risk_rate: '-33.34',
  });
});

test.each([
  ['take_profit', 'long', '31000', '31000', '30999.99'],
  ['stop_loss', 'long', '29000', '29000', '29000.01'],
  ['take_profit', 'short', '29000', '28999', '29001'],
  ['stop_loss', 'short', '31000', '31001', '30999'],
])(
  'a %s of a %s needs the tick that reached it, before the one that filled it',
  (reason, side, level, at, before) => {
    const stop = order({ reason, side, trigger_price: level, trigger_second: '9' });
    const fill = tick(10, '30000');
    expect(contractWhyFormula.result(stop, [tick(9, at), fill])).toMatchObject({
      price: '30000',
      profit: '0',
    });
    expect(() => contractWhyFormula.result(stop, [tick(9, before), fill])).toThrow('had not reached');
    expect(() => contractWhyFormula.result(stop, [fill])).toThrow('the tick that reached it');
    const late = { ...stop, trigger_second: '10' };
    expect(() => contractWhyFormula.result(late, [tick(10, at), fill])).toThrow('later tick');
  },
);

test('exactly the two ticks of a stop are asked for and chosen, one of anything else', () => {
  const stop = order({ reason: 'stop_loss', trigger_price: '29000', trigger_second: '7' });
  expect(contractWhyFormula.ranges(stop)).toEqual([
    { market: 1, from: 7, to: 7 },
    { market: 1, from: 10, to: 10 },
  ]);
  const ticks = [tick(7, '1'), tick(10, '2')];
  expect(contractWhyFormula.choose(stop, ticks)).toEqual(ticks);
  expect(contractWhyFormula.choose(stop, [tick(8, '1'), tick(10, '2')])).toEqual([tick(10, '2')]);
  expect(contractWhyFormula.ranges(order())).toEqual([{ market: 1, from: 10, to: 10 }]);
  expect(contractWhyFormula.choose(order(), [tick(10, '2')])).toHaveLength(1);
});

test('what a fill comes to is the same under both rules', () => {
  const ticks = [tick(10, '30123.45')];
  const facts = order({ fee_rate: '0.0005', spread: '10', side: 'short', mode: 'cross' });
  expect(contractWhyFormula.result(facts, ticks)).toEqual(contractFormula.result(facts, ticks));
  const open = { ...facts, action: 'open' };
  expect(contractFormula.result(open, ticks)).toEqual({
    price: '30113.45',
    margin: '2984.943275',
    fee: '15.056725',
  });
});

test('an amount of the order is a plain decimal of at most ten places', () => {
  const result = (more: Facts) => contractFormula.result(order(more), [tick(10, '30000')]);
  expect(result({ spread: '0.0000000001' })).toMatchObject({ price: '29999.9999999999' });
  for (const text of ['0.00000000001', '01', '1e3', '', '.5', '+1'])
    expect(() => result({ spread: text }), text).toThrow('spread');
  expect(() => result({ action: 'hold' })).toThrow('action hold');
  expect(() => contractFormula.result(order(), [])).toThrow('at a tick');
});

test('fee and margin of an opening are limited by the funds, the fee of a closing by what the loss leaves', () => {
  const [open, close] = [order({ action: 'open', fee_rate: '0.01' }), order({ fee_rate: '0.01' })];
  const at = (of: Facts, funds: string, index: string) =>
    contractFormula.result({ ...of, funds }, [tick(10, index)]);
  expect(at(open, '3300', '30000')).toEqual({ price: '30000', margin: '3000', fee: '300' });
  expect(at(open, '3299', '30000')).toEqual({ price: '30000', margin: '2999', fee: '300' });
  expect(at(close, '1200', '29000')).toMatchObject({ profit: '-1000', fee: '200', beyond_funds: '0' });
  expect(at({ ...close, side: 'short' }, '1200', '29000')).toMatchObject({ profit: '1000', fee: '290' });
});

test('a cross liquidation has no rate of its own, an isolated one without margin neither', () => {
  const out = order({ reason: 'liquidation', mode: 'cross' });
  expect(contractWhyFormula.result(out, [tick(10, '29999')])).not.toHaveProperty('risk_rate');
  const bare = order({ reason: 'liquidation', funds: '0' });
  expect(contractWhyFormula.result(bare, [tick(10, '29999')])).not.toHaveProperty('risk_rate');
});

test('a short that is liquidated has the mirrored risk rate', () => {
  const out = order({ reason: 'liquidation', side: 'short' });
  expect(contractWhyFormula.result(out, [tick(10, '31500')])).toMatchObject({ risk_rate: '50.00' });
  expect(() => contractWhyFormula.result(out, [tick(10, '31499.99')])).toThrow('above 50 %');
});
