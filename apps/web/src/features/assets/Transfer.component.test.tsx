import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { REDIRECT_DELAY_MS, go } from '../../lib/navigation.ts';
import {
  MONEY_READS,
  advance,
  fillIn,
  here,
  keepReads,
  openApp,
  server,
  statusText,
  tap,
  toastText,
} from '../../testing/app.tsx';
import { CURRENCIES, WALLETS } from '../../testing/fixtures.ts';

async function openTransfer(search = ''): Promise<UserEvent> {
  server.reply('wallet/list', WALLETS).reply('currency/list', CURRENCIES);
  const user = await openApp(`/pages/fund/transfer${search}`);
  await screen.findByLabelText('Amount');
  return user;
}

const button = (): HTMLElement => screen.getByRole('button', { name: 'Transfer' });
const amountField = (): HTMLInputElement => screen.getByLabelText('Amount');

test('sends currency, amount and both accounts as shown', async () => {
  const user = await openTransfer();
  server.reply('wallet/change', { id: 1 });
  const current = keepReads('wallet/hzhistory', ...MONEY_READS);
  await fillIn(user, 'Amount', '12.345678');
  await user.click(button());
  await waitFor(() => expect(statusText()).toBe('Transferred'));
  expect(server.sent('wallet/change')).toEqual([
    { currency_id: '3', number: '12.345678', from_field: 'change', to_field: 'lever' },
  ]);
  expect(current()).toEqual([]);
  expect(amountField().value).toBe('');
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull();
});

test('returns to the ticket that lacked the money', async () => {
  // The screen that it returns to reads what it shows.
  server.otherwise('empty');
  const user = await openTransfer('?to=lever');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.reply('wallet/change', { id: 1 });
  await fillIn(user, 'Amount', '1');
  await user.click(button());
  await waitFor(() => expect(statusText()).toBe('Transferred'));
  await advance(REDIRECT_DELAY_MS);
  await waitFor(() => expect(here()).toBe('/pages/fund/assets'));
});

test('takes the accounts of the address, and swaps them', async () => {
  const user = await openTransfer('?from=lever&to=micro');
  server.reply('wallet/change', { id: 1 });
  await tap(user, 'Swap directions');
  expect(screen.getByText(/33\.3/)).toBeTruthy();
  await fillIn(user, 'Amount', '1');
  await user.click(button());
  await waitFor(() => expect(server.sent('wallet/change')).toHaveLength(1));
  expect(server.sent('wallet/change')[0]).toMatchObject({ from_field: 'micro', to_field: 'lever' });
});

test('swaps the accounts when the other end is chosen', async () => {
  const user = await openTransfer('?from=change&to=lever');
  server.reply('wallet/change', { id: 1 });
  await tap(user, /^From/);
  await user.click(within(screen.getByRole('dialog')).getByRole('radio', { name: /Futures/ }));
  await fillIn(user, 'Amount', '1');
  await user.click(button());
  await waitFor(() => expect(server.sent('wallet/change')).toHaveLength(1));
  expect(server.sent('wallet/change')[0]).toMatchObject({ from_field: 'lever', to_field: 'change' });
});

test('"All" sends the whole balance, to the last digit', async () => {
  const user = await openTransfer();
  server.reply('wallet/change', { id: 1 });
  await tap(user, 'All');
  expect(amountField().value).toBe('1234.567891');
  await user.click(button());
  await waitFor(() => expect(server.sent('wallet/change')).toHaveLength(1));
  expect(server.sent('wallet/change')[0]).toMatchObject({ number: '1234.567891' });
});

test.each([
  ['', 'Enter an amount'],
  ['0', 'Enter an amount'],
  ['1,00', 'Enter an amount'],
  ['1234.567892', 'Insufficient balance'],
  ['1.1234567', 'At most 6 decimals'],
])('refuses "%s" beside the field and sends nothing', async (text, error) => {
  const user = await openTransfer();
  if (text !== '') await fillIn(user, 'Amount', text);
  expect(screen.queryByText(error)).toBeNull();
  await user.click(button());
  expect(screen.getByRole('alert').textContent).toBe(error);
  await waitFor(() => expect(document.activeElement).toBe(amountField()));
  expect(amountField().getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('wallet/change')).toEqual([]);
});

