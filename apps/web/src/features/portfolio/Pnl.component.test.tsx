import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { advance, factOf, here, openApp, server, tap } from '../../testing/app.tsx';
import { emptyPage } from '../../testing/fixtures.ts';
import { ASSET, progress } from '../../testing/portfolio-fixtures.ts';

afterEach(() => vi.useRealTimers());

/** Every figure differs from the others. */
const DAY: AllReplies['portfolio/days']['total'] = {
  profit: '12.34',
  percent: '5.67',
  realised: '3.21',
  income: '1.11',
  fees: '0.22',
  transfers: '100',
  value: '212.34',
};

beforeEach(() => {
  // Also where a test opens another screen: the one before is shown until that one is loaded.
  server.reply('portfolio/days', ({ fields }) => ({
    ...progress,
    month: String(fields['month']),
    first_month: '2026-10',
    total: { ...DAY, profit: fields['month'] === '2026-10' ? '-7' : '9' },
    data: [{ date: `${String(fields['month'])}-03`, ...DAY }],
  }));
});

test('the calendar goes from the month of the first movement to the present one, and a day opens its figures', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') });
  const user = await openApp('/pages/portfolio/pnl');
  const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });
  await screen.findByText('November 2026');
  await screen.findByText('+9.00');
  expect([button('Previous month').disabled, button('Next month').disabled]).toEqual([false, true]);
  await tap(user, 'Previous month');
  await screen.findByText('-7.00');
  expect([button('Previous month').disabled, button('Next month').disabled]).toEqual([true, false]);
  await user.click(screen.getByRole('button', { name: /^October 3, 2026\s*\+12$/ }));
  const sheet = await screen.findByRole('dialog', { name: 'October 3, 2026' });
  expect(factOf(sheet, 'Realised PnL')).toContain('+3.21');
  await user.click(screen.getByRole('tab', { name: 'FIFO' }));
  await waitFor(() =>
    expect(server.sent('portfolio/days').at(-1)).toEqual({ month: '2026-10', method: 'fifo' }),
  );
});

/** Every figure differs from the others. */
test('an asset shows what is realised apart from what is not', async () => {
  server.reply('portfolio/lots', emptyPage()).reply('portfolio/asset', ASSET);
  await openApp('/pages/portfolio/asset?id=1');
  await screen.findByText('Unrealised PnL');
  expect(factOf(document.body, 'Unrealised PnL')).toContain('+20,000.00');
  expect(factOf(document.body, 'Realised PnL')).toContain('-300.00');
});

/** All facts of a part, by name. */
const factsOf = (part: HTMLElement): [string | null | undefined, string | null | undefined][] =>
  [...part.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.parentElement?.querySelector('dd')?.textContent,
  ]);

test('every figure of an asset stands at its name', async () => {
  server
    .reply('portfolio/lots', emptyPage())
    .reply('portfolio/asset', { ...ASSET, owed: '0.25', estimated_quantity: '0.125', complete: false });
  await openApp('/pages/portfolio/asset?id=1');
  await screen.findByText('Unrealised PnL');
  expect(factsOf(document.body)).toEqual([
    ['Quantity', expect.stringMatching(/^2(\.0+)?BTC$/)],
    ['Value', '100,000.00USDT'],
    ['Unrealised PnL', '+20,000.00USDT +25.00%'],
    ['Realised PnL', '-300.00USDT'],
    ['Avg. cost', expect.stringMatching(/^40,000(\.0+)?USDT$/)],
    ['Cost', '80,000.00USDT'],
    ['Held', expect.stringMatching(/^0\.50*BTC$/)],
    ['Owed', expect.stringMatching(/^0\.250*BTC$/)],
    ['Income', '4.00USDT'],
    ['Fees', '5.00USDT'],
  ]);
  screen.getByText(/^The cost of 0\.1250* BTC is the index price at the time/);
  screen.getByText(/^Older transactions are still being processed/);
});

test('figures that are still counted are read again until they are complete', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  server.reply('portfolio/lots', emptyPage()).reply('portfolio/asset', { ...ASSET, complete: false });
  await openApp('/pages/portfolio/asset?id=1');
  await screen.findByText(/^Older transactions are still being processed/);
  server.reply('portfolio/asset', ASSET);
  await advance(1_500);
  await waitFor(() => expect(screen.queryByText(/still being processed/)).toBeNull());
  const asked = server.sent('portfolio/asset').length;
  await advance(10_000);
  expect(server.sent('portfolio/asset')).toHaveLength(asked);
});

