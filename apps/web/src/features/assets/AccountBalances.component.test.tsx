import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { queryClient } from '../../lib/query-client.ts';
import { openSession } from '../../lib/session.ts';
import { shellText } from '../../lib/shell-text.ts';
import { server } from '../../testing/app.tsx';
import { emptyPage } from '../../testing/fixtures.ts';
import { ASSET, progress } from '../../testing/portfolio-fixtures.ts';
import { AccountBalances } from './AccountBalances.tsx';
import { OtherAssets } from './OtherAssets.tsx';
import { assetsText } from './text.ts';

const nothing = { balance: [], usdt_totle: '0' };
const wallets = (usdt_price: string): AllReplies['wallet/list'] => ({
  legal_wallet: nothing,
  lever_wallet: nothing,
  micro_wallet: nothing,
  change_wallet: {
    balance: [
      {
        ...{ id: 1, currency: 1, currency_name: 'BTC', usdt_price, display_decimals: 8 },
        ...{ change_balance: '1.5', lock_change_balance: '0.5' },
      },
    ],
    usdt_totle: '0',
  },
});

async function showBalances(usdtPrice: string): Promise<string> {
  openSession('token-of-test');
  await Promise.all([assetsText.load('en'), shellText.load('en')]);
  // Read at 50,000; two coins have cost 80,000.
  server.reply('currency/list', []).reply('portfolio/assets', { ...progress, data: [ASSET] });
  render(
    <QueryClientProvider client={queryClient}>
      <AccountBalances wallets={wallets(usdtPrice)} hidden={false} />
    </QueryClientProvider>,
  );
  await screen.findByText(/Avg\. cost/);
  return screen.getByRole('link', { name: /BTC/ }).textContent;
}

test('the profit of a coin is at the price of its value', async () => {
  expect(await showBalances('44000')).toMatch(/88,000\.00 ?USDT\+8,000\.00 \+10\.00%/);
});

test('without a price a coin has its cost and no profit', async () => {
  expect(await showBalances('0')).not.toMatch(/%|-80,000/);
});

test('the held part of a balance unfolds into what holds it, each on the way to its screen', async () => {
  server.reply('wallet/held', {
    parts: [
      { reason: 'earn', amount: '0.3' },
      { reason: 'orders', amount: '0.2' },
    ],
  });
  await showBalances('44000');
  const held = screen.getByRole('button', { name: 'Held 0.5' });
  expect(server.sent('wallet/held')).toEqual([]);
  await userEvent.click(held);
  const links = await waitFor(() => {
    const found = [
      screen.getByRole('link', { name: /Earn/ }),
      screen.getByRole('link', { name: /Open orders/ }),
    ];
    return found.map((link) => [link.getAttribute('href'), link.textContent]);
  });
  expect(links).toEqual([
    ['#/pages/lockming/order', 'Earn0.3'],
    ['#/pages/transaction/currency_order', 'Open orders0.2'],
  ]);
  expect(server.sent('wallet/held')).toEqual([{ currency: '1', type: 'change' }]);
  expect(held.getAttribute('aria-expanded')).toBe('true');
});

test('Earn has its value and NFTs their number, each on the way to its screen', async () => {
  openSession('token-of-test');
  await Promise.all([assetsText.load('en'), shellText.load('en')]);
  server
    .reply('finance/overview', { value: '1234.567', yesterday: '1', total: '2', products: [], positions: [] })
    .reply('bind_box/getMyNFTs', { ...emptyPage(), total: 7 });
  render(
    <QueryClientProvider client={queryClient}>
      <OtherAssets hidden={false} />
    </QueryClientProvider>,
  );
  await screen.findByText(/1,234\.56/);
  await screen.findByText('7');
  const links = screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent]);
  expect(links).toEqual([
    ['#/pages/financial/index', 'EarnCounted above as held1,234.56USDT'],
    ['#/pages/nft/mine', 'NFTNot part of the total7'],
  ]);
});
