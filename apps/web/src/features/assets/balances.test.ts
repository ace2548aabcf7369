import { amount, format } from '@karat/money';
import { expect, test } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import {
  ACCOUNTS,
  accountOfType,
  balancesOf,
  byWorth,
  holdings,
  isSmall,
  largest,
  worthOf,
} from './balances.ts';

const row = (currency: number, name: string, usdt_price: string) => ({
  id: currency,
  currency,
  currency_name: name,
  usdt_price,
});
const wallets: AllReplies['wallet/list'] = {
  legal_wallet: {
    balance: [{ ...row(21, 'USD', '0'), legal_balance: '5', lock_legal_balance: '0' }],
    usdt_totle: '0',
  },
  change_wallet: {
    balance: [
      { ...row(3, 'USDT', '1'), change_balance: '100', lock_change_balance: '20' },
      { ...row(1, 'BTC', '30000'), change_balance: '0.01', lock_change_balance: '0' },
      { ...row(7, 'DOGE', '0.1'), change_balance: '5', lock_change_balance: '0' },
    ],
    usdt_totle: '420.5',
  },
  lever_wallet: {
    balance: [{ ...row(3, 'USDT', '1'), lever_balance: '30', lock_lever_balance: '0' }],
    usdt_totle: '30',
  },
  micro_wallet: {
    balance: [{ ...row(3, 'USDT', '1'), micro_balance: '0', lock_micro_balance: '0' }],
    usdt_totle: '0',
  },
};

test('the value of a balance includes its held part', () => {
  expect(balancesOf(wallets, 'change').map(({ name, worth }) => [name, format(worth)])).toEqual([
    ['USDT', '120'],
    ['BTC', '300'],
    ['DOGE', '0.5'],
  ]);
});

test('currencies are summed over all accounts, without those of no value', () => {
  expect(holdings(wallets).map(({ name, worth }) => [name, format(worth)])).toEqual([
    ['BTC', '300'],
    ['USDT', '150'],
    ['DOGE', '0.5'],
  ]);
});

test('the smaller holdings are one slice', () => {
  const slices = largest(holdings(wallets), 1, 'Others');
  expect(slices).toEqual([
    { name: 'BTC', worth: amount('300') },
    { name: 'Others', worth: amount('150.5') },
  ]);
});

test('balances below one dollar are small, and the most valuable comes first', () => {
  const balances = balancesOf(wallets, 'change');
  expect(balances.filter(isSmall).map(({ name }) => name)).toEqual(['DOGE']);
  expect(byWorth(balances).map(({ name }) => name)).toEqual(['BTC', 'USDT', 'DOGE']);
});

test('exactly one dollar is not small; without a value the larger quantity comes first', () => {
  const [usdt] = balancesOf(wallets, 'change');
  if (!usdt) return expect.fail('no balance');
  expect([
    isSmall({ ...usdt, worth: amount('1') }),
    isSmall({ ...usdt, worth: amount('0.9999999999') }),
  ]).toEqual([false, true]);
  const none = { ...usdt, worth: amount('0') };
  const few = { ...none, name: 'few', available: amount('1'), held: amount('0') };
  const held = { ...none, name: 'held', available: amount('0'), held: amount('2') };
  expect(byWorth([few, held]).map(({ name }) => name)).toEqual(['held', 'few']);
});

test('as many holdings as slices need no rest', () => {
  const all = holdings(wallets);
  expect(largest(all, all.length, 'Others')).toEqual(all);
  expect(largest(all, all.length - 1, 'Others').map(({ name }) => name)).toEqual(['BTC', 'USDT', 'Others']);
});

test('each account has its own fields, value and number', () => {
  expect(ACCOUNTS.map((account) => balancesOf(wallets, account).map(({ name }) => name))).toEqual([
    ['USDT', 'BTC', 'DOGE'],
    ['USDT'],
    ['USDT'],
    ['USD'],
  ]);
  expect(balancesOf(wallets, 'change')[0]).toMatchObject({ available: amount('100'), held: amount('20') });
  expect(ACCOUNTS.map((account) => worthOf(wallets, account))).toEqual(['420.5', '30', '0', '0']);
  expect([1, 2, 3, 4, 5].map(accountOfType)).toEqual(['legal', 'change', 'lever', 'micro', undefined]);
});

test('a list shows a balance rounded down to the decimals that operators set, and all of it without them', () => {
  const own = { ...row(1, 'BTC', '30000'), change_balance: '0.01239', lock_change_balance: '0.0001' };
  const shownWith = (display_decimals?: number) =>
    balancesOf(
      { ...wallets, change_wallet: { balance: [{ ...own, display_decimals }], usdt_totle: '0' } },
      'change',
    ).map(({ shown }) => format(shown));
  expect(shownWith(4)).toEqual(['0.0124']);
  expect(shownWith(3)).toEqual(['0.012']);
  expect(shownWith(0)).toEqual(['0']);
  expect(shownWith()).toEqual(['0.01249']);
});
