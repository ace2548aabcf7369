import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, select, server, tap } from '../../testing/app.tsx';

const progress = { complete: true, counted_ms: 1, counted: 3 };

test('the tax export sends year, method and format, and a refusal stands above its button', async () => {
  const years = [2026, 2025].map((year) => ({
    year,
    closed: year < 2026,
    disposals: 2,
    income: 0,
    estimated: 1,
  }));
  server.reply('portfolio/tax_years', { ...progress, data: years }).reply('portfolio/tax_summary', {
    year: 2026,
    method: 'fifo',
    closed: false,
    disposals: 2,
    proceeds: '300',
    cost: '250',
    gains: '60',
    losses: '10',
    net: '50',
    net_long_term: null,
    results: '0',
    income: '0',
    expenses: '0',
    estimated: 1,
  });
  const user = await openApp('/pages/portfolio/tax');
  expect(await screen.findByText(/^1 movement has no known cost/)).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'LIFO' }));
  await waitFor(() =>
    expect(server.sent('portfolio/tax_summary').at(-1)).toMatchObject({ year: '2026', method: 'lifo' }),
  );
  await user.click(screen.getByRole('radio', { name: /^Koinly/ }));
  server.refuse('portfolio/tax_export', 'portfolio_incomplete', 'Still counting');
  await tap(user, 'Download CSV');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Still counting'));
  expect(server.sent('portfolio/tax_export')).toEqual([
    expect.objectContaining({ year: '2026', format: 'koinly', method: 'lifo' }),
  ]);
});

test('every figure of a year stands at its name; a year that is over does not say that it runs', async () => {
  const years = [2026, 2025].map((year) => ({
    ...{ year, closed: year < 2026, disposals: 2, income: 0, estimated: 0 },
  }));
  server.reply('portfolio/tax_years', { ...progress, data: years }).reply('portfolio/tax_summary', {
    ...{ year: 2026, method: 'fifo', closed: false, disposals: 2, proceeds: '300', cost: '250', gains: '60' },
    ...{
      losses: '10',
      net: '50',
      net_long_term: '-4',
      results: '6',
      income: '7',
      expenses: '8',
      estimated: 0,
    },
  });
  const user = await openApp('/pages/portfolio/tax');
  await screen.findByText('This year is not over: the figures can still change.');
  await screen.findByText('Net');
  const facts = [...document.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.parentElement?.querySelector('dd')?.textContent,
  ]);
  expect(facts).toEqual([
    ['Net', '+50.00USDT'],
    ['Gains', '60.00USDT'],
    ['Losses', '10.00USDT'],
    ['Held over 365 days', '-4.00USDT'],
    ['Proceeds', '300.00USDT'],
    ['Cost', '250.00USDT'],
    ['Futures, options, games', '+6.00USDT'],
    ['Income', '7.00USDT'],
    ['Fees and interest outside trades', '8.00USDT'],
  ]);
  expect(screen.queryByText(/known cost/)).toBeNull();
  await select(user, document.body, 'Year', '2025');
  await waitFor(() =>
    expect(server.sent('portfolio/tax_summary').at(-1)).toEqual({ year: '2025', method: 'fifo' }),
  );
  expect(screen.queryByText(/This year is not over/)).toBeNull();
});
