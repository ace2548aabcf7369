import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fillIn, openApp, server, tap } from '../../testing/app.tsx';
import { CURRENCIES, MARKET, marketsOf } from '../../testing/fixtures.ts';
import type { Alert } from './alert.ts';

const ALERT: Alert = {
  ...{ id: 7, match_id: MARKET.id, symbol: 'BTC/USDT', currency_name: 'BTC', legal_name: 'USDT' },
  ...{ kind: 'price', target: '31000', repeat_minutes: 60, state: 'active' },
  ...{ firings: 0, fired_price: null, fired_ms: null, created_ms: 0 },
};
const listOf = (...data: Alert[]) => ({ max: 100, count: data.length, data });

test('a market in the address begins with a new alert on it, and a refused target is shown at its field', async () => {
  server
    .reply('currency/list', CURRENCIES)
    .reply('currency/quotation_new', marketsOf(MARKET))
    .reply('alert/list', listOf())
    .refuse('alert/create', 'alert_target', 'Enter a change from 0.1% to 99.9%.');
  const user = await openApp(`/pages/market/alerts?id=${MARKET.id}`);
  const sheet = await screen.findByRole('dialog', { name: 'New alert' });
  await tap(user, 'Set alert');
  expect((await within(sheet).findByRole('alert')).textContent).toBe('Enter a value');
  await fillIn(user, 'Target price', '31000');
  await user.click(within(sheet).getByRole('tab', { name: 'Down in 24 h' }));
  expect(within(sheet).getByLabelText('Change')).toHaveProperty('value', '');
  await fillIn(user, 'Change', '100');
  await tap(user, 'Set alert');
  await waitFor(() => expect(within(sheet).getByRole('alert').textContent).toContain('99.9%'));
  server.reply('alert/create', { ...ALERT, kind: 'fall_24h', target: '5', repeat_minutes: 0 });
  server.reply('alert/list', listOf({ ...ALERT, kind: 'fall_24h', target: '5' }));
  await fillIn(user, 'Change', '5');
  await tap(user, 'Set alert');
  await screen.findByText('BTC down 5% in 24 h');
  expect(server.sent('alert/create').at(-1)).toEqual({
    ...{ match_id: String(MARKET.id), kind: 'fall_24h', target: '5', repeat_minutes: '0' },
  });
});

test('an alert is edited, paused and deleted', async () => {
  server
    .reply('currency/list', CURRENCIES)
    .reply('currency/quotation_new', marketsOf(MARKET))
    .reply('alert/list', listOf(ALERT));
  const user = await openApp('/pages/market/alerts');
  const open = (): Promise<void> => tap(user, /BTC reaches 31,000 USDT/u);
  await open();
  await fillIn(user, 'Target price', '32000');
  server.reply('alert/edit', ALERT);
  await tap(user, 'Save');
  await waitFor(() =>
    expect(server.sent('alert/edit')).toEqual([
      { id: '7', kind: 'price', target: '32000', repeat_minutes: '60' },
    ]),
  );
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull());
  await open();
  server.reply('alert/pause', ALERT).reply('alert/list', listOf({ ...ALERT, state: 'paused' }));
  await tap(user, 'Pause');
  await screen.findByText('Paused');
  await open();
  server.reply('alert/remove', 'ok').reply('alert/list', listOf());
  await tap(user, 'Delete');
  await screen.findByText('Get notified when a price reaches your target.');
  expect(server.sent('alert/remove')).toEqual([{ id: '7' }]);
});

test('a price in the address is the target of the new alert', async () => {
  server
    .reply('currency/list', CURRENCIES)
    .reply('currency/quotation_new', marketsOf(MARKET))
    .reply('alert/list', listOf());
  await openApp(`/pages/market/alerts?id=${MARKET.id}&price=30500.5`);
  expect(await screen.findByLabelText('Target price')).toHaveProperty('value', '30500.5');
});
