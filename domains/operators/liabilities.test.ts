import { ZERO, amount } from '@karat/money';
import { expect, test } from 'vitest';
import { liabilitiesOf } from './liabilities.ts';

const house = (account: string, currency: string, available: string) => ({
  account,
  currency,
  available: amount(available),
  held: ZERO,
});

test('users own what the house accounts owe together, and custody sums the networks', () => {
  const custody = {
    currency: 'USDT',
    booked: amount('60'),
    chain: amount('60'),
    matches: true,
    checkedMs: 20,
  };
  expect(
    liabilitiesOf(
      [house('external', 'USDT', '-100'), house('fees', 'USDT', '7'), house('external', 'BTC', '-2')],
      [custody, { ...custody, booked: amount('30'), chain: amount('29'), matches: false, checkedMs: 10 }],
    ),
  ).toEqual([
    {
      currency: 'USDT',
      users: amount('93'),
      house: amount('7'),
      custody: { booked: amount('90'), chain: amount('89'), matches: false, checkedMs: 10 },
    },
    { currency: 'BTC', users: amount('2'), house: ZERO, custody: undefined },
  ]);
});
