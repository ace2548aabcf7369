import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { factOf, fillIn, here, openApp, server, tap, toastText } from '../../testing/app.tsx';
import { CURRENCIES, MARKET, WALLETS, emptyPage, marketsOf } from '../../testing/fixtures.ts';
import type { Market, Plan } from './schedule.ts';

/** A plan that has bought 0.01 BTC for 450 USDT. */
const PLAN: Plan = {
  ...{ id: 21, match_id: 7, symbol: 'BTC/USDT', currency_id: 1, currency_name: 'BTC', legal_name: 'USDT' },
  ...{ kind: 'coin', quote_amount: '150', frequency: 'monthly', day: 31, hour: 9, time_zone: 'UTC' },
  ...{ slippage: '1', state: 'active', waiting: null, waiting_until_ms: null, purchases: 3, skips: 1 },
  next: { date: '2036-11-30', due_ms: 2_111_648_400_000, buy_ms: 2_111_648_400_000 },
  ...{ spent: '450', received: '0.01', fee: '0.00001', avg_price: '45000', created_ms: 1, ended_ms: null },
};

async function openPlan(plan: Partial<Plan> = {}): Promise<UserEvent> {
  server
    .reply('recurring/detail', { ...PLAN, ...plan })
    .reply('recurring/executions', emptyPage())
    .reply('currency/list', CURRENCIES)
    .reply('currency/quotation_new', marketsOf(MARKET));
  const user = await openApp('/pages/recurring/detail?id=21');
  await screen.findByText('Value now');
  return user;
}

test('a plan shows what it is worth now, against what it spent', async () => {
  await openPlan();
  // 0.01 BTC at 50,000.
  await waitFor(() => expect(factOf(document.body, 'Value now')).toBe('500.00USDT+50.00'));
  expect(screen.getByText('Months without day 31: bought on their last day.')).toBeTruthy();
});

test('the purchase that would be skipped is named by its time in the zone of the plan', async () => {
  const user = await openPlan({ time_zone: 'Pacific/Kiritimati' });
  await tap(user, 'Skip next');
  // 14 hours ahead of UTC; no device of a test is there.
  expect((await screen.findByRole('dialog', { name: 'Skip next' })).textContent).toContain('23:00');
});

test('the purchase that is shown is skipped, whatever comes next meanwhile', async () => {
  const user = await openPlan();
  await tap(user, 'Skip next');
  const question = await screen.findByRole('dialog', { name: 'Skip next' });
  expect(question.textContent).toContain('Nov 30, 2036');
  server.reply('recurring/skip', { ...PLAN, skips: 2 });
  server.reply('recurring/detail', { ...PLAN, skips: 2 });
  await user.click(within(question).getByRole('button', { name: 'Skip next' }));
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull());
  expect(server.sent('recurring/skip')).toEqual([{ id: '21', date: '2036-11-30' }]);
  expect(await screen.findByText('3 bought · 2 not bought')).toBeTruthy();
});

test('a paused plan can be resumed but not skipped, an ended one neither', async () => {
  const user = await openPlan({ state: 'paused' });
  expect(screen.queryByRole('button', { name: 'Skip next' })).toBeNull();
  expect(screen.getByText('Next if resumed')).toBeTruthy();
  server.refuse('recurring/resume', 'recurring_market', 'Not sold now.');
  await tap(user, 'Resume');
  await screen.findByText('Not sold now.');
  expect(toastText()).toBe('');
  server.reply('recurring/resume', PLAN).reply('recurring/detail', { ...PLAN, state: 'ended', next: null });
  await tap(user, 'Resume');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'End plan' })).toBeNull();
});

const CONFIG_MARKET: Market = {
  ...{ match_id: 7, symbol: 'BTC/USDT', currency_id: 1, currency_name: 'BTC', legal_id: 3 },
  ...{ legal_name: 'USDT', kind: 'coin', min: '10', max: '5000', decimals: 6 },
};

test('a plan is created with the amount and schedule of the form, once it is confirmed', async () => {
  server
    .reply('recurring/config', { slippage: '1', window_minutes: 30, plans_max: 20, markets: [CONFIG_MARKET] })
    .reply('recurring/preview', [
      { date: '2036-11-30', due_ms: 2_111_648_400_000, buy_ms: 2_111_648_400_000 },
    ])
    .reply('wallet/list', WALLETS)
    .reply('recurring/detail', PLAN)
    .reply('recurring/executions', emptyPage())
    .reply('currency/list', CURRENCIES)
    .reply('currency/quotation_new', marketsOf(MARKET));
  const user = await openApp('/pages/recurring/create?id=7');
  await screen.findByLabelText('Amount per purchase');
  await tap(user, 'Create plan');
  expect(screen.getByRole('alert').textContent).toBe('Enter an amount');
  await fillIn(user, 'Amount per purchase', '5,000.01');
  expect(screen.getByRole('alert').textContent).toBe('At most 5,000 USDT');
  await fillIn(user, 'Amount per purchase', '125');
  // At 50,000.
  await screen.findByText('0.0025', { exact: false });
  await user.click(screen.getByRole('tab', { name: 'Daily' }));
  server.reply('recurring/create', PLAN);
  await tap(user, 'Create plan');
  const question = await screen.findByRole('dialog', { name: 'Buy BTC regularly' });
  expect(factOf(question, 'Amount per purchase')).toBe('125USDT');
  expect(server.sent('recurring/create')).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Create plan' }));
  await waitFor(() => expect(here()).toBe('/pages/recurring/detail?id=21'));
  expect(server.sent('recurring/create')).toMatchObject([
    { match_id: '7', quote_amount: '125', frequency: 'daily', day: '0', hour: '9' },
  ]);
});
