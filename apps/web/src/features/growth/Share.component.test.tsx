import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { here, openApp, server, tap } from '../../testing/app.tsx';
import { emptyPage } from '../../testing/fixtures.ts';

const SUMMARY: AllReplies['invite/summary'] = {
  ...{ extension_code: 'KARAT7', share: '20', period_seconds: 600, invited: 3, total: '12.5' },
  paid: [{ currency_name: 'USDT', amount: '12.5' }],
  pending: [{ currency_name: 'BTC', amount: '0.001' }],
};
const ARTICLE = {
  ...{ id: 31, c_id: 23, title: 'Rules', abstract: '', link: null, thumbnail: null },
  ...{ created_at: '2026-11-27 00:00:00', created_ms: 1 },
};

beforeEach(() => {
  server.reply('invite/summary', SUMMARY).reply('invite/people', emptyPage()).reply('news/list', emptyPage());
});

const lineOf = (label: string) => screen.getByText(label).parentElement?.textContent?.slice(label.length);

test('the code and its link lead to registration; what was earned is apart from what is on the way', async () => {
  await openApp('/pages/setting/share');
  await screen.findByText('Earn 20% of your friends’ trading fees');
  expect(lineOf('Invite code')).toBe('KARAT7');
  expect(lineOf('Invite link')).toBe('http://karat.test/#/pages/common/register?invite=KARAT7');
  screen.getByText('Paid in the coin of the fee, every 10 minutes, as long as they trade.');
  const figures = [...document.querySelectorAll('dl')][0]?.textContent;
  expect(figures).toBe('Earned so far12.50USDTFriends3On the way0.001BTC');
  await screen.findByText('Nobody has registered with your code yet.');
});

test('the code and the link are copied each for itself', async () => {
  const user = await openApp('/pages/setting/share');
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  await tap(user, 'Copy: Invite link');
  await tap(user, 'Copy: Invite code');
  expect(copied).toEqual(['http://karat.test/#/pages/common/register?invite=KARAT7', 'KARAT7']);
  vi.restoreAllMocks();
});

test('without a share nothing is promised, and without rebates on the way none are named', async () => {
  server.reply('invite/summary', { ...SUMMARY, share: '0', pending: [], period_seconds: 20 });
  await openApp('/pages/setting/share');
  await screen.findByText('Paid in the coin of the fee, every 1 minutes, as long as they trade.');
  expect(screen.queryByText(/trading fees/)).toBeNull();
  expect(screen.queryByText('On the way')).toBeNull();
});

test('friends say whether they are verified, rebates their state, and the rules lead to their article', async () => {
  server
    .reply('news/list', { ...emptyPage(), data: [ARTICLE], total: 1 })
    .reply('invite/people', {
      ...{ ...emptyPage(), total: 2 },
      data: [
        { name: 'b***b', uid: '10****5', verified: true, created_ms: 1 },
        { name: 'c***l', uid: '10****6', verified: false, created_ms: 1 },
      ],
    })
    .reply('invite/rebates', {
      ...{ ...emptyPage(), total: 2 },
      data: [
        { date: '2026-11-26', product: 'spot', state: 'paid', currency_name: 'USDT', amount: '3', people: 1 },
        {
          date: '2026-11-27',
          product: 'contracts',
          state: 'held',
          currency_name: 'BTC',
          amount: '0.5',
          people: 2,
        },
      ],
    });
  const user = await openApp('/pages/setting/share');
  const friend = async (name: RegExp) => (await screen.findByText(name)).closest('li')?.textContent;
  expect(await friend(/^b\*\*\*b · 10/)).toMatch(/Verified$/);
  expect(await friend(/^c\*\*\*l · 10/)).toMatch(/Not verified$/);
  expect(server.sent('news/list')).toContainEqual({ c_id: '23', limit: '1' });
  await user.click(screen.getByRole('tab', { name: 'Rebates' }));
  const list = await screen.findByText('Spot');
  const rows = within(list.closest('ul') ?? document.body).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Spot2026-11-26 · 1 friend3USDTPaid',
    'Futures2026-11-27 · 2 friends0.5BTCUnder review',
  ]);
  server.reply('news/detail', { ...ARTICLE, content: 'x' });
  await user.click(screen.getByRole('link', { name: /Rebate rules/ }));
  await waitFor(() => expect(here()).toBe('/pages/common/article?id=31'));
});
