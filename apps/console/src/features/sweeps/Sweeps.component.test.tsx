import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, openConsole, server } from '../../testing/console.tsx';

const NETWORK = {
  network: 'ethereum' as const,
  network_name: 'Ethereum',
  stopped: false,
  stopped_reason: '',
  payouts_halted: false,
  signer: 'ready' as const,
  gas_station: '0x52908400098527886E0F7030069857D2E4169EE7',
  gas: '1.5',
  gas_currency: 'ETH',
  payout_address: '0xde709f2102306220921060314715629080e2fb77',
  open: 1,
  oldest_ms: 1_795_000_000_000,
  failed: 1,
  unswept: [
    { currency_name: 'USDT', amount: '1250', addresses: 3, minimum: '100' },
    { currency_name: 'ETH', amount: '2', addresses: 1, minimum: null },
  ],
};
const SWEEP = {
  id: 7,
  network: 'ethereum' as const,
  currency_name: 'USDT',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  leg: 'collect' as const,
  state: 'failed' as const,
  amount: '500',
  amount_currency: 'USDT',
  txid: '0xabc',
  attempts: 2,
  confirmations: 3,
  confirmations_needed: 32,
  problem: '',
  reason: 'reverted' as const,
  created_ms: 1_795_000_000_000,
  finished_ms: 1_795_000_100_000,
};

test('shows what is not swept and why a sweep failed; one operator stops sweeping with a reason', async () => {
  server.reply('console/sweeping', [NETWORK]);
  server.reply('console/sweeps', { data: [SWEEP], next: null });
  server.reply('console/stop', 'ok');
  const user = openConsole('/sweeps', RISK);
  expect(
    await screen.findByText((_, node) => node?.textContent === '3 addresses, swept from 100 USDT'),
  ).toBeTruthy();
  expect(screen.getByText(/1 address, no current price/)).toBeTruthy();
  expect(screen.getByText('Collection of USDT')).toBeTruthy();
  expect(screen.getByText('the chain reverted the transfer')).toBeTruthy();
  expect(screen.getByText('3 of 32')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Halt' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Reason'), 'the node looks odd');
  await user.click(within(dialog).getByRole('button', { name: 'Halt' }));
  await expect
    .poll(() => server.sent('console/stop'))
    .toEqual([{ target: 'sweeping', subject: 'ethereum', reason: 'the node looks odd', level: 'halt' }]);
});

test('sweeping that waits for the payouts of its network can still be stopped by itself', async () => {
  server.reply('console/sweeping', [{ ...NETWORK, payouts_halted: true }]);
  server.reply('console/sweeps', { data: [], next: null });
  openConsole('/sweeps', RISK);
  expect(await screen.findByText('payouts are halted')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Halt' })).toBeTruthy();
});

test('the state filter asks for sweeps in that state, and a stopped network offers to resume', async () => {
  server.reply('console/sweeping', [{ ...NETWORK, stopped: true, stopped_reason: 'the node looks odd' }]);
  server.reply('console/sweeps', { data: [], next: 'c2' });
  const user = openConsole('/sweeps', RISK);
  expect(await screen.findByText('the node looks odd')).toBeTruthy();
  expect(screen.getByText('stopped')).toBeTruthy();
  expect(screen.getByText('No sweep yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await expect.poll(() => server.sent('console/sweeps').at(-1)).toMatchObject({ cursor: 'c2' });
  await user.click(screen.getByLabelText('State'));
  await user.click(await screen.findByTitle('failed'));
  // Another state begins with its newest.
  await expect.poll(() => server.sent('console/sweeps').at(-1)).toEqual({ limit: '20', state: 'failed' });
});
