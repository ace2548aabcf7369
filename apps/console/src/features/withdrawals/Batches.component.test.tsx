import type { ReplyOf } from '@karat/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { RISK, openConsole, server } from '../../testing/console.tsx';

const BATCH: ReplyOf<'console/withdrawal_batches'>['data'][number] = {
  ...{ id: 12, type: 2, currency_name: 'USDT', count: 3, open: 1, total: '450.5', by: 'femi' },
  ...{ created_at: '2026-01-01 00:00:00', created_ms: 1 },
};
const FINANCE: typeof RISK = { ...RISK, login: 'femi', role: 'finance' };

async function openBatches(operator: typeof RISK): Promise<UserEvent> {
  server.reply('console/withdrawal_batches', {
    ...{ current_page: 1, data: [BATCH], last_page: 1, per_page: 20, total: 1 },
  });
  const user = openConsole('/withdrawals', operator);
  await user.click(await screen.findByRole('tab', { name: 'Bank payments' }));
  return user;
}

const row = (): Promise<HTMLElement> => screen.findByRole('row', { name: /^12 international 3 1 /u });

test('who pays gathers the payments of a kind and currency, and loads their files', async () => {
  const user = await openBatches(FINANCE);
  server.reply('console/withdrawal_export', { batch: 13, count: 1, total: '10' });
  within(await row()).getByRole('button', { name: 'CSV' });
  within(await row()).getByRole('button', { name: 'pain.001' });
  await user.click(screen.getByRole('button', { name: 'Gather approved payments' }));
  await screen.findByText('Batch 13 with 1 payment.');
  await waitFor(() => expect(server.sent('console/withdrawal_export')).toEqual([{ type: 1, currency: 3 }]));
});

test('who does not pay sees the batches alone', async () => {
  await openBatches(RISK);
  expect(within(await row()).queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Gather approved payments' })).toBeNull();
});
