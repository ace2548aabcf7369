import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, dialogNamed, openConsole, server } from '../../testing/console.tsx';

const MARKET: ReplyOf<'console/markets'>[number] = {
  match_id: 1,
  symbol: 'BTC/USDT',
  kind: 'coin',
  state: 'open',
  maker_fee: '0.0008',
  taker_fee: '0.0015',
  band: '0.1',
  min_notional: '5',
  now_price: '97000',
  index_price: '97001',
  stale: false,
  broken: false,
  open_orders: 3,
};

const open = (market = MARKET, operator = RISK) => {
  server.otherwise('empty').reply('console/markets', [market]);
  return openConsole('/markets', operator);
};

test('a fee is entered in percent and requested as a rate, without the one that stays', async () => {
  const user = open();
  await screen.findByText('0.08');
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const form = await dialogNamed('Change BTC/USDT');
  await user.clear(within(form).getByLabelText('Taker fee, %'));
  await user.type(within(form).getByLabelText('Taker fee, %'), '0.2');
  await user.type(within(form).getByLabelText('Reason'), 'New prices');
  await user.click(within(form).getByRole('button', { name: 'Ask for approval' }));
  await waitFor(() =>
    expect(server.sent('console/market_change')).toEqual([
      { match_id: 1, taker_fee: '0.002', reason: 'New prices' },
    ]),
  );
});

test('a market that runs is halted or reduced at once, one that is stopped is resumed by two', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Halt' }));
  const form = await dialogNamed('Halt BTC/USDT');
  await user.click(within(form).getByLabelText('How far'));
  await user.click(await screen.findByText('Users cancel only'));
  await user.type(within(form).getByLabelText('Reason'), 'Odd prices');
  await user.click(within(form).getByRole('button', { name: 'Halt' }));
  await screen.findByText('BTC/USDT: stopped.');
  expect(server.sent('console/stop')).toEqual([
    { target: 'market', subject: '1', reason: 'Odd prices', level: 'reduce' },
  ]);
});

test.each(['cancel_only', 'halted'] as const)(
  'a market that is %s is resumed by a request',
  async (state) => {
    const user = open({ ...MARKET, state, stale: true, broken: true });
    await screen.findByText('sources disagree');
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    const form = await dialogNamed('Resume BTC/USDT');
    await user.type(within(form).getByLabelText('Reason'), 'Calm again');
    await user.click(within(form).getByRole('button', { name: 'Ask for approval' }));
    await waitFor(() =>
      expect(server.sent('console/resume')).toEqual([
        { target: 'market', subject: '1', reason: 'Calm again' },
      ]),
    );
  },
);
