import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { go } from '../../lib/navigation.ts';
import { fillIn, openApp, server, tap, toastText } from '../../testing/app.tsx';
import { CURRENCIES, emptyPage } from '../../testing/fixtures.ts';
import type { Deposit } from './states.ts';

type Coin = AllReplies['deposit/coins'][number];
type Withdrawal = AllReplies['user/withdraw/list']['data'][number];

type Way = Coin['networks'][number];

const ETHEREUM: Way = {
  ...{ network: 'ethereum', network_name: 'Ethereum', standard: 'erc20', sub_name: 'ERC20', minimum: '10' },
  ...{ confirmations: 12, connected: true, real: true, faucet: false },
};
const TRON: Way = {
  ...ETHEREUM,
  ...{ network: 'tron', network_name: 'Tron', standard: 'trc20', sub_name: 'TRC20', minimum: '5' },
};
const COIN: Coin = {
  ...{ id: 3, name: 'USDT', title: 'Tether', logo: '', vouchers: true },
  networks: [ETHEREUM, TRON],
};
const DEPOSIT: Deposit = {
  ...{ id: 1, kind: 'chain', currency: 3, currency_name: 'USDT', amount: '25', network: 'tron' },
  ...{ network_name: 'Tron', account: 'T9', txid: 'a', confirmations: 3, confirmations_needed: 20 },
  ...{ status: 1, state: 'pending', reason: '', image: null, created_at: '2026-11-01 10:00:00' },
  created_ms: 1,
};

function serve(...deposits: readonly Deposit[]): void {
  server
    .reply('currency/list', CURRENCIES)
    .reply('user/withdraw/list', emptyPage())
    .reply('deposit/coins', [{ ...COIN, id: 1, name: 'BTC', networks: [] }, COIN])
    .reply('recharge/log', { ...emptyPage(), data: [...deposits], total: deposits.length })
    .reply('deposit/address', ({ fields }) => {
      const way = fields['network'] === 'tron' ? TRON : ETHEREUM;
      return { ...way, faucet: true, currency: 3, currency_name: 'USDT', address: `at-${way.network}` };
    });
}

test('each network has its own address and minimum; the address of the screen names the first one', async () => {
  serve(DEPOSIT);
  const user = await openApp('/pages/fund/receive?currency=3&network=tron');
  await screen.findByText('at-tron');
  expect(screen.getByText('Deposits below 5 USDT are not credited.')).toBeTruthy();
  expect(screen.getByText('Send only USDT on Tron (TRC20). Anything else is lost.')).toBeTruthy();
  expect(await screen.findByText('3 of 20 confirmations')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'ERC20' }));
  await screen.findByText('at-ethereum');
  expect(screen.queryByText('at-tron')).toBeNull();
  expect(screen.getByText('Deposits below 10 USDT are not credited.')).toBeTruthy();
  server.reply('deposit/faucet', { amount: '1000', txid: '0x1' });
  await tap(user, 'Get test coins');
  await waitFor(() => expect(toastText()).toBe('1,000 USDT in test coins are on the way'));
  expect(server.sent('deposit/faucet')).toEqual([{ currency: '3', network: 'ethereum' }]);
  expect(server.sent('recharge/log')[0]).toMatchObject({ currency: '3' });
});

test('a coin without a network has no address', async () => {
  serve();
  await openApp('/pages/fund/receive?currency=1');
  await screen.findByText('This coin cannot be deposited over a network.');
  expect(server.sent('deposit/address')).toEqual([]);
});

test('only a deposit that is being confirmed shows its confirmations; a refused one says why', async () => {
  serve(
    { ...DEPOSIT, kind: 'voucher', network: null, network_name: '' },
    { ...DEPOSIT, id: 2, state: 'credited', status: 2 },
    { ...DEPOSIT, id: 3, state: 'below_minimum', status: 3, reason: 'less than 5' },
  );
  await openApp('/pages/fund/receive_withdraw_record');
  await screen.findByText('Under review');
  expect(screen.queryByText(/confirmations$/u)).toBeNull();
  expect(screen.getByText('Credited')).toBeTruthy();
  expect(within(screen.getByText('Below minimum').closest('li')!).getByText('less than 5')).toBeTruthy();
});

test('older deposits are shown on request, until the last page', async () => {
  serve();
  server.reply('recharge/log', ({ fields }) => {
    const page = Number(fields['page'] ?? '1');
    const row = { ...DEPOSIT, id: page, amount: `${page}5.5` };
    return { ...emptyPage(), data: [row], current_page: page, last_page: 2, total: 2 };
  });
  const user = await openApp('/pages/fund/receive_withdraw_record');
  await screen.findByText(/15\.5/u);
  await tap(user, 'Show more');
  await screen.findByText(/25\.5/u);
  expect(screen.getByText(/15\.5/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a cancelled withdrawal is no rejected one and gives no reason', async () => {
  const out: Withdrawal = {
    ...{ id: 41, currency: 3, currency_name: 'USDT', type: 0, network: 'tron', address: 'T9yD14Nj9j7xAB4' },
    ...{ number: '100', rate: '1', receive: '99', status: 3, state: 'cancelled', waits: null },
    ...{ release_ms: null, reason: null, reason_text: 'By you.', txid: '', explorer: null },
    ...{ may_cancel: false, created_at: '2026-11-01 10:00:00', created_ms: 1 },
  };
  const rejected: Withdrawal = { ...out, id: 42, state: 'rejected', reason_text: 'Not allowed.' };
  serve();
  server.reply('user/withdraw/list', { ...emptyPage(), data: [out, rejected], total: 2 });
  await openApp('/pages/fund/receive_withdraw_record?tab=out');
  await screen.findByText('Cancelled');
  expect(screen.getAllByText('Rejected')).toHaveLength(1);
  expect(screen.queryByText('By you.')).toBeNull();
  expect(screen.getByText('Not allowed.')).toBeTruthy();
});

test('an address that names the other list shows it, also while the screen is open', async () => {
  serve();
  server.reply('user/withdraw/list', emptyPage());
  await openApp('/pages/fund/receive_withdraw_record');
  await screen.findByRole('tab', { name: 'Deposits', selected: true });
  go.replace('/pages/fund/receive_withdraw_record', { tab: 'out' });
  await screen.findByRole('tab', { name: 'Withdrawals', selected: true });
});

test('a voucher is not sent without amount, account and picture', async () => {
  serve();
  const user = await openApp('/pages/fund/voucher');
  const alerts = (): (string | null)[] => screen.queryAllByRole('alert').map((each) => each.textContent);
  await screen.findByLabelText('Amount');
  await fillIn(user, 'Account that you paid from', ' ');
  await tap(user, 'Send for review');
  expect(alerts()).toEqual([
    'Enter an amount',
    'Enter the account that you paid from',
    'Add a picture of the payment',
  ]);
  await fillIn(user, 'Amount', '20');
  await fillIn(user, 'Account that you paid from', 'First Bank 1');
  await tap(user, 'Send for review');
  expect(alerts()).toEqual(['Add a picture of the payment']);
  expect(server.sent('wallet/charge_req')).toEqual([]);
});
