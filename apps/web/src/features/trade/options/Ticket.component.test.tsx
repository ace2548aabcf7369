import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { AllReplies } from '../../../lib/calls.ts';
import { go } from '../../../lib/navigation.ts';
import { MONEY_READS, factOf, fillIn, keepReads, openApp, server, toastText } from '../../../testing/app.tsx';
import { CURRENCIES, MARKET, emptyPage, marketsOf } from '../../../testing/fixtures.ts';
import { setTrade } from '../settings.ts';
import type { Duration, Payable } from './form.ts';

type Record = AllReplies['microtrade/record'];
type Order = AllReplies['microtrade/submit'];

const DURATIONS: Duration[] = [
  {
    id: 1,
    seconds: 30,
    status: 1,
    profit_ratio: '70',
    min_amount: '5',
    max_amount: '2000',
    break_even: '58.82',
  },
  {
    id: 2,
    seconds: 60,
    status: 1,
    profit_ratio: '85.5',
    min_amount: '20',
    max_amount: '300',
    break_even: '53.91',
  },
  {
    id: 3,
    seconds: 120,
    status: 0,
    profit_ratio: '90',
    min_amount: '1',
    max_amount: '9',
    break_even: '52.63',
  },
];
const PAYABLES: Payable[] = [
  {
    id: 3,
    name: 'USDT',
    micro_min: '10',
    micro_max: '500',
    micro_trade_fee: '0',
    decimals: 6,
    user_wallet: { micro_balance: '333.3', lock_micro_balance: '1' },
  },
];
const self = { limit: null, next: null, next_ms: null, used: '0' };
const RECORD: Record = {
  wins: 3,
  losses: 5,
  ties: 0,
  voids: 0,
  staked: '80',
  returned: '51',
  net: '-29',
  win_rate: '37.5',
  quiz_passed: true,
  region_allowed: true,
  limits: { daily_stake: self, daily_loss: self, cooling_until_ms: null, day_ends_ms: 4_000_000_000_000 },
};
const ORDER: Order = {
  id: 66,
  match_id: 7,
  currency_id: 3,
  currency_name: 'USDT',
  type: 1,
  seconds: 30,
  number: '100',
  open_price: null,
  open_ms: null,
  end_price: null,
  fee: '0',
  profit_ratio: '70',
  fact_profits: '0',
  returned: '0',
  status: 1,
  profit_result: 0,
  created_at: '2026-01-01 00:00:00',
  created_ms: 1,
  handled_at: '2026-01-01 00:00:30',
  handled_ms: 4_000_000_000_000,
  complete_at: null,
  complete_ms: null,
  symbol_name: 'BTC/USDT',
  remain_milli_seconds: 30_000,
  receipt: null,
};

beforeEach(() => setTrade({ optionCandles: false }));

async function openTicket({ record = {}, state = MARKET.state, stale = false } = {}): Promise<UserEvent> {
  server
    .reply('currency/quotation_new', marketsOf({ ...MARKET, state }))
    .reply('currency/list', CURRENCIES)
    .reply('optional/list', [])
    .reply('market/sparklines', [])
    .reply('market/index', {
      match_id: 7,
      price: '50000.123',
      time: 1,
      stale,
      broken: false,
      source: 'simulated',
      sources: [],
    })
    .reply('market/ticks', { name: 'ticks', type: 'text/plain', body: '' })
    .reply('microtrade/seconds', DURATIONS)
    .reply('microtrade/payable_currencies', PAYABLES)
    .reply('microtrade/record', { ...RECORD, ...record })
    .reply('microtrade/lists', emptyPage());
  const user = await openApp('/pages/transaction/index2');
  await screen.findByLabelText('Stake');
  await screen.findByText(/3 won, 5 lost/);
  return user;
}

const ticket = (): HTMLElement => screen.getByRole('region', { name: 'Options' });
const button = (name: 'Up' | 'Down'): HTMLElement => within(ticket()).getByRole('button', { name });