test('lots show what is left of them, disposals what they brought, by the chosen method', async () => {
  server
    .reply('portfolio/asset', ASSET)
    .reply('portfolio/lots', {
      ...emptyPage(),
      total: 1,
      data: [
        {
          ...{
            id: 1,
            acquired_ms: 1,
            type: 'buy',
            kind: 'spot:buy',
            info: 'Bought',
            quantity: '3',
            remaining: '2',
          },
          ...{ unit_cost: '40000', cost: '80001', value: '100000', unrealised: '19999', estimated: true },
        },
      ],
    })
    .reply('portfolio/disposals', {
      next: null,
      data: [
        {
          ...{
            id: 2,
            at_ms: 1,
            type: 'sell',
            kind: 'spot:sell',
            info: 'Sold',
            currency_id: 1,
            currency_name: 'BTC',
          },
          ...{
            quantity: '1',
            estimated: false,
            proceeds: '39700',
            cost: '40000',
            realised: '-300',
            fee: '7',
          },
        },
      ],
    });
  const user = await openApp('/pages/portfolio/asset?id=1');
  const lot = (await screen.findByText('Bought')).closest('li');
  expect(lot?.textContent).toMatch(/2(\.0+)? of 3(\.0+)? left/);
  expect(lot?.textContent).toContain('+19,999.00USDT');
  expect(lot?.textContent).toContain('Cost 80,001.00USDT');
  expect(lot?.textContent).toContain('Index price as cost');
  await user.click(screen.getByRole('tab', { name: 'Disposals' }));
  const sale = (await screen.findByText('Sold')).closest('li');
  expect(sale?.textContent).toContain('-300.00USDT');
  expect(sale?.textContent).toContain('Proceeds 39,700.00USDT');
  expect(sale?.textContent).not.toContain('Index price as cost');
  await user.click(screen.getByRole('tab', { name: 'FIFO' }));
  await waitFor(() =>
    expect(server.sent('portfolio/disposals').at(-1)).toMatchObject({ currency_id: '1', method: 'fifo' }),
  );
  expect(server.sent('portfolio/asset').at(-1)).toEqual({ currency_id: '1', method: 'fifo' });
});

test('an address without an asset leads to the list of assets', async () => {
  server.reply('portfolio/assets', { ...progress, data: [] });
  const user = await openApp('/pages/portfolio/asset?id=x');
  await screen.findByText('Choose an asset');
  await tap(user, 'Assets');
  expect(here()).toBe('/pages/portfolio/pnl?view=assets');
  expect((await screen.findByRole('tab', { name: 'Assets' })).getAttribute('aria-selected')).toBe('true');
});

test('each figure of a year stands at its name, and each asset leads to its own screen', async () => {
  server
    .reply('portfolio/years', {
      ...progress,
      data: [
        { year: 2026, ...DAY },
        { year: 2025, ...DAY, profit: '-1' },
      ],
    })
    .reply('portfolio/assets', {
      ...progress,
      data: [
        ASSET,
        { ...ASSET, currency_id: 9, currency_name: 'ETH', unrealised: '-5', unrealised_percent: '-1' },
      ],
    });
  server.reply('currency/list', []);
  const user = await openApp('/pages/portfolio/pnl?view=years');
  await user.click(await screen.findByRole('button', { name: /^2026/ }));
  const sheet = await screen.findByRole('dialog', { name: '2026' });
  expect(factsOf(sheet)).toEqual([
    ['Profit', '+12.34USDT +5.67%'],
    ['Realised PnL', '+3.21USDT'],
    ['Income', '1.11USDT'],
    ['Fees', '0.22USDT'],
    ['Net deposits', '100.00USDT'],
    ['Value at the end', '212.34USDT'],
  ]);
  await user.click(screen.getByRole('tab', { name: 'Assets' }));
  const eth = await screen.findByRole('link', { name: /ETH/ });
  expect(eth.textContent).toMatch(/Avg\. cost 40,000/);
  expect(eth.textContent).toContain('-5.00USDT -1.00%');
  expect(eth.textContent).toContain('Realised PnL -300.00');
  expect(eth.getAttribute('href')).toContain('/pages/portfolio/asset?id=9');
});

test('a day without a profit or loss has no figure, and one without movements cannot be opened', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') });
  server.reply('portfolio/days', {
    ...{ ...progress, month: '2026-11', first_month: '2026-11', total: DAY },
    data: [
      { ...DAY, date: '2026-11-02', profit: '0.00' },
      { ...DAY, date: '2026-11-04', profit: '-3' },
    ],
  });
  await openApp('/pages/portfolio/pnl');
  const flat = await screen.findByRole('button', { name: 'November 2, 2026' });
  expect(flat.className).toContain('bg-raised');
  const loss = screen.getByRole('button', { name: /^November 4, 2026\s*-3(\.0+)?$/ });
  expect(loss.className).toContain('bg-down-soft');
  expect(screen.queryByRole('button', { name: /November 3/ })).toBeNull();
});
