import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fillIn, openApp, server, statusText, tap, toastText } from '../../testing/app.tsx';

/** What the device answers; undefined: the user declined. */
const device = vi.hoisted(() => ({ sign: vi.fn<(options: object) => Promise<string | undefined>>() }));
vi.mock('../../lib/passkey.ts', () => ({ passkeysWork: () => true, signWithPasskey: device.sign }));
beforeEach(() => device.sign.mockReset());

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

test('a passkey signs what the server asked, and only its answer is sent', async () => {
  const user = await openLoginScreen();
  server.reply('user/passkey/options', { challenge: 'sign-this' });
  server.refuse('user/passkey/login', 'passkey_refused', 'This passkey is not accepted.');
  device.sign.mockResolvedValueOnce(undefined).mockResolvedValueOnce('signed');
  await tap(user, 'Log in with a passkey');
  await waitFor(() => expect(toastText()).toBe('No passkey was chosen'));
  expect(server.sent('user/passkey/login')).toEqual([]);
  await tap(user, 'Log in with a passkey');
  await waitFor(() => expect(server.sent('user/passkey/login')).toEqual([{ credential: 'signed' }]));
  expect(device.sign.mock.calls).toEqual([[{ challenge: 'sign-this' }], [{ challenge: 'sign-this' }]]);
  await waitFor(() => expect(toastText()).toBe('This passkey is not accepted.'));
});

test('the way back to a frozen account asks for a code of its own purpose, and sends contact, password and code', async () => {
  const user = await openApp('/pages/common/unfreeze');
  const send = { name: 'Send request' };
  await user.click(await screen.findByRole('button', send));
  await fillIn(user, 'E-mail', 'ann@example.com');
  await fillIn(user, 'Password', 'otter-piano-7');
  await fillIn(user, 'Verification code', '12345');
  await user.click(screen.getByRole('button', send));
  expect(server.sent('user/unfreeze')).toEqual([]);
  server.reply('sms_mail', 'ok');
  await tap(user, /^(Get|Send).*code/u);
  await waitFor(() =>
    expect(server.sent('sms_mail')).toMatchObject([{ user_string: 'ann@example.com', type: 'unfreeze' }]),
  );
  await fillIn(user, 'Verification code', '123456');
  server.refuse('user/unfreeze', 'code_wrong', 'The code is wrong.');
  await user.click(screen.getByRole('button', send));
  await screen.findByText('The code is wrong.');
  expect(screen.getByLabelText('Verification code').getAttribute('aria-invalid')).toBe('true');
  expect(server.sent('user/unfreeze')).toMatchObject([
    { user_string: 'ann@example.com', password: 'otter-piano-7', code: '123456' },
  ]);
});
