import { leafNode, levelsOf, pathIn, rootOf, statementHash, statementText } from '@karat/evidence';
import type { LiabilityStatement } from '@karat/evidence';
import { amount, format } from '@karat/money';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { closeSession } from '../../lib/session.ts';
import { openApp, server } from '../../testing/app.tsx';
import { emptyPage } from '../../testing/fixtures.ts';

const UID = 100_001;
const leaves = [UID, 100_002, 100_003].map((uid) => ({
  salt: String(uid).padStart(32, '0'),
  uid,
  currency: 'USDT',
  amount: amount('1250.5'),
}));
const nodes = leaves.map((each) => leafNode(each));
const statement: LiabilityStatement = {
  type: 'karat-liabilities',
  version: 1,
  day: '2026-11-22',
  at: Date.parse('2026-11-22T00:00:01Z'),
  previous: '0'.repeat(64),
  currencies: [{ currency: 'USDT', holders: 3, total: '3751.5', root: rootOf(nodes).hash }],
};
const signed = {
  statement: { ...statement, currencies: statement.currencies.map((each) => ({ ...each })) },
  hash: statementHash(statementText(statement)),
  key: '0123456789abcdef',
  public_key: 'AAAA',
  signature: 'AAAA',
};
const balance = {
  currency: 'USDT',
  amount: '1250.5',
  salt: leaves[0]?.salt ?? '',
  path: pathIn(levelsOf(nodes), 0).map((step) => ({ ...step, sum: format(step.sum) })),
};

const open = async (own: readonly (typeof balance)[]) => {
  server
    .reply('proofs/liabilities', { ...emptyPage(), data: [signed], total: 1 })
    .reply('proofs/liability_proof', { ...signed, uid: UID, balances: [...own] })
    .reply('proofs/keys', [])
    .reply('currency/list', []);
  return openApp('/pages/proofs/liabilities');
};

test('the own balances are computed up to the published total', async () => {
  await open([balance]);
  await screen.findByText('Your balances are part of the totals');
  screen.getByRole('img', { name: 'Part of the total' });
  screen.getByText('3 users');
  // The signature of this statement is none.
  const failed = await screen.findByText('The signature is valid');
  expect(failed.closest('li')?.dataset['state']).toBe('failed');
});

test('an amount that does not lead to the total is shown as such', async () => {
  await open([{ ...balance, amount: '1250.4' }]);
  await screen.findByText('A balance is not part of its total');
  screen.getByRole('img', { name: 'Not part of the total' });
});

test('an account without balances says so', async () => {
  await open([]);
  await screen.findByText(/You held nothing at that time/);
});

test('a visitor sees the totals and may log in', async () => {
  await open([]);
  act(() => closeSession());
  await screen.findByText('Log in to check your own balances.');
  screen.getByText('3 users');
});