test('a double tap sends one request', async () => {
  const user = await openTransfer();
  server.reply('wallet/change', { id: 1 });
  const { release } = server.hold('wallet/change');
  await fillIn(user, 'Amount', '5');
  await user.dblClick(button());
  expect(button().getAttribute('aria-busy')).toBe('true');
  release();
  await waitFor(() => expect(statusText()).toBe('Transferred'));
  expect(server.sent('wallet/change')).toHaveLength(1);
});

test('sends again under the same key when no answer came, and under a new key after an answer', async () => {
  const user = await openTransfer();
  server.loseAnswer('wallet/change');
  await fillIn(user, 'Amount', '5');
  await user.click(button());
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No connection/);
  expect(amountField().value).toBe('5');
  server.reply('wallet/change', { id: 1 });
  await user.click(button());
  await waitFor(() => expect(statusText()).toBe('Transferred'));
  await fillIn(user, 'Amount', '5');
  await user.click(button());
  await waitFor(() => expect(server.received('wallet/change')).toHaveLength(3));
  const [first, second, third] = server.received('wallet/change').map((call) => call.idempotencyKey);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('shows a refusal of the server at the amount and keeps the input', async () => {
  const user = await openTransfer();
  server.refuse('wallet/change', 'insufficient_balance', 'Not enough USDT.');
  await fillIn(user, 'Amount', '5');
  await user.click(button());
  expect((await screen.findByRole('alert')).textContent).toBe('Not enough USDT.');
  expect(amountField().value).toBe('5');
  server.reply('wallet/change', { id: 1 });
  await user.click(button());
  await waitFor(() => expect(server.received('wallet/change')).toHaveLength(2));
  const [refused, sent] = server.received('wallet/change').map((call) => call.idempotencyKey);
  expect(sent).not.toBe(refused);
});

test('reads the balances again after a transfer', async () => {
  const user = await openTransfer();
  server.reply('wallet/change', { id: 1 });
  const reads = server.sent('wallet/list').length;
  await fillIn(user, 'Amount', '5');
  await user.click(button());
  await waitFor(() => expect(server.sent('wallet/list').length).toBe(reads + 1));
});

test('shows that balances could not be read, and reads them again on demand', async () => {
  server.reply('currency/list', CURRENCIES).refuse('wallet/list', 'internal_error', 'Something went wrong.');
  const user = await openApp('/pages/fund/transfer');
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
  server.reply('wallet/list', WALLETS);
  await tap(user, 'Try again');
  expect(await screen.findByLabelText('Amount')).toBeTruthy();
});

test('cannot be sent where the two accounts share no currency', async () => {
  server.reply('wallet/list', WALLETS).reply('currency/list', CURRENCIES);
  await openApp('/pages/fund/transfer?from=change&to=legal');
  expect(await screen.findByText('No currency is available in both accounts.')).toBeTruthy();
  expect(button()).toHaveProperty('disabled', true);
});

test('accepts groups of thousands and refuses a misplaced comma', async () => {
  const user = await openTransfer();
  server.reply('wallet/change', { id: 1 });
  await fillIn(user, 'Amount', '1,5');
  await user.click(button());
  expect(amountField().value).toBe('1,5');
  expect(amountField().getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('wallet/change')).toEqual([]);
  await user.clear(amountField());
  await fillIn(user, 'Amount', '1,000');
  await user.click(button());
  await waitFor(() => expect(server.sent('wallet/change')).toMatchObject([{ number: '1000' }]));
});

test('shows a refusal of the server at the amount until it is changed', async () => {
  const user = await openTransfer();
  server.refuse('wallet/change', 'insufficient_balance', 'Too little here.');
  await fillIn(user, 'Amount', '1');
  await user.click(button());
  expect((await screen.findByRole('alert')).textContent).toBe('Too little here.');
  await user.type(amountField(), '1');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a refusal that arrives after the form was left is a toast', async () => {
  const user = await openTransfer();
  server.refuse('wallet/change', 'insufficient_balance', 'Not enough.').otherwise('empty');
  const { release } = server.hold('wallet/change');
  await fillIn(user, 'Amount', '1');
  await user.click(button());
  go.push('/pages/common/faq');
  await waitFor(() => expect(screen.queryByLabelText('Amount')).toBeNull());
  release();
  await waitFor(() => expect(toastText()).toBe('Not enough.'));
});
