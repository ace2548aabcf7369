import type { ReplyOf } from '@karat/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RISK, openConsole, router, server } from '../testing/console.tsx';
import type { PagePath } from './pages.ts';

const START = Date.parse('2026-11-20T02:00:00Z');
const page = <Row,>(...data: Row[]) => ({
  current_page: 1,
  data,
  last_page: 1,
  per_page: 20,
  total: data.length,
});

/** Rows of the page's tables by the headings of their columns, as an operator reads them. */
async function tablesOf(path: PagePath): Promise<Record<string, string>[]> {
  openConsole(path, { ...RISK, role: 'admin' });
  // A page of an earlier test is still the router's.
  act(() => router.history.push(path));
  await waitFor(() => expect(document.querySelector('tbody tr.ant-table-row')).not.toBeNull());
  return screen.getAllByRole('table').flatMap((table) => {
    const headings = [...table.querySelectorAll('thead th')].map((cell) => cell.textContent);
    return [...table.querySelectorAll('tbody tr.ant-table-row')].map((row) =>
      Object.fromEntries(
        [...row.querySelectorAll('td')].map((cell, at) => [headings[at] ?? '', cell.textContent]),
      ),
    );
  });
}

test('markets', async () => {
  const market: ReplyOf<'console/markets'>[number] = {
    match_id: 7,
    symbol: 'ADA/USDT',
    kind: 'coin',
    state: 'cancel_only',
    maker_fee: '0.001',
    taker_fee: '0.0025',
    band: '0.05',
    min_notional: '6',
    now_price: '61',
    index_price: '62',
    stale: true,
    broken: false,
    open_orders: 31,
  };
  server.otherwise('empty').reply('console/markets', [market]);
  expect(await tablesOf('/markets')).toEqual([
    {
      Actions: 'ChangeResume',
      Band: '5%',
      Index: 'stale',
      Kind: 'coin',
      Last: '61',
      'Maker fee': '0.1%',
      Market: 'ADA/USDT',
      Minimum: '6',
      'Open orders': '31',
      State: 'cancel only',
      'Taker fee': '0.25%',
    },
  ]);
});

test('bots', async () => {
  server.otherwise('empty').reply('console/bots', [
    { name: 'BTC maker', role: 'maker', uid: 90_001, running: true, open_orders: 12, paused: false },
    { name: 'taker', role: 'taker', uid: 90_002, running: false, open_orders: 3, paused: true },
  ]);
  expect(await tablesOf('/bots')).toEqual([
    {
      Account: '90001',
      Actions: 'Pause',
      Name: 'BTC maker',
      'Open orders': '12',
      Role: 'maker',
      State: 'running',
    },
    {
      Account: '90002',
      Actions: 'Resume',
      Name: 'taker',
      'Open orders': '3',
      Role: 'taker',
      State: 'paused',
    },
  ]);
});

test('users', async () => {
  server.otherwise('empty').reply(
    'console/users',
    page({
      uid: 100_007,
      email: 'a@people.example',
      phone: '+49 30 1',
      nickname: 'Kim',
      status: 'frozen' as const,
      house: false,
      created_ms: START,
      seen_ms: START + 3_600_000,
    }),
  );
  expect(await tablesOf('/users')).toEqual([
    {
      Actions: 'Open',
      'E-mail': 'a@people.example',
      'Last seen (UTC)': '2026-11-20 03:00:00',
      Nickname: 'Kim',
      Phone: '+49 30 1',
      'Registered (UTC)': '2026-11-20 02:00:00',
      State: 'frozen',
      UID: '100007',
    },
  ]);
});

test('withdrawals', async () => {
  server.otherwise('empty').reply(
    'console/withdrawals',
    page({
      id: 41,
      uid: 100_007,
      currency: 2,
      currency_name: 'ETH',
      type: 0 as const,
      network: 'ethereum',
      address: '0xaddress',
      number: '3.5',
      rate: '0.001',
      receive: '3.499',
      usdt: '7000',
      status: 1 as const,
      state: 'requested' as const,
      waits: null,
      release_ms: null,
      reason: null,
      reason_text: '',
      txid: '0xtx',
      explorer: null,
      may_cancel: true,
      created_at: '2026-11-20 02:00:00',
      created_ms: START,
      notes: [],
      approvals: 2,
      asked: false,
    }),
  );
  const [{ Waits: waits, ...row } = {}] = await tablesOf('/withdrawals');
  expect(waits).not.toBe('');
  expect(row).toEqual({
    Actions: 'Open',
    Amount: '3.5 ETH',
    'In USDT': '7,000',
    Network: 'Ethereum',
    'No.': '41',
    Noticed: '',
    People: '2',
    Receiver: '0xaddress',
    User: '100007',
  });
});

test('recurring plans and their markets', async () => {
  server
    .otherwise('empty')
    .reply('console/recurring_totals', [
      {
        match_id: 1,
        symbol: 'BTC/USDT',
        legal_name: 'USDT',
        active: 5,
        paused: 4,
        due_day: '350',
        bought_week: 3,
        failed_week: 2,
        overdue_ms: START,
      },
    ])
    .reply(
      'console/recurring_plans',
      page({
        id: 9,
        uid: 100_007,
        match_id: 1,
        symbol: 'BTC/USDT',
        currency_id: 1,
        currency_name: 'BTC',
        legal_name: 'USDT',
        kind: 'coin' as const,
        quote_amount: '75',
        frequency: 'weekly' as const,
        day: 3,
        hour: 11,
        time_zone: 'UTC',
        slippage: '1',
        state: 'active' as const,
        waiting: null,
        waiting_until_ms: null,
        next: { date: '2026-11-25', due_ms: START, buy_ms: START + 60_000 },
        purchases: 8,
        skips: 6,
        spent: '600',
        received: '0.02',
        fee: '0.0002',
        avg_price: '30000',
        created_ms: START,
        ended_ms: null,
        last: null,
      }),
    );
  expect(await tablesOf('/recurring')).toEqual([
    {
      Active: '5',
      'Bought, 7 days': '3',
      'Due within a day': '350 USDT',
      Market: 'BTC/USDT',
      'Not bought, 7 days': '2',
      'Overdue since': '2026-11-20 02:00:00',
      Paused: '4',
    },
    {
      Amount: '75 USDT',
      Bought: '8',
      'Last result': '–',
      Market: 'BTC/USDT',
      Next: '2026-11-20 02:01:00',
      'No.': '9',
      'Not bought': '6',
      Schedule: 'weekly Wed, 11:00 UTC',
      Spent: '600 USDT',
      State: 'active',
      UID: '100007',
    },
  ]);
});

test('operators', async () => {
  server.otherwise('empty').reply('console/staff', [
    {
      id: 4,
      login: 'ada',
      name: 'Ada Admin',
      role: 'admin',
      state: 'active',
      passkeys: 2,
      half_waits: false,
      created_ms: START,
      seen_ms: START + 3_600_000,
      setup_until_ms: null,
    },
  ]);
  expect(await tablesOf('/staff')).toEqual([
    {
      Actions: 'Change roleRenew loginDisable',
      'Added (UTC)': '2026-11-20 02:00:00',
      'Last seen (UTC)': '2026-11-20 03:00:00',
      Login: 'ada',
      Name: 'Ada Admin',
      Passkeys: '2',
      Role: 'admin',
      State: 'active',
    },
  ]);
});
