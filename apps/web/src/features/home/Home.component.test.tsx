import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { prefer } from '../../lib/preferences.ts';
import { invalidate } from '../../lib/query.ts';
import { closeSession, keepUser } from '../../lib/session.ts';
import { storage } from '../../lib/storage.ts';
import { here, openApp, push, server, tap } from '../../testing/app.tsx';
import { MARKET, USER, WALLETS, emptyPage, marketsOf } from '../../testing/fixtures.ts';

type Chart = AllReplies['portfolio/chart'];
type Activity = AllReplies['wallet/activity'];

const point = (value: string, profit: string): Chart['points'][number] => ({
  ...{ at_ms: 1, transfers: '0' },
  value,
  profit,
});
/** Every figure differs from the others. */
const CHART: Chart = {
  ...{ complete: true, counted_ms: 1, counted: 3, range: '24h', from_ms: 0, to_ms: 1 },
  ...{ start_value: '7000', value: '7518.7', transfers: '500', profit: '-12.5', percent: '-0.17' },
  points: [point('0', '50'), point('7000', '0'), point('6600', '4'), point('6500', '10')],
};
const NO_EVENTS: Activity = { data: [], next: null };
const event = (kind: string, amount: string): Activity['data'][number] => ({
  ...{
    id: 1,
    journal_id: 1,
    group: 'deposits',
    kind,
    info: '',
    state: 'completed',
    fees: [],
    proof: null,
    created_ms: 0,
  },
  legs: [
    {
      ...{ account: 'change', currency: 3, currency_name: 'USDT', decimals: 6 },
      ...{ amount, available_after: '1', held_after: '0' },
    },
  ],
});

beforeEach(() => {
  prefer({ fiat: { currency_code: 'EUR', rate: '0.5', saveTime: 1 } });
  storage.write('start_dismissed', null);
  storage.write('notice_seen', null);
  server
    .otherwise('empty')
    .reply('wallet/list', WALLETS)
    .reply('portfolio/chart', CHART)
    .reply('wallet/activity', NO_EVENTS)
    .reply('currency/quotation_new', marketsOf(MARKET));
});

async function openHome(user: Partial<typeof USER> | null = {}) {
  const opened = await openApp('/');
  if (user) act(() => keepUser({ ...USER, ...user }));
  return opened;
}
const assets = () => screen.findByRole('link', { name: /^Total assets/ });

test('the total of all accounts and the profit of a day are in the chosen currency', async () => {
  await openHome();
  const link = await assets();
  // 7407.40 + 77.75 + 33.55 dollars at 0.5.
  await waitFor(() => expect(link.textContent).toBe('Total assets€3,759.3524 h PnL -€6.25 -0.17%'));
  expect(within(link).getByText('-0.17%').className).toContain('down');
});

test('hidden amounts hide the total, the profit and nothing else, and come back', async () => {
  const user = await openHome();
  await screen.findByText('-0.17%');
  await tap(user, 'Hide amounts');
  expect((await assets()).textContent).toBe('Total assets••••••24 h PnL •••• -0.17%');
  await tap(user, 'Show amounts');
  expect((await assets()).textContent).toContain('€3,759.35');
});

test('the line of the day begins with the first value and shows profit, not value', async () => {
  await openHome();
  await screen.findByText('-0.17%');
  const line = (await assets()).parentElement?.querySelector('svg:not(.lucide)');
  expect(line?.outerHTML).toMatch(/up/);
});

test('a visitor is invited, with demo money only where there is any', async () => {
  server.reply('getSiteConfig', {
    ...{ tk_radio: '', site_logo: '', site_name: 'Karat', down_logo: '' },
    ...{ demo: true, simulated_prices: true, web_hosts: [] },
  });
  await openHome(null);
  act(() => closeSession());
  const demo = await screen.findByText('Register and try everything with demo money.');
  await screen.findByText('Demo money');
  expect(demo.className).not.toContain('invisible');
  expect(screen.getByText('Open an account in a minute.').className).toContain('invisible');
  expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toContain(
    '/pages/common/register',
  );
  expect(screen.queryByText('Get started')).toBeNull();
});

