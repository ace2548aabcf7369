import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { go } from '../../lib/navigation.ts';
import { closeSession } from '../../lib/session.ts';
import { storage } from '../../lib/storage.ts';
import { here, openApp, push, server, tap } from '../../testing/app.tsx';
import { MARKET, marketsOf } from '../../testing/fixtures.ts';

const STOCK = {
  ...MARKET,
  ...{ id: 21, currency_id: 121, currency_name: 'AAPL', title: 'Apple', kind: 'stock' as const },
  ...{ state: 'closed' as const, source: 'live' as const, open_lever: 0 },
};
const ETH = {
  ...MARKET,
  ...{ id: 9, currency_id: 5, currency_name: 'ETH', title: 'Ethereum', now_price: '3000.00' },
  ...{ change: '-3.00', volume: '100', source: 'live' as const, state: 'halted' as const },
  // Listed too long ago to be new.
  listed_ms: Date.now() - 31 * 86_400_000,
};

beforeEach(() => {
  storage.write('recent_markets', null);
  server.otherwise('empty').reply('currency/quotation_new', marketsOf(MARKET, ETH, STOCK));
});

const names = (part: HTMLElement = document.body): (string | undefined)[] =>
  within(part)
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href')?.includes('/pages/transaction/index?'))
    .map((link) => link.querySelector('.font-semibold')?.firstChild?.textContent ?? undefined);
const shownNames = async (expected: string[]) => waitFor(() => expect(names()).toEqual(expected));

test('coins and stocks have their tabs; a simulated market says so, a live one does not', async () => {
  const user = await openApp('/pages/market/market');
  await shownNames(['BTC', 'ETH']);
  screen.getByText('Simulated');
  await user.click(screen.getByRole('tab', { name: 'Stocks' }));
  await shownNames(['AAPL']);
  expect(screen.queryByText('Simulated')).toBeNull();
  // Closed hours stand above the list once, and in no row.
  screen.getByText(/^Stocks trade 09:30–16:00 New York time/);
  expect(screen.queryByText('Closed')).toBeNull();
});

test('the address selects the tab; a halted market says so in its row', async () => {
  await openApp('/pages/market/market?tab=stock');
  await shownNames(['AAPL']);
  act(() => go.replace('/pages/market/market', { tab: 'none' }));
  await shownNames(['BTC', 'ETH']);
  const row = screen
    .getAllByRole('link', { name: /ETH/ })
    .find((link) => link.textContent?.includes('Ethereum'));
  expect(row?.textContent).toContain('Halted');
});

test('favourites are those of the currency, and a tap on the star removes one by its number', async () => {
  server.reply('optional/list', [{ id: 77, currency_id: 5 }]).reply('optional/del', 'ok');
  const user = await openApp('/pages/market/market?tab=favourites');
  await shownNames(['ETH']);
  server.reply('optional/list', []);
  await tap(user, 'Remove ETH from favourites');
  await screen.findByText('Tap the star of a market to add it here.');
  expect(server.sent('optional/del')).toEqual([{ id: '77' }]);
  await tap(user, 'See all coins');
  await shownNames(['BTC', 'ETH']);
});

test('a visitor is asked to log in for favourites', async () => {
  await openApp('/pages/market/market?tab=favourites');
  act(() => closeSession());
  await screen.findByText('Log in to keep favourites.');
});

test('columns sort and filters have their own order; each tab begins anew', async () => {
  const user = await openApp('/pages/market/market');
  await shownNames(['BTC', 'ETH']);
  const [byTurnover] = screen.getAllByRole('button', { name: 'Sort by Turnover' });
  await user.click(byTurnover ?? document.body);
  await user.click(byTurnover ?? document.body);
  await shownNames(['ETH', 'BTC']);
  await user.click(screen.getByRole('tab', { name: 'With futures' }));
  await shownNames(['BTC', 'ETH']);
  await user.click(screen.getByRole('tab', { name: 'Gainers' }));
  await shownNames(['BTC']);
  await user.click(screen.getByRole('tab', { name: 'Losers' }));
  await shownNames(['ETH']);
  await user.click(screen.getByRole('tab', { name: 'New' }));
  await screen.findByText('No market matches this filter now.');
});

test('the heatmap colours strong changes apart from weak ones, by the live change', async () => {
  const user = await openApp('/pages/market/market');
  await shownNames(['BTC', 'ETH']);
  await tap(user, 'Heatmap');
  const map = await screen.findByRole('list', { name: 'Heatmap' });
  const tile = (name: string) => within(map).getByRole('link', { name: new RegExp(name) });
  expect(tile('ETH').className).toContain('bg-down text-on-down');
  expect(tile('BTC').className).toContain('bg-up-soft');
  // BTC has the larger turnover with the smaller volume, and so the larger tile first.
  expect(within(map).getAllByRole('link')[0]).toBe(tile('BTC'));
  await push('ticker', [{ match_id: 7, now_price: '50000', change: '+3.00', volume: '12' }]);
  await waitFor(() => expect(tile('BTC').className).toContain('bg-up text-on-up'));
  await push('ticker', [{ match_id: 7, now_price: '50000', change: '-0.19', volume: '12' }]);
  await waitFor(() => expect(tile('BTC').className).toContain('bg-raised'));
  await user.click(tile('ETH'));
  expect(here()).toBe('/pages/transaction/index?id=9');
});

