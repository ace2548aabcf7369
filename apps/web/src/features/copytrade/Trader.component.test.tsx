import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server, tap } from '../../testing/app.tsx';
import { TRADER } from '../../testing/copytrade-fixtures.ts';
import { emptyPage } from '../../testing/fixtures.ts';

test('the page of a trader says what is simulated, since when, and what risk and positions mean', async () => {
  server
    .reply('follow/traderDetail', TRADER)
    .reply('follow/equity', [
      { at_ms: 1, profit: '0' },
      { at_ms: 3_600_000, profit: '-30.5' },
    ])
    .reply('follow/positions', { positions: 'delayed', delay_minutes: 60, data: [] })
    .reply('follow/historyTrade', emptyPage())
    .reply('follow/copiers', {
      data: [{ id: 4, nickname: 'a***e', profit: '-12.5', since_ms: 1_000 }],
      next: null,
    });
  const user = await openApp(`/pages/copytrade/trader?id=${TRADER.id}`);
  await screen.findByText(/A demo strategy trades here, not a person/);
  expect(screen.getAllByText(/^Since Nov 17, 2026$/)).toHaveLength(3);
  await screen.findByText('Shown 60 minutes after they open');
  await tap(user, 'Risk score');
  const sheet = await screen.findByRole('dialog', { name: 'Risk score' });
  expect(within(sheet).getByText(/one point for each full 5% of max drawdown/)).toBeTruthy();
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('tab', { name: 'Copiers' }));
  await screen.findByText('a***e');
  await user.click(screen.getByRole('tab', { name: '7D' }));
  await waitFor(() => expect(server.sent('follow/equity').at(-1)).toMatchObject({ days: '7' }));
});