const steps = async () =>
  within(await screen.findByRole('region', { name: 'Get started' }))
    .getAllByRole('listitem')
    .map((step) => step.textContent);

test('the first steps say what is done, from the history of each kind', async () => {
  server.reply('wallet/activity', ({ fields }) =>
    fields['group'] === 'deposits' ? { data: [event('demo:grant', '10000')], next: null } : NO_EVENTS,
  );
  const user = await openHome({ real_state: 1, demo: true });
  expect(await steps()).toEqual(['Verify your identity', 'Get practice moneyDone', 'Make your first trade']);
  screen.getByText('1/3');
  screen.getByText(/^Demo money credited: 10,000(\.0+)? USDT$/);
  await user.click(screen.getByRole('link', { name: 'Make your first trade' }));
  expect(here()).toBe('/pages/transaction/index');
});

test('dismissed first steps stay away for this user, and come for another', async () => {
  const user = await openHome({ real_state: 0 });
  await steps();
  await tap(user, 'Dismiss');
  expect(screen.queryByText('Get started')).toBeNull();
  expect(storage.read('start_dismissed')).toBe(USER.uid);
  act(() => keepUser({ ...USER, real_state: 0, uid: USER.uid + 1 }));
  await steps();
});

test('who has done every step sees none of them, at the next start as well', async () => {
  server.reply('wallet/activity', { data: [event('deposit', '5')], next: null });
  await openHome({ real_state: 2 });
  await waitFor(() => expect(storage.read('start_dismissed')).toBe(USER.uid));
  expect(screen.queryByText('Get started')).toBeNull();
});

test('the tour goes through its stops and ends', async () => {
  const user = await openHome({ real_state: 0 });
  await tap(user, 'Take the tour');
  const tour = await screen.findByRole('dialog', { name: 'Markets' });
  within(tour).getByText('Step 1 of 4');
  for (const name of ['Trade', 'Assets', 'Proofs']) {
    await tap(user, 'Next');
    await screen.findByRole('dialog', { name });
  }
  screen.getByText('Step 4 of 4');
  expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull();
  await tap(user, 'Got it');
  await waitFor(() => expect(screen.queryByText('Step 4 of 4')).toBeNull());
});

const TILES = [
  'rockets',
  'exchange',
  'transfer',
  'stock',
  'bills',
  'recharge',
  'withdraw',
  'quick_buy',
  'futures',
  'options',
  'copy_trade',
];

test('nine known services are shown first, then all of them in their groups', async () => {
  server.reply(
    'menu',
    TILES.map((key) => ({ key, path: key === 'withdraw' ? '/pages/fund/withdraw' : '/pages/fund/exchange' })),
  );
  const user = await openHome();
  const menu = await screen.findByRole('navigation', { name: 'Services' });
  const names = (part: HTMLElement) =>
    within(part)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(names(menu)).toEqual([
    ...[
      'Convert',
      'Transfer',
      'Stocks',
      'History',
      'Deposit',
      'Withdraw',
      'Buy',
      'Futures',
      'Options',
      'All',
    ],
  ]);
  await tap(user, 'All');
  expect(names(screen.getByRole('region', { name: 'Trading' }))).toEqual([
    ...['Stocks', 'Futures', 'Options', 'Copy trading'],
  ]);
  expect(names(screen.getByRole('region', { name: 'Money' }))).toContain('Withdraw');
  await tap(user, 'Fewer');
  await tap(user, 'Withdraw');
  expect(here()).toBe('/pages/fund/withdraw');
});

const market = (id: number, currency_name: string, now_price: string, change: string, volume: string) => ({
  ...MARKET,
  ...{ id, currency_id: 100 + id, currency_name, now_price, change, volume },
});

