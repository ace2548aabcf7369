import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fillIn, openApp, server, statusText } from '../../testing/app.tsx';

async function openLoginScreen(): Promise<UserEvent> {
  const user = await openApp('/pages/common/login');
  await screen.findByLabelText('Password');
  return user;
}

const form = (): HTMLElement => screen.getByLabelText('Password').closest('form')!;

async function submit(user: UserEvent): Promise<void> {
  await user.click(within(form()).getByRole('button', { name: 'Log in' }));
}

async function logIn(user: UserEvent): Promise<void> {
  await fillIn(user, 'E-mail', 'ann@example.com');
  await fillIn(user, 'Password', 'not-the-password');
  await submit(user);
}

test('a refusal that names neither account nor password stands above the button', async () => {
  const user = await openLoginScreen();
  server.refuse('user/login', 'login_failed', 'Wrong account or password.');
  await logIn(user);
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong account or password.');
  expect(form().querySelector('[aria-invalid=true]')).toBeNull();
  expect(statusText()).toBe('');
});

test('a refused contact is reported at the contact, by its code and by its name in the request', async () => {
  const user = await openLoginScreen();
  server.refuse('user/login', 'receiver_invalid', 'No such address.');
  await logIn(user);
  await screen.findByText('No such address.');
  expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
  server.refuse('user/login', 'parameter_error', 'Wrong input: account', 'user_string');
  await submit(user);
  await screen.findByText('Wrong input: account');
  expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
});

test('the code of the authenticator is asked for, reported at its field, and forgotten for another account', async () => {
  const user = await openLoginScreen();
  server.refuse('user/login', 'code_required', 'A code is needed.');
  await logIn(user);
  const code = await screen.findByLabelText('Authenticator code');
  expect(screen.queryByRole('alert')).toBeNull();
  await submit(user);
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('user/login')).toHaveLength(1);
  server.refuse('user/login', 'code_wrong', 'Wrong code.');
  await user.type(code, ' 123456 ');
  await submit(user);
  await screen.findByText('Wrong code.');
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('user/login')[1]).toMatchObject({ totp: '123456' });
  await fillIn(user, 'E-mail', 'bob@example.com');
  expect(screen.queryByLabelText('Authenticator code')).toBeNull();
  await submit(user);
  await waitFor(() => expect(server.sent('user/login')).toHaveLength(3));
  expect(server.sent('user/login')[2]).not.toHaveProperty('totp');
});

test('a code to the contact is asked for with the reason, and its refusal lands at the code', async () => {
  const user = await openLoginScreen();
  server.refuse('user/login', 'login_code_required', 'Many tries failed: a code is needed.');
  await logIn(user);
  await screen.findByText('Many tries failed: a code is needed.');
  server.refuse('user/login', 'code_expired', 'The code has expired.');
  await fillIn(user, 'Verification code', '135790');
  await submit(user);
  await screen.findByText('The code has expired.');
  expect(screen.getByLabelText('Verification code').getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('user/login')[1]).toMatchObject({ code: '135790' });
});
