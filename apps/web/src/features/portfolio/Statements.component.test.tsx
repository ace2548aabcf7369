import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server, tap } from '../../testing/app.tsx';

test('a statement shows its balances and only the files that its movements fit in', async () => {
  server
    .reply('portfolio/statements', {
      current_page: 1,
      last_page: 1,
      per_page: 10,
      total: 1,
      data: [{ month: '2026-02', from_ms: 0, to_ms: 1, closed: true }],
    })
    .reply('portfolio/statement', {
      month: '2026-02',
      from_ms: 0,
      to_ms: 1,
      closed: true,
      movements: 6000,
      files: ['csv'],
      balances: [
        {
          account: 'change',
          currency_id: 3,
          currency_name: 'USDT',
          opening: '0',
          in: '100',
          out: '40',
          closing: '60',
          held: '0',
          movements: 2,
        },
      ],
    });
  const user = await openApp('/pages/portfolio/statements');
  await tap(user, /February 2026/);
  const sheet = await screen.findByRole('dialog', { name: 'February 2026' });
  expect(await within(sheet).findByText('USDT · Exchange')).toBeTruthy();
  expect(within(sheet).queryByRole('button', { name: 'PDF' })).toBeNull();
  expect(within(sheet).getByText('60')).toBeTruthy();
  server.refuse('portfolio/statement_file', 'export_too_large', 'Too large');
  await tap(user, 'CSV');
  await waitFor(() => expect(within(sheet).getByRole('alert').textContent).toBe('Too large'));
});
