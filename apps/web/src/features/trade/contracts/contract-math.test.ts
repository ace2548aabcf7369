import { amount, format, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import { estimateOrder, lotsForPercent, profitOf, quotedPrice, riskRateOf, roiOf } from './contract-math.ts';

const terms = { spread: price('0'), lotSize: amount('0.001'), feeRate: rate('0'), indexDecimals: 2 };
const means = {
  available: amount('5000'),
  otherEquity: amount('0'),
  otherMargins: amount('0'),
  otherQuantity: 0n,
};
const request = {
  side: 'long' as const,
  mode: 'isolated' as const,
  lots: amount('1000'),
  multiple: 10,
  target: undefined,
  index: price('30000'),
};

test('a long of 1 BTC at 30,000 with 10x costs 3,000 and is liquidated at 28,500', () => {
  const { margin, liquidation, after, atRisk } = estimateOrder(request, terms, means);
  expect(format(margin)).toBe('3000');
  expect(liquidation && format(liquidation)).toBe('28500');
  expect(format(after)).toBe('2000');
  expect(format(atRisk)).toBe('3000');
});

test('a cross position is backed by the whole account', () => {
  const { liquidation, atRisk } = estimateOrder({ ...request, mode: 'cross' }, terms, means);
  expect(liquidation && format(liquidation)).toBe('26500');
  expect(format(atRisk)).toBe('5000');
});

test('the liquidation price is the first tick that liquidates: downwards for a long, upwards for a short', () => {
  const liquidation = (side: 'long' | 'short') => {
    const tick = estimateOrder(
      { ...request, side, multiple: 7 },
      { ...terms, spread: price('0.5') },
      means,
    ).liquidation;
    return tick && format(tick);
  };
  // A long opens at 30,000.5 with margin 4,285.785715, so it is liquidated where its close is 27,857.6071425.
  expect(liquidation('long')).toBe('27858.1');
  // A short opens at 29,999.5 with 4,285.642858 and is liquidated where its close is 32,142.321429.
  expect(liquidation('short')).toBe('32141.83');
});

test('other cross positions in the same market move with the index', () => {
  const other = { ...means, otherEquity: amount('3000'), otherMargins: amount('3000') };
  const at = (otherQuantity: bigint) => {
    const tick = estimateOrder({ ...request, mode: 'cross' }, terms, { ...other, otherQuantity }).liquidation;
    return tick && format(tick);
  };
  // 8,000 of equity over 6,000 of margins: the maximum loss is 5,000.
  expect(at(0n)).toBe('25000');
  expect(at(amount('1'))).toBe('27500');
  expect(at(amount('-2'))).toBe('35000');
  expect(at(amount('-1'))).toBeNull();
});

test('the spread is paid at both ends and shown', () => {
  const dear = { ...terms, spread: price('10'), feeRate: rate('0.0005') };
  const { price: open, spreadCost, fee } = estimateOrder(request, dear, means);
  expect([format(open), format(spreadCost), format(fee)]).toEqual(['30010', '20', '15.005']);
  expect(format(quotedPrice('short', price('30000'), price('10'), true))).toBe('29990');
});

test('profits, returns and risk rates', () => {
  expect(format(profitOf('short', amount('1'), price('30000'), price('28500')))).toBe('1500');
  expect(roiOf(amount('-1500'), amount('3000'))).toBe('-50');
  expect(riskRateOf(amount('2400'), amount('3000'))).toBe('80');
  expect(riskRateOf(amount('1'), amount('0'))).toBeNull();
});

test('a part of a position is whole lots, at least one, and at most all of it', () => {
  const parts = (lots: string): string[] =>
    [25, 50, 75, 100].map((percent) => format(lotsForPercent(amount(lots), percent)));
  expect(parts('10')).toEqual(['2', '5', '7', '10']);
  expect(parts('3')).toEqual(['1', '1', '2', '3']);
  expect(parts('1')).toEqual(['1', '1', '1', '1']);
  expect(parts('0.5')).toEqual(['0.5', '0.5', '0.5', '0.5']);
});