const row = (match_id: number) => ({ match_id, symbol: 'X', title: 'x', kind: 'coin' as const });

test('a search shows its markets in the order of the answer, and opening one counts and is remembered', async () => {
  server
    .reply('market/hot', [{ match_id: 7, symbol: 'BTC/USDT', views: 3 }])
    .reply('market/search', [row(9), row(404), row(7)])
    .reply('market/viewed', 'ok');
  const user = await openApp('/pages/market/search');
  await screen.findByText('Top searches, 24 h');
  await shownNames(['BTC']);
  expect(screen.queryByText('Recently viewed')).toBeNull();
  await user.type(screen.getByLabelText('Search coins and stocks'), ' et ');
  await shownNames(['ETH', 'BTC']);
  expect(server.sent('market/search').at(-1)).toEqual({ keyword: 'et' });
  await user.click(screen.getByRole('link', { name: /Ethereum/ }));
  expect(here()).toBe('/pages/transaction/index?id=9');
  await waitFor(() => expect(server.sent('market/viewed')).toEqual([{ match_id: '9' }]));
  expect(storage.read('recent_markets')).toEqual([9]);
});

test('before any search the recent markets come first, and can be forgotten', async () => {
  storage.write('recent_markets', [9, 404, 7]);
  const user = await openApp('/pages/market/search');
  const recent = await screen.findByRole('region', { name: 'Recently viewed' });
  await waitFor(() => expect(names(recent)).toEqual(['ETH', 'BTC']));
  // Without searches of others the most traded markets are suggested.
  const quiet = await screen.findByRole('region', { name: 'Top turnover' });
  await waitFor(() => expect(names(quiet)[0]).toBe('BTC'));
  await tap(user, 'Clear recently viewed');
  expect(screen.queryByText('Recently viewed')).toBeNull();
  expect(storage.read('recent_markets')).toEqual([]);
});

test('recent markets of an unknown shape are not read', async () => {
  storage.write('recent_markets', ['x']);
  await openApp('/pages/market/search');
  await screen.findByRole('region', { name: 'Top turnover' });
  expect(screen.queryByText('Recently viewed')).toBeNull();
});

test('a search without a result says what was searched', async () => {
  server.reply('market/search', []);
  const user = await openApp('/pages/market/search');
  await user.type(await screen.findByLabelText('Search coins and stocks'), 'zzz');
  await screen.findByText('No results for “zzz”.');
});

const AT = Date.parse('2026-11-27T15:00:00Z');
const ACTION = {
  ...{ id: 1, match_id: 21, symbol: 'AAPL/USDT', effective_ms: AT, effective_at: '2026-11-27 15:00:00' },
  ...{ kind: 'dividend' as const, per_share: '0.26', ratio_new: null, ratio_old: null },
  ...{ state: 'planned' as const, note: '' },
};
const SPLIT = { ...ACTION, id: 2, kind: 'split' as const, per_share: null, ratio_new: 4, ratio_old: 1 };

test('hours, dividends and splits of stocks, and what they brought', async () => {
  server
    .reply('stocks/calendar', {
      now_ms: AT,
      open: true,
      sessions: [
        { open_ms: AT - 1_800_000, close_ms: AT + 9_000_000, early: true },
        { open_ms: AT + 257_400_000, close_ms: AT + 280_800_000, early: false },
      ],
      holidays: ['2026-12-25'],
    })
    .reply('stocks/actions', [ACTION, { ...SPLIT, state: 'done' }])
    .reply('stocks/entitlements', {
      data: [
        { ...ACTION, quantity_before: '3', quantity_after: '3', paid: '0.78' },
        { ...SPLIT, quantity_before: '3', quantity_after: '12', paid: '0' },
      ],
      next: null,
    });
  await openApp('/pages/market/stocks');
  await screen.findByText('Open now');
  const days = within(screen.getByRole('region', { name: 'Trading hours' })).getAllByRole('listitem');
  expect(
    days.map((day) => [
      day.getAttribute('aria-current'),
      /Early close|Holiday/.exec(day.textContent ?? '')?.[0],
    ]),
  ).toEqual([
    ['date', 'Early close'],
    [null, undefined],
    [null, 'Holiday'],
  ]);
  const actions = await screen.findByRole('region', { name: 'Dividends and splits' });
  const rows = within(actions)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/^AAPL · Dividend.*Planned.*0\.26USDT$/);
  expect(rows[1]).toMatch(/^AAPL · Split.*Completed.*4 for 1$/);
  const own = await screen.findByRole('region', { name: 'Your shares' });
  await within(own).findByText('AAPL · Dividend');
  const brought = within(own)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.trim());
  expect(brought).toEqual(['AAPL · Dividend+0.78USDT', 'AAPL · Split3 → 12']);
});

test('a visitor sees the calendar alone', async () => {
  server.reply('stocks/actions', [ACTION]);
  await openApp('/pages/market/stocks');
  act(() => closeSession());
  await screen.findByText('Closed now');
  expect(screen.queryByRole('region', { name: 'Your shares' })).toBeNull();
});
