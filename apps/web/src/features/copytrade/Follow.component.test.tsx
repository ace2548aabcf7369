import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { go } from '../../lib/navigation.ts';
import { factOf, fillIn, openApp, server, toastText } from '../../testing/app.tsx';
import { FOLLOW, SIMULATION, TRADER } from '../../testing/copytrade-fixtures.ts';
import { WALLETS, emptyPage } from '../../testing/fixtures.ts';

beforeEach(() => void server.reply('wallet/list', WALLETS));

const question = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });

test('three questions become the terms of copying, and the simulation follows the answers', async () => {
  server
    .reply('follow/traderDetail', TRADER)
    // A copy that has ended gives the new one no terms.
    .reply('follow/my', { ...emptyPage(), data: [{ ...FOLLOW, active: false, ended: 'user' }] })
    .reply('follow/simulate', SIMULATION)
    .reply('follow/follow', FOLLOW)
    // The list of traders, to which the screen leads after the last answer.
    .reply('follow/traders', { data: [], next: null });
  const user = await openApp(`/pages/follow/follow?id=${TRADER.id}`);
  const size = await question('How large should each copy be?');
  await within(size).findByText(/^0.25× the trader’s lots/);
  const sum = await question('How much do you want to use?');
  await within(sum).findByText('77.50');
  expect(within(sum).getByRole('link', { name: 'Transfer' }).getAttribute('href')).toContain('to=lever');
  await fillIn(user, 'Amount', '1000');
  await within(size).findByText(/^0.5× the trader’s lots/);
  await fillIn(user, 'Stop at a loss of', '100');
  await fillIn(user, 'Stop at a profit of', '200');
  await waitFor(() =>
    expect(server.sent('follow/simulate').at(-1)).toMatchObject({
      trader_user_id: '105',
      sum: '1000',
      type: '1',
      number: '0.5',
      stop_loss: '100',
      take_profit: '200',
    }),
  );
  const past = await question('Last 30 days with these settings');
  expect(within(past).getByText('Past result')).toBeTruthy();
  await within(past).findByText('+27.00');
  expect(factOf(past, 'Profit share')).toBe('3.00USDT');
  expect(factOf(past, 'Positions')).toBe('20 copied, 4 skipped');
  expect(within(past).getByText(/with 0\.0123% slippage on each fill.*This is not a forecast/)).toBeTruthy();
  const follow = screen.getByRole('button', { name: 'Copy this trader' });
  await user.dblClick(follow);
  await waitFor(() => expect(toastText()).toBe('You are now copying trend-btc'));
  expect(server.sent('follow/follow')).toEqual([
    {
      trader_user_id: '105',
      type: '1',
      number: '0.5',
      slippage: '0.5',
      order_cap: '',
      total_cap: '1000',
      stop_loss: '100',
      take_profit: '200',
    },
  ]);
});

test('what is typed outlasts the way to a transfer, and is forgotten once it is sent', async () => {
  server
    .reply('follow/traderDetail', TRADER)
    .reply('follow/my', emptyPage())
    .reply('follow/simulate', SIMULATION)
    .reply('follow/follow', FOLLOW)
    .reply('follow/traders', { data: [], next: null });
  const address = `/pages/follow/follow?id=${TRADER.id}`;
  const user = await openApp(address);
  const amountField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  expect((await amountField()).value).toBe('500');
  await fillIn(user, 'Amount', '750');
  server.otherwise('empty');
  act(() => go.push('/pages/common/faq'));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Amount' })).toBeNull());
  act(() => go.back());
  expect((await amountField()).value).toBe('750');
  await user.click(screen.getByRole('button', { name: 'Copy this trader' }));
  await waitFor(() => expect(toastText()).toBe('You are now copying trend-btc'));
  // The screen is left once the settings are sent.
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Amount' })).toBeNull());
  act(() => go.push('/pages/follow/follow', { id: TRADER.id }));
  expect((await amountField()).value).toBe('500');
});

test('without a history of the trader a multiple is offered first; a proportion says why it is no choice', async () => {
  server
    .reply('follow/traderDetail', { ...TRADER, capital: '0' })
    .reply('follow/my', emptyPage())
    .reply('follow/simulate', { ...SIMULATION, copied: 0, skipped: 0 });
  const user = await openApp(`/pages/follow/follow?id=${TRADER.id}`);
  await screen.findByText('The trader opened no positions in this period.');
  expect(screen.getByRole('button', { name: 'Copy this trader' })).toHaveProperty('disabled', false);
  await user.click(screen.getByRole('radio', { name: /^In proportion/ }));
  // At the choice, and in place of the past result.
  expect(await screen.findAllByText(/^Not available yet/)).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Copy this trader' })).toHaveProperty('disabled', true);
  await fillIn(user, 'Amount', '');
  await screen.findByText('Enter an amount to see the past result of these settings.');
});
