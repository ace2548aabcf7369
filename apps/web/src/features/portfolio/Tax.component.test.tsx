import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server, tap } from '../../testing/app.tsx';

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
