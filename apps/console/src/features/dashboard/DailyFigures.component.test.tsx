import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { RISK, openConsole, server } from '../../testing/console.tsx';
import type { DayRow, Figures } from './daily.ts';

const NONE = { spot: '0', contracts: '0', options: '0', stocks: '0' };
const day = (name: string, more: Partial<DayRow> = {}): DayRow => ({
  day: name,
  complete: true,
  volume: NONE,
  fees: NONE,
  registrations: 0,
  active_users: 0,
  deposits: '0',
  deposits_count: 0,
  withdrawals: '0',
  withdrawals_count: 0,
  ...more,
});
const same = { value: '0', change: null };
const FIGURES: Figures = {
  at_ms: 1_700_000_000_000,
  days: [
    day('2023-11-13', {
      volume: { ...NONE, spot: '1500.1234567891', stocks: '20' },
      fees: { ...NONE, spot: '1.5' },
      registrations: 3,
      active_users: 2,
      deposits: '99',
      deposits_count: 4,
    }),
    day('2023-11-14', { complete: false, volume: { ...NONE, contracts: '700' } }),
  ],
  pending: 2,
  unvalued: ['XYZ'],
  totals: {
    volume: { value: '2220.1234567891', change: '12.5' },
    fees: { value: '1.5', change: '-3' },
    registrations: { value: '3', change: null },
    active_users: same,
    deposits: same,
    withdrawals: same,
  },
};

beforeEach(() => {
  server.reply('console/dashboard', { at_ms: 0, approvals: [], withdrawals: [], halted: [] });
  for (const call of [
    'console/liabilities',
    'console/health',
    'console/contracts',
    'console/options',
  ] as const)
    server.refuse(call, 'unavailable', 'The server is busy.');
  server.refuse('console/contract_funds', 'unavailable', 'The server is busy.');
});

const part = () => screen.findByRole('region', { name: 'Figures by day' });

test('totals show their change, charts each day, and what is missing is named', async () => {
  server.reply('console/daily_figures', FIGURES);
  openConsole('/', RISK);
  const shown = within(await part());
  expect(await shown.findByText('+12.5%')).toBeTruthy();
  expect(shown.getByText('-3%')).toBeTruthy();
  expect(shown.getAllByText('nothing to compare')).toHaveLength(4);
  expect(shown.getByText('2,220')).toBeTruthy();
  expect(shown.getByText('2 days are still to be computed and not in the totals')).toBeTruthy();
  expect(shown.getByText('Without a price, so not in the amounts: XYZ')).toBeTruthy();
  const chart = shown.getByRole('img', { name: /^Volume by day/ });
  const titles = [...chart.querySelectorAll('title')].map(({ textContent }) => textContent);
  expect(titles).toHaveLength(2);
  expect(titles[0]).toContain('2023-11-13\nSpot: 1.5K USDT');
  expect(titles[1]).toContain('2023-11-14 (so far)');
  expect(server.sent('console/daily_figures')).toEqual([{ days: '30' }]);
});

test('another period is read, the table has the figures, and the export has the same period', async () => {
  server.reply('console/daily_figures', FIGURES);
  server.refuse('console/daily_figures_export', 'too_many_requests', 'Too many files. Try again later.');
  const user = openConsole('/', RISK);
  const shown = within(await part());
  await user.click(await shown.findByText('90 days'));
  await waitFor(() => expect(server.sent('console/daily_figures').at(-1)).toEqual({ days: '90' }));
  await user.click(shown.getByText('Table'));
  expect(await shown.findByText('1,500')).toBeTruthy();
  expect(shown.getByText('so far')).toBeTruthy();
  expect(shown.queryByRole('img', { name: /^Volume by day/ })).toBeNull();
  await user.click(shown.getByRole('button', { name: 'Export CSV' }));
  expect(await shown.findByText('Too many files. Try again later.')).toBeTruthy();
  expect(server.sent('console/daily_figures_export')).toEqual([{ days: '90' }]);
});

test('an exchange without any trade has empty charts', async () => {
  server.reply('console/daily_figures', {
    ...FIGURES,
    days: [day('2023-11-14', { complete: false })],
    pending: 0,
    unvalued: [],
  });
  openConsole('/', RISK);
  const shown = within(await part());
  expect(await shown.findByText('No trades in this period')).toBeTruthy();
  expect(shown.getByText('No deposits or withdrawals in this period')).toBeTruthy();
});

test('a failed read says so and can be tried again', async () => {
  server.refuse('console/daily_figures', 'unavailable', 'The figures are not available.');
  const user = openConsole('/', RISK);
  const shown = within(await part());
  await shown.findByText('The figures are not available.');
  server.reply('console/daily_figures', FIGURES);
  await user.click(shown.getByRole('button', { name: 'Try again' }));
  expect(await shown.findByText('+12.5%')).toBeTruthy();
});
