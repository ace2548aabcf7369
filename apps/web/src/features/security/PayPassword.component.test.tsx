import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { dropRedirect } from '../../lib/navigation.ts';
import { fillIn, openApp, server, tap, toastText } from '../../testing/app.tsx';
import { SECURITY } from '../../testing/fixtures.ts';

async function openForm(state: Partial<AllReplies['safe/state']>, first: string): Promise<UserEvent> {
  server.reply('safe/state', { ...SECURITY, ...state });
  const user = await openApp('/pages/setting/payPassword');
  await screen.findByLabelText(first);
  return user;
}

async function fillNew(user: UserEvent, next = 'secret-78', again = next): Promise<void> {
  await fillIn(user, 'New pay password', next);
  await fillIn(user, 'Repeat pay password', again);
}

test('the first one is set with the login password and a code, once both entries are equal', async () => {
  const user = await openForm({ pay_password: false }, 'New pay password');
  server.reply('safe/pay_password', 'ok');
  await fillNew(user, 'secret-78', 'secret-79');
  await fillIn(user, 'Your login password', 'login-1');
  await fillIn(user, 'Verification code', '123456');
  await tap(user, 'Set pay password');
  expect(screen.getByRole('alert').textContent).toBe('The two pay passwords are not the same');
  await fillNew(user, '12345');
  expect(screen.getByRole('alert').textContent).toBe('At least six characters');
  expect(server.sent('safe/pay_password')).toEqual([]);
  await fillNew(user);
  await tap(user, 'Set pay password');
  await waitFor(() => expect(toastText()).toBe('Your pay password is set'));
  dropRedirect();
  expect(server.sent('safe/pay_password')).toEqual([
    { pay_password: 'secret-78', re_pay_password: 'secret-78', password: 'login-1', code: '123456' },
  ]);
});

test('with an authenticator a change needs its code, and each refusal stands at its field', async () => {
  const user = await openForm({ totp: true }, 'Current pay password');
  await fillIn(user, 'Current pay password', 'secret-77');
  await fillNew(user);
  await tap(user, 'Change pay password');
  expect(screen.getByRole('alert').textContent).toBe('Please fill this in');
  expect(server.sent('safe/pay_password/change')).toEqual([]);
  await fillIn(user, 'Authenticator code', ' 7KQ2M-XR4TD ');
  for (const [code, label] of [
    ['pay_password_wrong', 'Current pay password'],
    ['pay_password_same', 'New pay password'],
    ['code_wrong', 'Authenticator code'],
  ] as const) {
    server.refuse('safe/pay_password/change', code, `Refused: ${code}`);
    await tap(user, 'Change pay password');
    await screen.findByText(`Refused: ${code}`);
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1);
  }
  expect(server.sent('safe/pay_password/change')[0]).toEqual({
    ...{ old_pay_password: 'secret-77', code: '7KQ2M-XR4TD' },
    ...{ pay_password: 'secret-78', re_pay_password: 'secret-78' },
  });
});

test('without an authenticator a change sends no code', async () => {
  const user = await openForm({}, 'Current pay password');
  server.refuse('safe/pay_password/change', 'too_many_attempts', 'Wait an hour.');
  await fillIn(user, 'Current pay password', 'secret-77');
  await fillNew(user);
  await tap(user, 'Change pay password');
  await screen.findByText('Wait an hour.');
  expect(server.sent('safe/pay_password/change')[0]).not.toHaveProperty('code');
});
