import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server, tap, toastText } from '../../testing/app.tsx';

const DAY_MS = 86_400_000;
const SESSION = {
  id: 7,
  device: 'Firefox on Linux',
  name: '',
  address: '192.0.2.7',
  current: true,
  trusted: true,
  created_at: '2026-11-01 10:00:00',
  created_ms: Date.now() - DAY_MS,
  seen_at: '2026-11-01 10:00:00',
  seen_ms: Date.now(),
};
const OTHER = { ...SESSION, id: 8, device: 'Chrome on Windows', current: false };

test('a name that is refused says why above its button, until it changes', async () => {
  server.reply('user/sessions', [SESSION]);
  const user = await openApp('/pages/setting/devices');
  await tap(user, /^Rename: /);
  server.refuse('user/session/rename', 'not_found', 'This device is gone.');
  // The sheet has the label of its field.
  const name = await screen.findByRole('textbox', { name: 'Name of the device' });
  await user.type(name, 'Kitchen');
  await tap(user, 'Save');
  expect((await screen.findByRole('alert')).textContent).toBe('This device is gone.');
  expect(toastText()).toBe('');
  await user.type(name, ' 2');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a device that stays says so in the question, and a second question starts without it', async () => {
  server.reply('user/sessions', [SESSION, OTHER]);
  const user = await openApp('/pages/setting/devices');
  await tap(user, 'Log out: Chrome on Windows');
  const question = await screen.findByRole('dialog');
  server.refuse('user/session/revoke', 'not_found', 'This device is gone.');
  await user.click(within(question).getByRole('button', { name: 'Log out' }));
  expect((await within(question).findByRole('alert')).textContent).toBe('This device is gone.');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await tap(user, 'Log out: Chrome on Windows');
  expect(within(await screen.findByRole('dialog')).queryByRole('alert')).toBeNull();
});

test('all others are logged out at once, where there are others', async () => {
  server.reply('user/sessions', [SESSION, OTHER]);
  const user = await openApp('/pages/setting/devices');
  await tap(user, 'Log out all other devices');
  const question = await screen.findByRole('dialog', { name: 'Log out all other devices' });
  server.reply('user/session/revoke', 'ok').reply('user/sessions', [SESSION]);
  await user.click(within(question).getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Log out all other devices' })).toBeNull());
  expect(server.sent('user/session/revoke')).toEqual([{ id: '0' }]);
});
