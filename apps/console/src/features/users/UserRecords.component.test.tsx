import { screen, waitFor, within } from '@testing-library/react';
import type { ReplyOf } from '@karat/contract';
import { expect, test, vi } from 'vitest';
import { RISK, openConsole, router, server } from '../../testing/console.tsx';

const UID = 100_001;
const NOTHING = { current_page: 1, data: [], last_page: 1, per_page: 10, total: 0 };
const USER = {
  uid: UID,
  email: 'alice@people.example',
  phone: null,
  nickname: 'Alice',
  status: 'active' as const,
  house: false,
  created_ms: 1_700_000_000_000,
  seen_ms: null,
};
const TRADE: ReplyOf<'console/user_records'>['data'][number] = {
  id: 77,
  created_ms: 1_700_000_000_000,
  ended_ms: null,
  subject: 'BTC/USDT',
  side: 'buy',
  type: 'maker',
  state: 'filled',
  price: '65000',
  exit_price: null,
  amount: '0.5',
  amount_unit: 'BTC',
  filled: null,
  total: '32500',
  total_unit: 'USDT',
  fee: '0.0005',
  fee_unit: 'BTC',
  detail: 'order 5',
};

async function openUser(role: 'support' | 'finance') {
  server.reply('console/users', { ...NOTHING, data: [USER], total: 1 });
  server.reply('console/user', {
    user: USER,
    balances: [],
    value_usdt: '12345.5',
    unvalued: ['NEW'],
    sessions: [],
  });
  const user = openConsole('/users', { ...RISK, role });
  await router.navigate({ to: '/users', search: { uid: UID } });
  await screen.findByText('12,345.5');
  return user;
}

test('a list is read when its tab opens, by days, and continues with older records', async () => {
  server.reply('console/user_records', { data: [TRADE], next: '77' });
  const user = await openUser('finance');
  expect(screen.getByText('NEW')).toBeTruthy();
  expect(server.sent('console/user_records')).toEqual([]);
  await user.click(screen.getByRole('tab', { name: 'Trades' }));
  const trades = await screen.findByRole('region', { name: 'Trades' });
  const row = (await within(trades).findByText('maker')).closest('tr') ?? expect.fail('no row');
  for (const text of ['BTC/USDT', 'buy', '65,000', '0.5 BTC', '32,500 USDT', '0.0005 BTC'])
    expect(row.textContent).toContain(text);
  expect(server.sent('console/user_records')).toEqual([{ uid: String(UID), records: 'trades', limit: '20' }]);

  server.reply('console/user_records', { data: [{ ...TRADE, id: 12, type: 'taker' }], next: null });
  await user.click(within(trades).getByRole('button', { name: 'Older' }));
  await within(trades).findByText('taker');
  expect(within(trades).getByText('maker')).toBeTruthy();
  expect(server.sent('console/user_records').at(-1)).toMatchObject({ cursor: '77' });

  server.reply('console/user_records', { data: [], next: null });
  await user.type(within(trades).getByLabelText('From (UTC)'), '2026-11-22{enter}');
  await within(trades).findByText('No entries in this period');
  expect(server.sent('console/user_records').at(-1)).toMatchObject({ from: String(Date.UTC(2026, 10, 22)) });
  expect(within(trades).getByRole('button', { name: 'Export CSV' })).toBeTruthy();
});

test('support has neither journals nor files', async () => {
  server.reply('console/user_records', { data: [TRADE], next: null });
  const user = await openUser('support');
  await user.click(screen.getByRole('tab', { name: 'Trades' }));
  const trades = await screen.findByRole('region', { name: 'Trades' });
  await within(trades).findByText('maker');
  expect(within(trades).queryByRole('button', { name: 'Export CSV' })).toBeNull();
  expect(screen.queryByRole('tab', { name: 'Journals' })).toBeNull();
  expect(screen.getByRole('tab', { name: 'Security' })).toBeTruthy();
});

test('an export has the filter of its list and a name of its own, once for a double click', async () => {
  server.reply('console/user_records', { data: [TRADE], next: null });
  const user = await openUser('finance');
  const asked: string[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.startsWith('/api/console/user_records_export')) return server.fetch(address, init);
    asked.push(address);
    await answered;
    return new Response('id\n77\n', { headers: { 'content-type': 'text/csv' } });
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:export');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await user.click(screen.getByRole('tab', { name: 'Trades' }));
  const trades = await screen.findByRole('region', { name: 'Trades' });
  await within(trades).findByText('maker');
  const button = within(trades).getByRole('button', { name: 'Export CSV' });
  // Both before the button is rendered as busy.
  button.click();
  button.click();
  answer();
  await waitFor(() => expect(saved).toEqual([`karat-${UID}-trades.csv`]));
  // The export itself is in the audit log.
  expect(asked.map((address) => new URL(address, 'http://karat.test').search)).toEqual([
    `?uid=${UID}&records=trades`,
  ]);
  vi.restoreAllMocks();
});
