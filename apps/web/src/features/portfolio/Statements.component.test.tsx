import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { openApp, server, tap, toastText } from '../../testing/app.tsx';

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

const STATEMENT: AllReplies['portfolio/statement'] = {
  ...{ month: '2026-03', from_ms: 0, to_ms: 1, closed: false, movements: 9, files: ['pdf', 'csv'] },
  balances: [
    {
      ...{ account: 'lever', currency_id: 3, currency_name: 'USDT', opening: '7', in: '100' },
      ...{ out: '40', closing: '67', held: '5', movements: 2 },
    },
  ],
};

test('a month that runs says so; its balances stand at their names, and its file is saved under its name', async () => {
  const months = ['2026-03', '2026-02'].map((month) => ({
    month,
    from_ms: 0,
    to_ms: 1,
    closed: month === '2026-02',
  }));
  server
    .reply('portfolio/statements', { current_page: 1, last_page: 1, per_page: 10, total: 2, data: months })
    .reply('portfolio/statement', STATEMENT);
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.includes('/api/portfolio/statement_file')) return server.fetch(address, init);
    sent.push(address);
    return new Response('%PDF', {
      headers: { 'content-disposition': 'attachment; filename="karat-2026-03.pdf"' },
    });
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:statement');
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const user = await openApp('/pages/portfolio/statements');
  const march = await screen.findByRole('button', { name: /March 2026/ });
  expect(march.textContent).toContain('Current month: preliminary');
  expect(screen.getByRole('button', { name: /February 2026/ }).textContent).not.toContain('preliminary');
  await user.click(march);
  const sheet = await screen.findByRole('dialog', { name: 'March 2026' });
  await within(sheet).findByText('USDT · Futures');
  within(sheet).getByText('Current month: preliminary');
  expect(server.sent('portfolio/statement').at(-1)).toEqual({ month: '2026-03' });
  const facts = [...sheet.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.parentElement?.querySelector('dd')?.textContent,
  ]);
  expect(facts).toEqual([
    ['Opening', '7'],
    ['2 movements', '+100 -40'],
    ['Closing', '67'],
  ]);
  await tap(user, 'PDF');
  await waitFor(() => expect(saved).toEqual(['karat-2026-03.pdf']));
  expect(sent.map((address) => /month=[^&]*&format=[^&]*/.exec(address)?.[0])).toEqual([
    'month=2026-03&format=pdf',
  ]);
  expect(toastText()).toBe('The file is being saved');
  vi.restoreAllMocks();
});

test('a month with more movements than a file holds offers none, and says so', async () => {
  server
    .reply('portfolio/statements', {
      ...{ current_page: 1, last_page: 1, per_page: 10, total: 1 },
      data: [{ month: '2026-03', from_ms: 0, to_ms: 1, closed: true }],
    })
    .reply('portfolio/statement', { ...STATEMENT, closed: true, files: [] });
  const user = await openApp('/pages/portfolio/statements');
  await tap(user, /March 2026/);
  await screen.findByText(/^Too many movements for a file/);
  expect(screen.queryByRole('button', { name: 'CSV' })).toBeNull();
  expect(screen.queryByText('Current month: preliminary')).toBeNull();
});
