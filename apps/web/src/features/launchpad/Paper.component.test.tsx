import type { ReplyOf } from '@karat/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server, tap, toastText } from '../../testing/app.tsx';

type Detail = ReplyOf<'project/detail'>;

const SHA256 = 'ab'.repeat(32);
const DETAIL: Detail = {
  id: 4,
  kind: 'token',
  title: 'Helios Grid',
  summary: 'A demo project.',
  logo: null,
  currency_id: 1001,
  currency_name: 'HELIO',
  decimals: 2,
  amount: '5000000',
  total_sell: '0',
  orders: 0,
  percentage: '0',
  price: '0.02',
  pay_currencies: [{ currency_id: 3, currency_name: 'USDT', price: '0.02', decimals: 6, available: '0' }],
  time_status: 1,
  status: 'warmup',
  day: 7,
  start_at: '2027-01-01 00:00:00',
  start_ms: Date.parse('2027-01-01T00:00:00Z'),
  end_at: '2027-01-08 00:00:00',
  end_ms: Date.parse('2027-01-08T00:00:00Z'),
  listing_at: null,
  listing_ms: null,
  listed_ms: null,
  demo: true,
  white_paper: null,
  paper: { sha256: SHA256, bytes: 2_050 },
  website: null,
  gallery: [],
  market: null,
  lock_day: null,
  save_min: '100',
  user_max: '250000',
  own_applied: null,
  own_remaining: null,
};

const openProject = (more: Partial<Detail> = {}) => {
  server.reply('project/detail', { ...DETAIL, ...more }).reply('currency/list', []);
  return openApp('/pages/ieo/subscribe?id=4');
};

test('a project shows the size and the hash of its white paper, and downloads it', async () => {
  const user = await openProject();
  expect(await screen.findByText(`SHA-256 ${SHA256}`)).toBeTruthy();
  expect(screen.getByText(/PDF · 3 KB/)).toBeTruthy();
  server.refuse('project/paper', 'project_paper_unknown', 'No white paper');
  await tap(user, 'Download PDF');
  await waitFor(() => expect(toastText()).toBe('No white paper'));
  expect(server.sent('project/paper')).toEqual([{ project_id: '4' }]);
});

test('a link to another site stays a link, and no document is offered where there is none', async () => {
  await openProject({ paper: null, white_paper: 'https://example.com/paper' });
  const link = await screen.findByRole('link', { name: /White paper/ });
  expect(link.getAttribute('href')).toContain(encodeURIComponent('https://example.com/paper'));
  expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull();
});