test('shows payout, loss and balance of the stake, and sends stake, direction and duration as shown', async () => {
  const user = await openTicket();
  server.reply('microtrade/submit', { ...ORDER, number: '100.01' });
  const current = keepReads('microtrade/lists', 'microtrade/record', ...MONEY_READS);
  await fillIn(user, 'Stake', '100.01');
  expect(factOf(ticket(), 'Payout if won')).toBe('170.017USDT');
  expect(factOf(ticket(), 'Max loss')).toBe('100.01USDT');
  expect(factOf(ticket(), 'Balance after')).toBe('233.29USDT');
  expect(factOf(ticket(), 'Break-even win rate')).toBe('58.82%');
  await user.click(button('Up'));
  await waitFor(() => expect(toastText()).toBe('Option opened: Up, 100.01 USDT'));
  expect(server.sent('microtrade/submit')).toEqual([
    { match_id: '7', currency_id: '3', type: '1', seconds: '30', number: '100.01' },
  ]);
  expect(current()).toEqual([]);
});

test('another duration has its own payout and limits', async () => {
  const user = await openTicket();
  server.reply('microtrade/submit', { ...ORDER, type: 2, seconds: 60 });
  await user.click(within(ticket()).getByRole('button', { name: /60 s/ }));
  expect(factOf(ticket(), 'Payout if won')).toBe('185.5USDT');
  expect(factOf(ticket(), 'Break-even win rate')).toBe('53.91%');
  await fillIn(user, 'Stake', '19.99');
  expect(within(ticket()).getByRole('alert').textContent).toBe('20 to 300 USDT');
  await fillIn(user, 'Stake', '20');
  await user.click(button('Down'));
  await waitFor(() => expect(server.sent('microtrade/submit')).toHaveLength(1));
  expect(server.sent('microtrade/submit')[0]).toMatchObject({ type: '2', seconds: '60', number: '20' });
});

test('stake and duration are there again after another screen', async () => {
  const user = await openTicket();
  await user.click(within(ticket()).getByRole('button', { name: /60 s/ }));
  await fillIn(user, 'Stake', '250');
  server.otherwise('empty');
  act(() => go.push('/pages/common/faq'));
  await waitFor(() => expect(screen.queryByLabelText('Stake')).toBeNull());
  act(() => go.back());
  expect(await screen.findByLabelText('Stake')).toHaveProperty('value', '250');
  expect(factOf(ticket(), 'Break-even win rate')).toBe('53.91%');
});

test('durations that are not offered are not shown', async () => {
  await openTicket();
  expect(within(ticket()).queryByRole('button', { name: /120 s/ })).toBeNull();
});

test.each([
  ['', 'Enter an amount'],
  ['9.999999', '10 to 500 USDT'],
  ['500.000001', '10 to 500 USDT'],
])('a stake of "%s" is refused at its field', async (stake, error) => {
  const user = await openTicket();
  await user.clear(within(ticket()).getByLabelText('Stake'));
  if (stake !== '') await fillIn(user, 'Stake', stake);
  await user.click(button('Up'));
  expect(within(ticket()).getByRole('alert').textContent).toBe(error);
  expect(server.sent('microtrade/submit')).toEqual([]);
});

test('without a balance it says so with a way to transfer, and opens nothing', async () => {
  const user = await openTicket();
  await fillIn(user, 'Stake', '333.300001');
  expect(within(ticket()).getByRole('alert').textContent).toBe(
    'Insufficient balance in the options accountTransfer',
  );
  expect(within(ticket()).getByRole('link', { name: 'Transfer' }).getAttribute('href')).toBe(
    '#/pages/fund/transfer?to=micro&currency=3',
  );
  await user.click(button('Up'));
  expect(server.sent('microtrade/submit')).toEqual([]);
  await fillIn(user, 'Stake', '333.3');
  expect(within(ticket()).queryByRole('alert')).toBeNull();
});

test.each(['10', '333.3'])('takes exactly the bound %s', async (stake) => {
  const user = await openTicket();
  server.reply('microtrade/submit', { ...ORDER, number: stake });
  await fillIn(user, 'Stake', stake);
  await user.click(button('Up'));
  await waitFor(() => expect(server.sent('microtrade/submit')).toHaveLength(1));
});

