import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { fillIn, here, openApp, server, tap, toastText } from '../../testing/app.tsx';
import { CURRENCIES, SECURITY, emptyPage } from '../../testing/fixtures.ts';

type Rules = AllReplies['user/wallet/rules'];
type Address = AllReplies['user/wallet/list']['data'][number];
type User = AllReplies['user/receivers/list']['data'][number];

const HOUR_MS = 3_600_000;
const RULES: Rules = { allow_list: false, ends_ms: null, cooling_ms: 24 * HOUR_MS };
const ADDRESS: Address = {
  ...{ id: 31, currency: 3, currency_name: 'USDT', network: 'tron', name: 'Ledger', address: 'T9y' },
  ...{ qrcode: '', usable_ms: Date.now() + HOUR_MS, created_at: '2026-11-01 10:00:00', created_ms: 1 },
};
const RECEIVER: User = {
  ...{ id: 31, to: '1000009', name: 'Ann', nickname: 'a***n', usable_ms: Date.now() + HOUR_MS },
  ...{ created_at: '2026-11-01 10:00:00', created_ms: 1 },
};

async function openBook(rules: Partial<Rules> = {}, search = ''): Promise<UserEvent> {
  server
    .reply('user/wallet/rules', { ...RULES, ...rules })
    .reply('user/wallet/list', { ...emptyPage(), data: [ADDRESS], total: 1 })
    .reply('user/receivers/list', { ...emptyPage(), data: [RECEIVER], total: 1 })
    .reply('currency/list', CURRENCIES)
    .reply('safe/state', SECURITY);
  const user = await openApp(`/pages/setting/wallet${search}`);
  await screen.findByRole('switch', { name: /Pay to the address book only/u });
  return user;
}
const allowList = (): HTMLElement => screen.getByRole('switch', { name: /Pay to the address book only/u });

test('an entry waits while the allow-list is on, and not without it', async () => {
  await openBook({ allow_list: true });
  await screen.findByText('Ledger');
  expect(screen.getByText(/^Usable from/u)).toBeTruthy();
});

test('without the allow-list nothing waits, and it is switched on with the pay password', async () => {
  const user = await openBook();
  await screen.findByText('Ledger');
  expect(screen.queryByText(/^Usable from/u)).toBeNull();
  expect(screen.getByText(/New entries wait 24 hours/u)).toBeTruthy();
  await user.click(allowList());
  await user.type(await screen.findByLabelText('Pay password'), 'secret-77');
  server.reply('user/wallet/allow_list', { ...RULES, allow_list: true });
  server.reply('user/wallet/rules', { ...RULES, allow_list: true });
  await tap(user, 'Confirm');
  await waitFor(() => expect(allowList()).toHaveProperty('checked', true));
  expect(server.sent('user/wallet/allow_list')).toEqual([{ on: 'true', pay_password: 'secret-77' }]);
  expect(await screen.findByText(/^Usable from/u)).toBeTruthy();
});

test('an allow-list that is being switched off still holds, and can be switched on again', async () => {
  const user = await openBook({ allow_list: true, ends_ms: Date.now() + HOUR_MS });
  expect(allowList()).toHaveProperty('checked', false);
  expect(screen.getByText(/^Switched off. Still active until/u)).toBeTruthy();
  expect(await screen.findByText(/^Usable from/u)).toBeTruthy();
  await user.click(allowList());
  await user.type(await screen.findByLabelText('Pay password'), 'secret-77');
  server.refuse('user/wallet/allow_list', 'pay_password_wrong', 'Wrong pay password.');
  await tap(user, 'Confirm');
  await screen.findByText('Wrong pay password.');
  expect(server.sent('user/wallet/allow_list')).toMatchObject([{ on: 'true' }]);
});

test('a user is removed from the users, which the address names', async () => {
  const user = await openBook({ allow_list: true }, '?tab=users');
  await screen.findByText('a***n · 1000009');
  expect(screen.getByText(/^Usable from/u)).toBeTruthy();
  await tap(user, 'Delete: Ann');
  const question = await screen.findByRole('dialog', { name: 'Delete' });
  server.reply('user/receivers/delete', 'ok').reply('user/receivers/list', emptyPage());
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await screen.findByText('No users yet');
  expect(server.sent('user/receivers/delete')).toEqual([{ id: '31' }]);
  expect(toastText()).toBe('Deleted');
  await user.click(screen.getByRole('tab', { name: 'Addresses' }));
  await waitFor(() => expect(here()).toBe('/pages/setting/wallet?tab=addresses'));
});

test('an address is added on the chosen network of the chosen coin, with its refusals at their fields', async () => {
  server
    .reply('withdrawal/currencies', [
      { id: 1, name: 'BTC', title: 'Bitcoin', balance: '1' },
      { id: 3, name: 'USDT', title: 'Tether', balance: '5' },
    ])
    .otherwise('empty');
  server.reply('wallet/get_info', {
    ...{ rate: '1.25', min_number: '10', name: 'USDT', change_balance: '5', decimals: 6, network: 'eth' },
    routes: [
      { network: 'eth', title: 'Ethereum', rate: '1', min_number: '10', connected: true, halted: false },
      { network: 'tron', title: 'Tron', rate: '1', min_number: '5', connected: true, halted: false },
    ],
    limit: { level: 1, hours: 24, cap_btc: '1', used_btc: '0', left_btc: '1', cap: null, left: null },
    ...{ held_until_ms: null, protected_until_ms: null, delay_from: null, delay_minutes: 0 },
    ...{ first_payment: null, wallet_known: null, wallet_owner_from: null, automatic_below: '100' },
  });
  const user = await openApp('/pages/setting/addWallet');
  await fillIn(user, 'Address', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb');
  await fillIn(user, 'Name', ' ');
  await user.click(screen.getByRole('tab', { name: 'Tron' }));
  await tap(user, 'Add an address');
  expect(screen.getByRole('alert').textContent).toBe('Please fill this in');
  await fillIn(user, 'Name', 'Cold');
  server.refuse('user/wallet/save', 'address_known', 'You have it.');
  await tap(user, 'Add an address');
  await screen.findByText('You have it.');
  expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('user/wallet/save')).toEqual([
    { currency: '3', network: 'tron', name: 'Cold', address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
  ]);
});
