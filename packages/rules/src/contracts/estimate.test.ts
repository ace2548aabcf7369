import { UNIT, amount, format, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import { contractProfit, openingPrice, returnOnMargin } from './amounts.ts';
import { affordableLots, estimateOrder, maxLossWithStop, resultAtIndex } from './estimate.ts';
import type { AccountBefore } from './estimate.ts';
import { riskRate } from './risk.ts';

const terms = { spread: price('0'), lotSize: amount('0.001'), feeRate: rate('0'), indexDecimals: 2 };
const account: AccountBefore = {
  available: amount('5000'),
  crossEquity: 0n,
  crossMargins: amount('0'),
  crossPositions: [],
};
const order = {
  side: 'long' as const,
  mode: 'isolated' as const,
  lots: amount('1000'),
  multiple: 10,
  target: undefined,
  index: price('30000'),
};

test('a long of 1 BTC at 30,000 with 10x costs 3,000 and is liquidated at 28,500', () => {
  const { margin, liquidation, after, maxLoss } = estimateOrder(order, terms, account);
  expect(format(margin)).toBe('3000');
  expect(liquidation && format(liquidation)).toBe('28500');
  expect(format(after)).toBe('2000');
  expect(format(maxLoss)).toBe('3000');
});

test('a cross position is backed by the whole account', () => {
  const { liquidation, maxLoss } = estimateOrder({ ...order, mode: 'cross' }, terms, account);
  expect(liquidation && format(liquidation)).toBe('26500');
  expect(format(maxLoss)).toBe('5000');
});

test('the liquidation price is the first tick that liquidates: downwards for a long, upwards for a short', () => {
  const liquidation = (side: 'long' | 'short') => {
    const tick = estimateOrder(
      { ...order, side, multiple: 7 },
      { ...terms, spread: price('0.5') },
      account,
    ).liquidation;
    return tick && format(tick);
  };
  // A long opens at 30,000.5 with margin 4,285.785715, so it is liquidated where its close is 27,857.6071425.
  expect(liquidation('long')).toBe('27858.1');
  // A short opens at 29,999.5 with 4,285.642858 and is liquidated where its close is 32,142.321429.
  expect(liquidation('short')).toBe('32141.83');
});

test('other cross positions in the same market move with the index', () => {
  const other = { ...account, crossEquity: amount('3000') * UNIT, crossMargins: amount('3000') };
  const at = (side: 'long' | 'short', quantity: string) => {
    const held = { side, quantity: amount(quantity), open: price('30000'), spread: price('0') };
    const before = { ...other, crossPositions: [held] };
    const tick = estimateOrder({ ...order, mode: 'cross' }, terms, before).liquidation;
    return tick && format(tick);
  };
  // 8,000 of equity over 6,000 of margins: the maximum loss is 5,000.
  expect(at('long', '0')).toBe('25000');
  expect(at('long', '1')).toBe('27500');
  expect(at('short', '2')).toBe('35000');
  expect(at('short', '1')).toBeUndefined();
});

test('the spread is paid at both ends and shown', () => {
  const dear = { ...terms, spread: price('10'), feeRate: rate('0.0005') };
  const { price: open, spreadCost, fee } = estimateOrder(order, dear, account);
  expect([format(open), format(spreadCost), format(fee)]).toEqual(['30010', '20', '15.005']);
  expect(format(openingPrice('short', price('30000'), price('10')))).toBe('29990');
});

test('profits, returns and risk rates', () => {
  expect(format(contractProfit('short', amount('1'), price('30000'), price('28500')))).toBe('1500');
  expect(format(returnOnMargin(amount('-1500'), amount('3000')))).toBe('-50');
  expect(riskRate({ equity: amount('2400') * UNIT, margins: amount('3000') })).toBe('80.00');
  expect(riskRate({ equity: 1n, margins: amount('0') })).toBeUndefined();
});

test('the maximum loss of a cross order is the equity of the account, rounded up', () => {
  const held = { ...account, crossEquity: amount('-1000') * UNIT + 1n };
  expect(format(estimateOrder({ ...order, mode: 'cross' }, terms, held).maxLoss)).toBe('4000.000001');
  const poor = { ...account, crossEquity: amount('-9000') * UNIT };
  expect(format(estimateOrder({ ...order, mode: 'cross' }, terms, poor).maxLoss)).toBe('0');
});

test('the loss of the spread brings the liquidation of a cross order nearer', () => {
  const tick = (spread: string) => {
    const { liquidation } = estimateOrder(
      { ...order, mode: 'cross', target: price('30000') },
      { ...terms, spread: price(spread) },
      account,
    );
    return liquidation && format(liquidation);
  };
  expect([tick('0'), tick('10')]).toEqual(['26500', '26510']);
});

test('an order that its own fill would close out says so, at the market and at a limit', () => {
  const dear = { ...terms, spread: price('20') };
  const at = (multiple: number, target?: string) =>
    estimateOrder(
      { ...order, multiple, target: target === undefined ? undefined : price(target) },
      dear,
      account,
    ).closesAtOnce;
  // The spread costs 40 at once; half of the margin is 150.1 at 100x and 37.525 at 400x.
  expect([at(100), at(400)]).toEqual([false, true]);
  expect([at(100, '20000'), at(400, '20000')]).toEqual([false, true]);
});

test('the affordable lots cost at most the balance, and one more costs more', () => {
  const dear = { ...terms, feeRate: rate('0.0005') };
  const most = (available: string, step = '1') =>
    affordableLots(
      { available: amount(available), at: price('30000'), multiple: 10, step: amount(step) },
      dear,
    );
  // One lot of 0.001 BTC costs 3 of margin and 0.015 of fee.
  expect(format(most('30.15'))).toBe('10');
  expect(format(most('30.149999'))).toBe('9');
  expect(format(most('30.15', '5'))).toBe('10');
  expect([most('0'), most('-5')]).toEqual([0n, 0n]);
});

test('the result at a stop contains spread and both fees, and limits the maximum loss', () => {
  const dear = { spread: price('10'), feeRate: rate('0.0005') };
  const draft = { side: 'long' as const, quantity: amount('1'), open: price('30010'), level: price('29010') };
  // Closes at 29,000: 1,010 lost, fees 15.005 and 14.5.
  const lost = resultAtIndex(draft, dear);
  expect(format(lost)).toBe('-1039.505');
  expect(format(maxLossWithStop(amount('3000'), lost))).toBe('1039.505');
  expect(format(maxLossWithStop(amount('500'), lost))).toBe('500');
  expect(format(maxLossWithStop(amount('500'), amount('20')))).toBe('0');
});
