import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { MONEY_READS, factOf, fillIn, keepReads, openApp, server, statusText } from '../../testing/app.tsx';
import { BTC_ROW, SECURITY, USDT_ROW, emptyPage } from '../../testing/fixtures.ts';

async function openSend(): Promise<UserEvent> {
  server
    .reply('currency/user_currency_list', [
      { ...USDT_ROW, change_balance: '1234.567891' },
      { ...BTC_ROW, change_balance: '0.12345678' },
    ])
    .reply('currency/list', [USDT_ROW, BTC_ROW])
    .reply('wallet/send_limits', { level: 1, limit: '10000', used: '3000', left: '7000' })
    .reply('safe/state', SECURITY)
    .reply('wallet/sends', emptyPage())
    .reply('wallet/recipient', { nickname: 'a***e', first_payment: false });
  const user = await openApp('/pages/fund/fundTransfer?view=send');
  await screen.findByLabelText('Amount');
  return user;
}

async function ask(user: UserEvent, to: string, amount: string): Promise<void> {
  await fillIn(user, 'UID or e-mail of the recipient', to);
  await fillIn(user, 'Amount', amount);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
}

async function confirm(user: UserEvent, sheet: HTMLElement): Promise<void> {
  await user.type(await within(sheet).findByLabelText('Pay password'), 'secret-77');
  await user.click(within(sheet).getByRole('button', { name: 'Confirm' }));
}

test('names the recipient, and sends recipient, amount and note as confirmed', async () => {
  const user = await openSend();
  server.reply('wallet/send', { id: 5, nickname: 'a***e' });
  await fillIn(user, 'Note (optional)', ' rent ');
  await ask(user, ' 100234 ', '12.5');
  const sheet = await screen.findByRole('dialog', { name: 'Send 12.5 USDT' });
  await within(sheet).findByLabelText('Pay password');
  expect(factOf(sheet, 'Recipient')).toBe('a***e · 100234');
  expect(factOf(sheet, 'Note (optional)')).toBe('rent');
  const current = keepReads('wallet/sends', 'wallet/send_limits', ...MONEY_READS);
  const before = server.sent('wallet/send_limits').length;
  await confirm(user, sheet);
  await waitFor(() => expect(statusText()).toBe('Sent to a***e'));
  expect(server.sent('wallet/recipient')).toEqual([{ to: '100234' }]);
  expect(server.sent('wallet/send')).toEqual([
    { to: '100234', currency_id: '3', number: '12.5', note: 'rent', pay_password: 'secret-77' },
  ]);
  // An empty form: the next payment is not asked for yet.
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '');
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull();
  await waitFor(() => expect(server.sent('wallet/send_limits').length).toBeGreaterThan(before));
  expect(current()).toEqual([]);
});

test('a recipient who cannot be paid is reported at the field and nothing is confirmed', async () => {
  const user = await openSend();
  server.refuse('wallet/recipient', 'recipient_self', 'That is you.');
  await ask(user, 'nobody@example.com', '1');
  expect((await screen.findByRole('alert')).textContent).toBe('That is you.');
  expect(screen.getByLabelText('UID or e-mail of the recipient').getAttribute('aria-invalid')).toBe('true');
  expect(statusText()).toBe('');
  expect(document.querySelector('dialog[open]')).toBeNull();
  expect(server.sent('wallet/send')).toEqual([]);
});

test('a refusal of the amount closes the confirmation and lands at the amount', async () => {
  const user = await openSend();
  server.refuse('wallet/send', 'send_over_limit', 'At most 5 a day.');
  await ask(user, '100234', '12.5');
  await confirm(user, await screen.findByRole('dialog', { name: 'Send 12.5 USDT' }));
  expect((await screen.findByText('At most 5 a day.')).getAttribute('role')).toBe('alert');
  expect(document.querySelector('dialog[open]')).toBeNull();
  expect(screen.getByLabelText('Amount').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '12.5');
});

test.each([
  ['', '1', 'Enter a UID or an e-mail address'],
  ['100234', '', 'Enter an amount'],
  ['100234', '1234.567892', 'Insufficient balance'],
])('refuses recipient "%s" and amount "%s"', async (to, amount, error) => {
  const user = await openSend();
  if (to !== '') await fillIn(user, 'UID or e-mail of the recipient', to);
  if (amount !== '') await fillIn(user, 'Amount', amount);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('alert').textContent).toBe(error);
  expect(server.sent('wallet/recipient')).toEqual([]);
});

test('a first payment asks for its warning', async () => {
  const user = await openSend();
  server
    .reply('wallet/recipient', { nickname: 'a***e', first_payment: true })
    .reply('wallet/send', { id: 5, nickname: 'a***e' });
  await ask(user, '100234', '12.5');
  const sheet = await screen.findByRole('dialog', { name: 'Send 12.5 USDT' });
  await confirm(user, sheet);
  expect(server.sent('wallet/send')).toEqual([]);
  await user.click(within(sheet).getByRole('checkbox'));
  await user.click(within(sheet).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(server.sent('wallet/send')).toHaveLength(1));
  expect(server.sent('wallet/send')[0]).toMatchObject({ first_payment_ok: 'true' });
});

test('"All" is the whole balance of the chosen coin', async () => {
  const user = await openSend();
  server.reply('wallet/send', { id: 5, nickname: 'a***e' });
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '1234.567891');
});

test('accepts groups of thousands', async () => {
  const user = await openSend();
  server.reply('wallet/send', { id: 5, nickname: 'a***e' });
  await ask(user, '100234', '1,000');
  const sheet = await screen.findByRole('dialog', { name: 'Send 1,000 USDT' });
  await confirm(user, sheet);
  await waitFor(() => expect(server.sent('wallet/send')).toMatchObject([{ number: '1000' }]));
});
