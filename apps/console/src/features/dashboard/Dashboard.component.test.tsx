import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, openConsole, server } from '../../testing/console.tsx';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;

test('the first page shows queues with their age, health, liabilities and open risk', async () => {
  server.reply('console/dashboard', {
    at_ms: NOW,
    approvals: [{ name: 'market change', count: 2, oldest_ms: NOW - 3 * HOUR }],
    withdrawals: [],
    halted: ['tron'],
  });
  server.reply('console/liabilities', {
    at_ms: NOW,
    rows: [
      {
        currency_name: 'BTC',
        users: '12.5',
        house: '0.25',
        booked: '12.75',
        chain: '12.7',
        matches: false,
        checked_ms: NOW - HOUR,
      },
    ],
  });
  server.reply('console/health', {
    version: '1.9.0',
    started_ms: NOW,
    database: { ok: true, latency_ms: 1, version: '18', size_mb: 9 },
    checks: [{ name: 'signer', state: 'down', detail: 'no answer', since_ms: NOW }],
    clock_halt: null,
    memory_mb: 1,
    sockets: 0,
    work: { due: 0, oldest_due_ms: null },
    markets: [],
  });
  server.refuse('console/contract_funds', 'unavailable', 'The server is busy.');
  server.reply('console/contracts', []);
  server.refuse('console/options', 'unavailable', 'The server is busy.');
  openConsole('/', RISK);
  const queues = await screen.findByRole('region', { name: 'Approvals' });
  expect(within(queues).getByText('market change')).toBeTruthy();
  expect(within(queues).getByText('3 h')).toBeTruthy();
  expect(screen.getByText('No open withdrawals')).toBeTruthy();
  expect(screen.getByText('Payouts are halted on tron')).toBeTruthy();
  expect(await screen.findByText('signer')).toBeTruthy();
  const custody = await screen.findByRole('region', { name: 'Liabilities and custody' });
  expect(await within(custody).findByText('differs')).toBeTruthy();
  expect(within(custody).getByText('12.75')).toBeTruthy();
  expect(await screen.findByText('No open positions')).toBeTruthy();
  expect(await screen.findAllByText('The server is busy.')).toHaveLength(2);
});
