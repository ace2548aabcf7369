import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole, server } from '../../testing/console.tsx';

const JOURNAL = {
  id: 9,
  key: 'transfer:9',
  kind: 'transfer',
  reference: 'transfer:9',
  created_ms: 1_700_000_000_000,
  postings: [],
};

test('filters the journals, exports them under the same filter and continues a long search', async () => {
  server.reply('console/correction_accounts', { house: [], currencies: [{ id: 3, code: 'USDT' }] });
  server.reply('console/journals', { data: [JOURNAL], next: '5' });
  server.refuse('console/journals_export', 'export_too_large', 'Too many rows. Choose a shorter range.');
  const user = openConsole('/journals');
  await screen.findByText('2023-11-14 22:13:20');
  await user.type(screen.getByLabelText('UID'), '100001{enter}');
  await user.type(screen.getByLabelText('Amount from'), '50{enter}');
  await user.type(screen.getByLabelText('From (UTC)'), '2023-11-14{enter}');
  await user.type(screen.getByLabelText('To (UTC)'), '2023-11-14{enter}');
  const conditions = {
    uid: '100001',
    min: '50',
    from: String(Date.UTC(2023, 10, 14)),
    to: String(Date.UTC(2023, 10, 15)),
  };
  await waitFor(() => expect(server.sent('console/journals').at(-1)).toEqual({ ...conditions, limit: '50' }));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('Too many rows. Choose a shorter range.');
  expect(server.sent('console/journals_export')).toEqual([conditions]);
  await screen.findByText('The search is not at the end yet. Older continues it.');
  server.reply('console/journals', { data: [], next: null });
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Older' })).toBeNull());
  expect(server.sent('console/journals').at(-1)).toEqual({ ...conditions, limit: '50', cursor: '5' });
});

test('a search by amount says that trades are left out, and asks for days once their kind is chosen', async () => {
  server.reply('console/correction_accounts', { house: [], currencies: [{ id: 3, code: 'USDT' }] });
  server.reply('console/journals', { data: [JOURNAL], next: null });
  const user = openConsole('/journals');
  await screen.findByText('2023-11-14 22:13:20');
  expect(screen.queryByText(/Trades are/)).toBeNull();
  await user.type(screen.getByLabelText('Amount from'), '50{enter}');
  await screen.findByText('Trades are not searched: choose their kind and at most 31 days for that.');
  const kind = screen.getByRole('combobox', { name: 'Kind' });
  fireEvent.mouseDown(kind);
  await user.type(kind, 'spot:trade');
  await user.click(await screen.findByText('spot:trade', { selector: '.ant-select-item-option-content' }));
  await screen.findByText(/within days only: choose both, at most 31/);
  await user.type(screen.getByLabelText('From (UTC)'), '2023-11-01{enter}');
  await user.type(screen.getByLabelText('To (UTC)'), '2023-12-02{enter}');
  await screen.findByText(/within days only/);
  expect(server.sent('console/journals').filter((fields) => 'kind' in fields)).toEqual([]);
  await user.clear(screen.getByLabelText('To (UTC)'));
  await user.type(screen.getByLabelText('To (UTC)'), '2023-12-01{enter}');
  await waitFor(() =>
    expect(server.sent('console/journals').at(-1)).toMatchObject({ kind: 'spot:trade', min: '50' }),
  );
  expect(screen.queryByText(/Trades are/)).toBeNull();
});