test('the movers are those with the largest change or turnover, six at most', async () => {
  server.reply(
    'currency/quotation_new',
    marketsOf(
      market(1, 'A', '1', '+2.00', '900000'),
      market(2, 'B', '50000', '-9.00', '3'),
      market(3, 'C', '10', '+10.00', '20'),
      market(4, 'D', '10', '-10.00', '30'),
      ...[5, 6, 7].map((id) => market(id, `E${id}`, '1', '0.00', '1')),
    ),
  );
  const user = await openHome();
  const movers = await screen.findByRole('region', { name: 'Markets' });
  const names = () =>
    within(movers)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('.font-semibold')?.firstChild?.textContent);
  await waitFor(() => expect(within(movers).getAllByRole('listitem')).toHaveLength(6));
  expect(names().slice(0, 2)).toEqual(['C', 'A']);
  await user.click(within(movers).getByRole('tab', { name: 'Losers' }));
  expect(names().slice(0, 2)).toEqual(['D', 'B']);
  await user.click(within(movers).getByRole('tab', { name: 'Volume' }));
  expect(names().slice(0, 2)).toEqual(['A', 'B']);
});

test('a market without a trade is no mover, unless none has a trade', async () => {
  const markets = (volume: string) =>
    marketsOf(market(1, 'A', '1', '-2.00', volume), market(2, 'NEW', '5', '0.00', '0'));
  server.reply('currency/quotation_new', markets('3'));
  await openHome();
  const movers = await screen.findByRole('region', { name: 'Markets' });
  const names = () =>
    within(movers)
      .queryAllByRole('listitem')
      .map((row) => row.querySelector('.font-semibold')?.firstChild?.textContent);
  await waitFor(() => expect(names()).toEqual(['A']));
  server.reply('currency/quotation_new', markets('0'));
  await act(() => invalidate('currency/quotation_new'));
  await waitFor(() => expect(names()).toEqual(['NEW', 'A']));
});

test('a live price replaces that of the list', async () => {
  await openHome();
  const movers = await screen.findByRole('region', { name: 'Markets' });
  await within(movers).findByText('50,000.00');
  await push('ticker', [{ match_id: 7, now_price: '50010.5', change: '-1.25', volume: '13' }]);
  await within(movers).findByText('50,010.50');
  within(movers).getByText('-1.25%');
});

const ARTICLE = {
  ...{ id: 7, c_id: 5, title: 'Zero fees', abstract: 'This weekend', link: null, thumbnail: null },
  ...{ created_at: '2026-11-27 00:00:00', created_ms: 1_795_000_000_000 },
};

test('a banner opens its address, or its article; announcements are another category', async () => {
  server.reply('news/list', ({ fields }) =>
    fields['c_id'] === '5'
      ? {
          ...emptyPage(),
          data: [
            { ...ARTICLE, link: '/pages/common/faq' },
            { ...ARTICLE, id: 8, title: 'Games', thumbnail: '/files/games' },
          ],
          total: 2,
        }
      : { ...emptyPage(), data: [{ ...ARTICLE, id: 9, c_id: 4, title: 'Maintenance' }], total: 1 },
  );
  const user = await openHome();
  const banners = await screen.findByRole('region', { name: 'Highlights' });
  expect(within(banners).getAllByRole('button')).toHaveLength(2);
  expect(within(banners).getByRole('button', { name: /Games/ }).querySelector('img')?.src).toContain(
    '/files/games',
  );
  expect(screen.getByRole('link', { name: 'Maintenance' }).getAttribute('href')).toContain('id=9');
  await user.click(within(banners).getByRole('button', { name: /Zero fees/ }));
  expect(here()).toBe('/pages/common/faq');
});

test('the article of a banner without an address opens by its own number', async () => {
  server.reply('news/list', { ...emptyPage(), data: [{ ...ARTICLE, id: 8 }], total: 1 });
  const user = await openHome();
  const banners = await screen.findByRole('region', { name: 'Highlights' });
  await user.click(within(banners).getByRole('button', { name: /Zero fees/ }));
  expect(here()).toBe('/pages/common/article?id=8');
});

test('the notice of the start is shown until it is closed, and again when another is published', async () => {
  vi.stubGlobal('requestIdleCallback', (action: () => void) => setTimeout(action));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  storage.write('notice_seen', 6);
  server.reply('news/index_pop', { ...ARTICLE, content: 'Until Sunday.' });
  const user = await openHome();
  const notice = await screen.findByRole('dialog', { name: 'Zero fees' });
  await user.click(within(notice).getByRole('button', { name: 'Got it' }));
  await waitFor(() => expect(screen.queryByText('Until Sunday.')).toBeNull());
  expect(storage.read('notice_seen')).toBe(7);
});
