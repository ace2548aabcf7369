import { amount, rate } from '@karat/money';
import { expect, test } from 'vitest';
import { levelView } from './view.ts';

test('a level has what it requires, and each fee after its discount', () => {
  const terms = {
    level: 2,
    volume: amount('100000'),
    balance: amount('5000'),
    feeDiscount: rate('0.1'),
    outflowFactor: rate('1.5'),
    multipleMax: 150,
  };
  expect(levelView(terms, { conversion: rate('0.001'), nft: rate('0.025') })).toEqual({
    level: 2,
    volume: '100000',
    balance: '5000',
    fee_discount: '10',
    outflow_limit: '150',
    multiple_max: 150,
    conversion_fee: '0.09',
    nft_fee: '2.25',
  });
});
