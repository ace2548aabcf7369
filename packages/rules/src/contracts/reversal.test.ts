import { UNIT, ZERO, amount, format, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import { estimateReversal } from './reversal.ts';

const position = {
  side: 'long',
  mode: 'isolated',
  quantity: amount('1'),
  open: price('30000'),
  spread: price('10'),
  multiple: 10,
  lots: amount('100'),
  margin: amount('3000'),
  feeRate: rate('0.001'),
} as const;
const terms = {
  spread: price('10'),
  lotSize: amount('0.01'),
  feeRate: rate('0.001'),
  indexDecimals: 2,
};
const accountWith = (available: string) => ({
  available: amount(available),
  crossEquity: 0n,
  crossMargins: ZERO,
  crossPositions: [],
});

test('a long is closed at the bid and a short of the same quantity opened there, a fee for each', () => {
  const { profit, closingFee, closingPrice, opened } = estimateReversal(
    position,
    terms,
    accountWith('100'),
    price('31010'),
  );
  expect([profit, closingFee, closingPrice].map(format)).toEqual(['1000', '31', '31000']);
  expect([opened.price, opened.margin, opened.fee, opened.after].map(format)).toEqual([
    '31000',
    '3100',
    '31',
    '938',
  ]);
});

test('what the margin does not cover is not lost, and the result may lack margin', () => {
  const { opened } = estimateReversal(position, terms, accountWith('100'), price('26010'));
  // The loss of 4,000 takes the margin of 3,000 only; the short needs 2,600 and 26.
  expect(format(opened.after)).toBe('-2526');
  const cross = estimateReversal(
    { ...position, mode: 'cross' },
    terms,
    { ...accountWith('2000'), crossEquity: 500n * UNIT },
    price('26010'),
  );
  expect(format(cross.opened.after)).toBe('-1652');
});