test('quick amounts fill in the stake', async () => {
  const user = await openTicket();
  await user.click(within(ticket()).getByRole('button', { name: '50' }));
  expect(within(ticket()).getByLabelText('Stake')).toHaveProperty('value', '50');
  expect(factOf(ticket(), 'Payout if won')).toBe('85USDT');
});

test('a double tap takes one option; an unanswered one is sent again under its key', async () => {
  const user = await openTicket();
  server.loseAnswer('microtrade/submit');
  const { release } = server.hold('microtrade/submit');
  await user.dblClick(button('Up'));
  expect(button('Down').getAttribute('aria-busy')).toBe('true');
  expect(server.sent('microtrade/submit')).toHaveLength(1);
  release();
  expect((await screen.findByRole('alert')).textContent).toMatch(/^No connection/);
  server.reply('microtrade/submit', ORDER);
  await user.click(button('Up'));
  await waitFor(() => expect(toastText()).toBe('Option opened: Up, 100 USDT'));
  const [first, second] = server.received('microtrade/submit');
  expect(second).toEqual(first);
});

test('an open option has the payout of the ticket, a settled one its time', async () => {
  const settled = { ...ORDER, id: 65, status: 3, profit_result: 1, fact_profits: '70', returned: '170' };
  const user = await openTicket();
  server.reply('microtrade/submit', { ...ORDER, number: '100.01' });
  await fillIn(user, 'Stake', '100.01');
  await user.click(button('Up'));
  await waitFor(() => expect(screen.getAllByText('Payout if won')).toHaveLength(2));
  const card = screen.getAllByText('Payout if won')[1]?.closest('li') ?? document.body;
  await waitFor(() => expect(factOf(card, 'Payout if won')).toBe('170.017USDT'));
  server.reply('microtrade/lists', { ...emptyPage(), data: [{ ...settled, created_ms: 1_000 }] });
  go.push('/pages/transaction/seconds_order');
  await screen.findByText(/^Jan 1, 1970/);
});

test('a refusal shows the text of the server and keeps the stake', async () => {
  const user = await openTicket();
  server.refuse('microtrade/submit', 'option_daily_loss', 'Your daily loss limit is reached.');
  await user.click(button('Up'));
  await waitFor(() =>
    expect(within(ticket()).getByRole('alert').textContent).toBe('Your daily loss limit is reached.'),
  );
  const stake = within(ticket()).getByLabelText('Stake');
  expect(stake).toHaveProperty('value', '100');
  expect(stake.getAttribute('aria-invalid')).not.toBe('true');
  server.refuse('microtrade/submit', 'parameter_error', 'Check the stake.', 'number');
  await user.click(button('Up'));
  await waitFor(() => expect(stake.getAttribute('aria-invalid')).toBe('true'));
  expect(within(ticket()).getByRole('alert').textContent).toBe('Check the stake.');
  await fillIn(user, 'Stake', '50');
  expect(within(ticket()).queryByRole('alert')).toBeNull();
});

test('without the quiz there is nothing to take', async () => {
  const user = await openTicket({ record: { quiz_passed: false } });
  await fillIn(user, 'Stake', '333.300001');
  expect(within(ticket()).queryByRole('alert')).toBeNull();
  expect(within(ticket()).getByRole('button', { name: 'Take the risk quiz' })).toBeTruthy();
  expect(within(ticket()).queryByRole('button', { name: 'Up' })).toBeNull();
});

test.each([
  ['a region without options', { record: { region_allowed: false } }],
  ['a halted market', { state: 'halted' as const }],
  ['a closed exchange', { state: 'closed' as const }],
  ['a stale index', { stale: true }],
])('nothing can be taken in %s', async (_, around) => {
  await openTicket(around);
  await waitFor(() => expect(button('Up')).toHaveProperty('disabled', true));
  expect(button('Down')).toHaveProperty('disabled', true);
});
