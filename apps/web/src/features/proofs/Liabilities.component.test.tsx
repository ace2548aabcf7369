import {
  leafNode,
  levelsOf,
  pathIn,
  rootOf,
  statementBytes,
  statementHash,
  statementText,
} from '@karat/evidence';
import type { LiabilityStatement } from '@karat/evidence';
import { amount, format } from '@karat/money';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { closeSession } from '../../lib/session.ts';
import { openApp, select, server, tap } from '../../testing/app.tsx';
import { USER, emptyPage } from '../../testing/fixtures.ts';
import { receiptKey } from '../../testing/receipt-fixtures.ts';

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

/** A statement signed by the key of liabilities. */
const signedBy = (of: LiabilityStatement, text = statementText(of)): typeof signed => ({
  statement: { ...of, currencies: of.currencies.map((each) => ({ ...each })) },
  hash: statementHash(text),
  key: receiptKey.id,
  public_key: receiptKey.publicKey,
  signature: receiptKey.sign(statementBytes(text)),
});
const keyOf = (purpose: string) => ({
  id: receiptKey.id,
  purpose,
  algorithm: 'Ed25519' as const,
  public_key: receiptKey.publicKey,
  first_used_ms: 1,
});
const stateOf = async (check: string): Promise<string | undefined> =>
  (await screen.findByText(check)).closest('li')?.dataset['state'];

beforeEach(() => {
  server.reply('user/info', { ...USER, uid: UID });
});

const open = async (own: readonly (typeof balance)[], published = signed, uid = UID) => {
  server
    .reply('proofs/liabilities', { ...emptyPage(), data: [published], total: 1 })
    .reply('proofs/liability_proof', { ...published, uid, balances: [...own] })
    .reply('proofs/keys', [keyOf('liabilities')])
    .reply('currency/list', []);
  return openApp('/pages/proofs/liabilities');
};

test('the own balances are computed up to the total of a signed statement', async () => {
  await open([balance], signedBy(statement));
  await screen.findByText('Your balances are part of the totals');
  screen.getByRole('img', { name: 'Part of the total' });
  screen.getByText('3 users');
});

test('a statement that nobody signed proves nothing, whatever is part of it', async () => {
  await open([balance]);
  await screen.findByText('This statement is not valid');
  screen.getByRole('img', { name: 'Part of the total' });
  expect(await stateOf('The signature is valid')).toBe('failed');
});

test('without the published keys nothing is proved yet', async () => {
  server.reply('proofs/keys', []);
  const own = signedBy(statement);
  server
    .reply('proofs/liabilities', { ...emptyPage(), data: [own], total: 1 })
    .reply('proofs/liability_proof', { ...own, uid: UID, balances: [balance] })
    .reply('currency/list', []);
  await openApp('/pages/proofs/liabilities');
  await screen.findByText(/some of it could not be checked yet/);
});

test('the leaf of another user with the same balance is not the own one', async () => {
  server.reply('user/info', { ...USER, uid: 100_002 });
  await open([balance], signedBy(statement));
  await screen.findByText('A balance is not part of its total');
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

const statesOfAll = () =>
  Promise.all(
    [
      'Its number is the hash of its text',
      'The signature is valid',
      'It was signed with a published key',
    ].map(stateOf),
  );

test('a statement under its published key is proved by every check', async () => {
  const own = signedBy(statement);
  server
    .reply('proofs/liabilities', { ...emptyPage(), data: [own], total: 1 })
    .reply('proofs/liability_proof', { ...own, uid: UID, balances: [balance] })
    .reply('proofs/keys', [keyOf('liabilities')])
    .reply('currency/list', []);
  await openApp('/pages/proofs/liabilities');
  expect(await statesOfAll()).toEqual(['proved', 'proved', 'proved']);
});

test('the key of another purpose is no key of a statement, and a changed total has another number', async () => {
  const own = { ...signedBy(statement), statement: { ...signed.statement, at: statement.at + 1 } };
  server
    .reply('proofs/liabilities', { ...emptyPage(), data: [own], total: 1 })
    .reply('proofs/liability_proof', { ...own, uid: UID, balances: [balance] })
    .reply('proofs/keys', [keyOf('receipts'), { ...keyOf('liabilities'), public_key: 'other' }])
    .reply('currency/list', []);
  await openApp('/pages/proofs/liabilities');
  expect(await statesOfAll()).toEqual(['failed', 'failed', 'failed']);
});

test('a proof under another statement than the published one proves nothing', async () => {
  const alone = { ...signed.statement.currencies[0], currency: 'USDT', holders: 1, total: '1250.5' };
  const hidden = { ...statement, currencies: [{ ...alone, root: nodes[0]?.hash ?? '' }] };
  server
    .reply('proofs/liabilities', { ...emptyPage(), data: [signed], total: 1 })
    .reply('proofs/liability_proof', {
      ...signedBy(hidden),
      uid: UID,
      balances: [{ ...balance, path: [] }],
    })
    .reply('proofs/keys', [])
    .reply('currency/list', []);
  await openApp('/pages/proofs/liabilities');
  await screen.findByText('A balance is not part of its total');
});

test('one of two balances that is not part of its total decides', async () => {
  await open([balance, { ...balance, currency: 'BTC' }]);
  await screen.findByText('A balance is not part of its total');
  screen.getByRole('img', { name: 'Part of the total' });
  screen.getByRole('img', { name: 'Not part of the total' });
});

test('another day has its own proof, and the proof can be saved', async () => {
  const before = signedBy({
    ...statement,
    day: '2026-11-21',
    at: statement.at - 86_400_000,
    currencies: [{ currency: 'BTC', holders: 9, total: '7', root: 'b'.repeat(64) }],
  });
  server
    .reply('proofs/liabilities', { ...emptyPage(), data: [signed, before], total: 2 })
    .reply('proofs/liability_proof', { ...signed, uid: UID, balances: [balance] })
    .reply('proofs/keys', [])
    .reply('currency/list', []);
  const user = await openApp('/pages/proofs/liabilities');
  await screen.findByText('3 users');
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:proof';
  });
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await tap(user, 'Save the proof');
  expect(server.sent('proofs/liability_proof').at(-1)).toEqual({ date: '2026-11-22' });
  expect(names).toEqual(['liabilities-2026-11-22.json']);
  expect(JSON.parse((await files[0]?.text()) ?? '')).toMatchObject({ uid: UID, balances: [balance] });
  vi.restoreAllMocks();
  server.reply('proofs/liability_proof', { ...before, uid: UID, balances: [] });
  await select(user, document.body, 'Statement of', /21/);
  await screen.findByText('9 users');
  expect(server.sent('proofs/liability_proof').at(-1)).toEqual({ date: '2026-11-21' });
  await screen.findByText(/You held nothing at that time/);
});
