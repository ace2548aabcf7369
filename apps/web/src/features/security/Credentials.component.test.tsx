import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { dropRedirect } from '../../lib/navigation.ts';
import { readSession, useSession } from '../../lib/session.ts';
import { fillIn, here, openApp, server, tap, toastText } from '../../testing/app.tsx';
import { SECURITY } from '../../testing/fixtures.ts';

type ApiKey = AllReplies['api_keys'][number];

const KEY: ApiKey = {
  ...{ id: 4, label: 'Bot', key: 'k-4', trade: true, withdraw: false, networks: [], used_from: null },
  ...{ created_at: '2026-11-01 10:00:00', created_ms: 1, used_at: null, used_ms: null },
  withdraw_from_ms: null,
};

test('a key that may withdraw needs its networks, is made once, and its secret is shown until it is kept', async () => {
  server.reply('api_keys', []).reply('safe/state', SECURITY);
  const user = await openApp('/pages/setting/apiKeys');
  await tap(user, 'New API key');
  const sheet = await screen.findByRole('dialog', { name: 'New API key' });
  await user.click(within(sheet).getByRole('button', { name: 'Continue' }));
  expect(within(sheet).getByRole('alert').textContent).toBe('Please fill this in');
  await fillIn(user, 'Label', ' Bot ');
  await user.click(within(sheet).getByRole('switch', { name: /^Withdraw/u }));
  expect(within(sheet).getByRole('alert').textContent).toBe('Please fill this in');
  await user.click(within(sheet).getByRole('button', { name: 'Continue' }));
  expect(screen.getAllByRole('dialog')).toEqual([sheet]);
  await fillIn(user, 'IP addresses', '203.0.113.0/24');
  await user.click(within(sheet).getByRole('button', { name: 'Continue' }));
  await user.type(await screen.findByLabelText('Pay password'), 'secret-77');
  server.reply('api_keys/create', { ...KEY, withdraw: true, secret: 's-4' }).reply('api_keys', [KEY]);
  await tap(user, 'Confirm');
  await screen.findByText('s-4');
  expect(server.sent('api_keys/create')).toEqual([
    {
      ...{ label: 'Bot', trade: 'false', withdraw: 'true', networks: '203.0.113.0/24' },
      pay_password: 'secret-77',
    },
  ]);
  await tap(user, 'I have saved them');
  await waitFor(() => expect(screen.queryByText('s-4')).toBeNull());
  expect(await screen.findByText('k-4')).toBeTruthy();
});

test('a key says from when it may withdraw while that is to come', async () => {
  const soon = { ...KEY, withdraw: true, withdraw_from_ms: Date.now() + 3_600_000 };
  server.reply('api_keys', [soon, { ...KEY, id: 5, key: 'k-5', withdraw: true, withdraw_from_ms: 1 }]);
  await openApp('/pages/setting/apiKeys');
  await screen.findByText('k-5');
  expect(screen.getAllByText(/^Can withdraw from/u)).toHaveLength(1);
});

test('the key that was asked about is removed', async () => {
  server.reply('api_keys', [KEY, { ...KEY, id: 5, label: 'Tax', key: 'k-5' }]).reply('safe/state', SECURITY);
  const user = await openApp('/pages/setting/apiKeys');
  await tap(user, 'Remove: Tax');
  const question = await screen.findByRole('dialog', { name: /Tax/u });
  server.reply('api_keys/remove', 'ok').reply('api_keys', [KEY]);
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('k-5')).toBeNull());
  expect(server.sent('api_keys/remove')).toEqual([{ id: '5' }]);
});

test('an account is frozen after a question, and nobody is logged in then', async () => {
  // The screen of the test before is left while this one loads.
  server.otherwise('empty');
  const user = await openApp('/pages/setting/freeze');
  await tap(user, 'Freeze account');
  expect(screen.queryByRole('dialog')).toBeNull();
  await fillIn(user, 'Your login password', 'wrong');
  await tap(user, 'Freeze account');
  const question = await screen.findByRole('dialog', { name: 'Freeze your account now?' });
  expect(server.sent('safe/freeze')).toEqual([]);
  server.refuse('safe/freeze', 'password_wrong', 'Wrong password.');
  await user.click(within(question).getByRole('button', { name: 'Freeze account' }));
  await screen.findByText('Wrong password.');
  expect(useSession.getState().token).not.toBeNull();
  await fillIn(user, 'Your login password', 'login-1');
  await tap(user, 'Freeze account');
  server.reply('safe/freeze', 'ok');
  await user.click(within(question).getByRole('button', { name: 'Freeze account' }));
  await waitFor(() => expect(toastText()).toBe('Your account is frozen'));
  dropRedirect();
  expect(readSession().token).toBeNull();
  expect(server.sent('safe/freeze').at(-1)).toEqual({ password: 'login-1' });
});

test('another e-mail is linked with password and a code of the present contact', async () => {
  server.reply('safe/state', SECURITY).reply('safe/email_send', 'ok');
  const user = await openApp('/pages/setting/binding?kind=email');
  await fillIn(user, 'New e-mail', ' ann@b.example ');
  await user.click(screen.getAllByRole('button', { name: 'Send code' })[0]!);
  await waitFor(() => expect(server.sent('safe/email_send')).toEqual([{ email: 'ann@b.example' }]));
  // Only the contact was needed for its code.
  expect(screen.queryByRole('alert')).toBeNull();
  await fillIn(user, 'Verification code', '123456');
  await fillIn(user, 'Login password', 'login-1');
  await fillIn(user, 'Code to your current contact', '654321');
  server.refuse('safe/email', 'old_code_wrong', 'Not this code.');
  await tap(user, 'Link');
  await screen.findByText('Not this code.');
  expect(screen.getByLabelText('Code to your current contact').getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('safe/email')).toEqual([
    { email: 'ann@b.example', code: '123456', password: 'login-1', old_code: '654321' },
  ]);
  expect(here()).toBe('/pages/setting/binding?kind=email');
});

test('a contact that was linked too recently proves nobody', async () => {
  server.reply('safe/state', { ...SECURITY, email_recovers_ms: Date.now() + 3_600_000 });
  await openApp('/pages/setting/binding?kind=phone');
  await screen.findByText(/linked too recently/u);
  expect(screen.getByRole('button', { name: 'Link' })).toHaveProperty('disabled', true);
});
