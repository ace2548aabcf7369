import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { factOf, fillIn, openApp, select, server, tap } from '../../testing/app.tsx';
import { TRADER } from '../../testing/copytrade-fixtures.ts';

test('filters and order are sent, and an empty result offers to reset them', async () => {
  server.reply('follow/traders', { data: [TRADER], next: null });
  const user = await openApp('/pages/copytrade/copy');
  await screen.findByText('Simulated');
  await tap(user, 'Filters');
  const sheet = await screen.findByRole('dialog', { name: 'Filters' });
  await fillIn(user, 'Minimum win rate', '80');
  await select(user, sheet, 'Maximum risk score', '≤ 3');
  await user.click(within(sheet).getByRole('switch', { name: 'With free places only' }));
  server.reply('follow/traders', { data: [], next: null });
  await user.click(within(sheet).getByRole('button', { name: 'Show traders' }));
  await screen.findByText('No trader matches these filters.');
  expect(server.sent('follow/traders').at(-1)).toMatchObject({
    days: '30',
    sort: 'roi',
    win_rate_min: '80',
    risk_max: '3',
    free: '1',
  });
  expect(screen.getByRole('button', { name: 'Filters (3)' })).toBeTruthy();
  server.reply('follow/traders', { data: [TRADER], next: null });
  await tap(user, 'Reset');
  await screen.findByText('trend-btc');
});

test('a trader without figures says when the first ones come', async () => {
  server.reply('follow/traders', { data: [{ ...TRADER, figures_ms: null, curve: [] }], next: null });
  await openApp('/pages/copytrade/copy');
  await screen.findByText('The first figures appear at the next full hour.');
});

test('a trader without trades has no risk score', async () => {
  const untraded = { ...TRADER, id: 2, nickname: 'untraded', risk: null };
  server.reply('follow/traders', { data: [TRADER, untraded], next: null });
  await openApp('/pages/copytrade/copy');
  const card = await screen.findByRole('link', { name: /untraded/ });
  expect(factOf(card, 'Risk')).toBe('No trades yet');
  expect(factOf(screen.getByRole('link', { name: /trend-btc/ }), 'Risk')).toBe(`${TRADER.risk} / 10`);
});
