import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Facts, SignedFacts } from './Facts.tsx';
import { factsText } from './text.ts';

beforeAll(() => factsText.load('en'));
afterEach(cleanup);

const labels = (): (string | null)[] => screen.getAllByRole('term').map((term) => term.textContent);

const values = (): (string | null)[] =>
  screen.getAllByRole('definition').map((definition) => definition.textContent);

test('a fact has the label of its formula, in the order of that formula', () => {
  render(<Facts formula="launchpad/1" facts={{ refund: '36000', paid: '24000', tokens: '240000' }} />);
  expect(labels()).toEqual(['Tokens allotted', 'Charged', 'Refunded']);
});

test('market, side, amount, price, fee and time are first; what only programs need is not shown', () => {
  const contract = {
    ...{
      market: '1',
      decimals: '6',
      mode: 'cross',
      spread: '10',
      tick_second: '1700000000',
      fee_rate: '0.0005',
    },
    ...{ open_price: '92030.12', quantity: '0.013', side: 'long', symbol: 'BTC/USDT' },
  };
  render(<Facts formula="contract/3" facts={contract} />);
  expect(labels()).toEqual([
    'Market',
    'Side',
    'Quantity',
    'Entry price',
    'Fee rate',
    'Time',
    'Margin mode',
    'Spread to the index',
  ]);
  cleanup();
  render(<SignedFacts formula="contract/3" facts={contract} />);
  expect(values()).toContain('6');
  expect(labels()).toEqual(expect.arrayContaining(['market', 'decimals']));
});

test('the same fact of another formula has its general label; an unknown one is shown by name', () => {
  render(<Facts formula="mining/1" facts={{ later: 'x', paid: '5000' }} />);
  expect(labels()).toEqual(['Days paid, as principal × days', 'later']);
});

test('amounts have the currency of the order, parts of one are percentages, prices and texts stay', () => {
  const option = { stake: '1500', ratio: '0.85', decimals: '6', symbol: 'BTC/USDT' };
  render(<Facts formula="option/1" facts={option} currency="USDT" />);
  expect(values()).toEqual(['BTC/USDT', '1,500USDT', '85%']);
});

test.each([
  ['mining/1', { rate: '0.0005', penalty_ratio: '0.01', interest: '1.25' }, ['0.05%', '1%', '1.25USDT']],
  ['nft-sale/1', { fee_rate: '0.0225', fee: '2.25', discount: '0.1' }, ['2.25USDT', '2.25%', '10%']],
  ['contract/3', { fee_rate: '0.0006', fee: '2.25' }, ['2.25', '0.06%']],
])('the facts of %s', (formula, facts, shown) => {
  render(<Facts formula={formula} facts={facts} currency="USDT" />);
  expect(values()).toEqual(shown);
});
