import { currencyId, userId } from '@karat/contract';
import type { CurrencyId } from '@karat/contract';
import { houseAccount, userAccount } from '@karat/domains/ledger';
import type { Currency, StatementEntry } from '@karat/domains/ledger';
import { amount, price } from '@karat/money';
import { expect, test } from 'vitest';
import { activityRow, entryRow, kindName, stepRow, walletOf } from './views.ts';

const AT = Date.parse('2026-03-01T12:00:00.123Z');
const USER = userId(600_001);
const coin = (id: number, code: string, decimals: number): Currency => ({
  id: currencyId(id),
  code,
  title: code,
  kind: 'coin',
  decimals,
  enabled: true,
});
const currencies = [coin(1, 'BTC', 8), coin(3, 'USDT', 6)];
const nameOf = (id: CurrencyId): string => currencies.find((one) => one.id === id)?.code ?? '';
const entry: StatementEntry = {
  id: 7,
  journalId: 70,
  account: userAccount(USER, 'lever'),
  currency: currencyId(3),
  kind: 'contract:close',
  reference: '55',
  available: amount('-12'),
  held: amount('4'),
  availableAfter: amount('88'),
  heldAfter: amount('34'),
  at: AT,
};
const info = kindName('contract:close', 'en');
const proof = { kind: 'contract', subject: '55' };

test('an entry of the bills has both changes, and the available balance before and after', () => {
  expect(entryRow(entry, nameOf, 'en')).toEqual({
    id: 7,
    journal_id: 70,
    kind: 'contract:close',
    info,
    proof,
    type: 3,
    currency: 3,
    currency_name: 'USDT',
    value: '-12',
    held: '4',
    before: '100',
    after: '88',
    created_time: '2026-03-01 12:00:00',
    created_ms: AT,
  });
  expect(entryRow({ ...entry, account: houseAccount('fees') }, nameOf, 'en').type).toBe(0);
});

test('an event has the amount and both balances of each leg, and a step both changes', () => {
  const { account, currency, availableAfter, heldAfter, id, journalId, kind, reference, at } = entry;
  const leg = { account, currency, amount: amount('-8'), availableAfter, heldAfter };
  const event = {
    id,
    journalId,
    group: 'trades',
    kind,
    reference,
    at,
    legs: [leg],
    fees: [{ currency: currencyId(3), amount: amount('0.4') }],
    state: 'completed',
  } as const;
  const own = { account: 'lever', currency: 3, currency_name: 'USDT', decimals: 6 };
  expect(activityRow(event, currencies, 'en')).toEqual({
    id: 7,
    journal_id: 70,
    group: 'trades',
    kind,
    info,
    state: 'completed',
    legs: [{ ...own, amount: '-8', available_after: '88', held_after: '34' }],
    fees: [{ currency: 3, currency_name: 'USDT', decimals: 6, amount: '0.4' }],
    proof,
    created_ms: AT,
  });
  expect(stepRow(entry, currencies, 'en')).toEqual({
    ...own,
    id: 7,
    info,
    available: '-12',
    held: '4',
    available_after: '88',
    created_ms: AT,
  });
});

test('the value of an account counts what is held too, and nothing without a price', () => {
  const balances = [
    {
      account: userAccount(USER, 'change'),
      currency: currencyId(1),
      available: amount('2'),
      held: amount('3'),
    },
    {
      account: userAccount(USER, 'change'),
      currency: currencyId(3),
      available: amount('5'),
      held: amount('7'),
    },
  ];
  const worth = ({ code }: Currency) => (code === 'BTC' ? price('100') : undefined);
  expect(walletOf('change', currencies, balances, worth, () => 4)).toEqual({
    balance: [
      {
        id: 1,
        currency: 1,
        currency_name: 'BTC',
        usdt_price: '100',
        change_balance: '2',
        lock_change_balance: '3',
        display_decimals: 4,
      },
      {
        id: 3,
        currency: 3,
        currency_name: 'USDT',
        usdt_price: '0',
        change_balance: '5',
        lock_change_balance: '7',
        display_decimals: 4,
      },
    ],
    usdt_totle: '500',
  });
});
