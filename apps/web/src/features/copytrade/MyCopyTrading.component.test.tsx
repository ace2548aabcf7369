import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server, tap, toastText } from '../../testing/app.tsx';
import { FOLLOW } from '../../testing/copytrade-fixtures.ts';
import { emptyPage } from '../../testing/fixtures.ts';

test('an own copy shows the result after the share, and is paused after a confirmation', async () => {
  server.reply('follow/my', { ...emptyPage(), data: [FOLLOW], total: 1 }).reply('follow/pause', 'ok');
  const user = await openApp('/pages/copytrade/my');
  await screen.findByText('+28.35');
  await tap(user, 'Pause');
  const dialog = await screen.findByRole('dialog', { name: 'Pause' });
  expect(server.sent('follow/pause')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(toastText()).toBe('Copying paused'));
  expect(server.sent('follow/pause')).toEqual([{ follow_id: '31', paused: '1' }]);
});

test('stopping asks whether open copies are closed now or kept', async () => {
  server.reply('follow/my', { ...emptyPage(), data: [FOLLOW], total: 1 }).reply('follow/stop', 'ok');
  const user = await openApp('/pages/copytrade/my');
  await tap(user, 'Stop');
  const sheet = await screen.findByRole('dialog', { name: 'Stop copying trend-btc?' });
  expect(within(sheet).getByRole('button', { name: 'Stop, keep open copies' })).toBeTruthy();
  await user.dblClick(within(sheet).getByRole('button', { name: 'Stop and close all' }));
  await waitFor(() => expect(toastText()).toBe('Copying stopped'));
  expect(server.sent('follow/stop')).toEqual([{ follow_id: '31' }]);
  expect(server.sent('follow/cancel')).toEqual([]);
});
