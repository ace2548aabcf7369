import { amount } from '@karat/money';
import { expect, test } from 'vitest';
import type { ReceiptTick } from '../receipt.ts';
import { loanFacts, loanFormula } from './loan.ts';
import type { LoanLiquidationFacts } from './loan.ts';

const tick = (market: number, time: number, price: string): ReceiptTick => ({
  market,
  time,
  price,
  source: 'simulated',
  quotes: '',
  previous: '',
  hash: '',
});
const loan = (more: Partial<LoanLiquidationFacts> = {}): LoanLiquidationFacts => ({
  debt: { currency: 3, code: 'USDT', decimals: 6, amount: amount('600000') },
  assets: [
    { currency: 1, code: 'BTC', decimals: 8, amount: amount('6'), tick: { market: 1, second: 100 } },
    { currency: 3, code: 'USDT', decimals: 6, amount: amount('299999.99') },
  ],
  ...more,
});

test('assets of 659,999.99 against 600,000 are sold until the debt is paid, its currency first', () => {
  const order = loanFacts(loan());
  expect(loanFormula.ranges(order)).toEqual([{ market: 1, from: 100, to: 100 }]);
  const ticks = loanFormula.choose(order, [tick(1, 99, '59000'), tick(1, 100, '60000'), tick(2, 100, '1')]);
  expect(ticks).toEqual([tick(1, 100, '60000')]);
  expect(loanFormula.result(order, ticks)).toEqual({
    outcome: 'liquidated',
    risk_rate: '109.99',
    sold: '299999.99 USDT, 5.00000017 BTC',
    returned: '0.99999983 BTC',
    shortfall: '0',
  });
});

test('at exactly 110 % there is no liquidation to prove', () => {
  const [btc] = loan().assets;
  if (!btc) return expect.fail('no asset');
  const kept = loan({
    assets: [btc, { currency: 3, code: 'USDT', decimals: 6, amount: amount('300000') }],
  });
  expect(() => loanFormula.result(loanFacts(kept), [tick(1, 100, '60000')])).toThrow('not below 110');
});

test('what the assets do not cover is the shortfall', () => {
  const result = loanFormula.result(loanFacts(loan()), [tick(1, 100, '40000')]);
  expect(result).toMatchObject({ risk_rate: '89.99', returned: '', shortfall: '60000.01' });
});

test('a missing tick, another threshold and malformed assets are refused', () => {
  const order = loanFacts(loan());
  expect(() => loanFormula.result(order, [tick(1, 101, '60000')])).toThrow('no tick of market 1');
  expect(() => loanFormula.result({ ...order, threshold: '120' }, [tick(1, 100, '60000')])).toThrow('110');
  expect(() => loanFormula.ranges({ ...order, assets: '1:BTC:8' })).toThrow('not currency');
});

test('each currency is priced by the tick of its own market, whatever else was published in that second', () => {
  const one = amount('1');
  const usdt = { currency: 3, code: 'USDT', decimals: 6, amount: one };
  const [btc] = loan().assets;
  if (!btc) return expect.fail('no asset');
  const eth = {
    currency: 2,
    code: 'ETH',
    decimals: 8,
    amount: one,
    tick: { market: 2, second: 100 },
  };
  const order = loanFacts({
    debt: { ...btc, amount: amount('2') },
    assets: [{ ...btc, amount: one }, eth, usdt],
  });
  const [BTC, ETH] = [tick(1, 100, '60000'), tick(2, 100, '3000')];
  expect(loanFormula.ranges(order)).toEqual([
    { market: 1, from: 100, to: 100 },
    { market: 2, from: 100, to: 100 },
  ]);
  expect(loanFormula.choose(order, [tick(3, 100, '1'), ETH, BTC])).toEqual([BTC, ETH]);
  expect(loanFormula.choose(order, [tick(3, 100, '1'), ETH])).toEqual([ETH]);
  // 63,001 USDT against 120,000.
  expect(loanFormula.result(order, [ETH, BTC])).toMatchObject({
    risk_rate: '52.5',
    sold: '1 BTC, 1 ETH, 1 USDT',
    shortfall: '0.94998334',
  });
});

test('a debt without any assets left is all shortfall', () => {
  expect(loanFormula.result(loanFacts(loan({ assets: [] })), [])).toEqual({
    outcome: 'liquidated',
    risk_rate: '0',
    sold: '',
    returned: '',
    shortfall: '600000',
  });
});
