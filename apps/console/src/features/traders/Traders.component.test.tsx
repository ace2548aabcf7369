import { screen, within } from '@testing-library/react';
import type { ReplyOf } from '@karat/contract';
import { expect, test } from 'vitest';
import { openConsole, server } from '../../testing/console.tsx';

type Trader = ReplyOf<'console/traders'>['data'][number];

const TRADER: Trader = {
  uid: 105,
  nickname: 'trend-btc',
  state: 'accepted',
  about: 'Follows the trend.',
  reason: null,
  created_ms: 1,
  trades: 1_204,
  total_profit: '-30.5',
  roi_30: '-3.05',
  max_drawdown: '12.4',
  risk: 4,
  followers: 3,
  follow_amount: '1500',
};

test('shows returns, drawdown and risk, and a dash before the first statistics', async () => {
  const young = { ...TRADER, uid: 106, nickname: 'young', roi_30: null, max_drawdown: null, risk: null };
  server.reply('console/traders', {
    current_page: 1,
    data: [TRADER, young],
    last_page: 1,
    per_page: 20,
    total: 2,
  });
  openConsole('/traders');
  const row = async (name: string): Promise<HTMLElement> =>
    (await screen.findByText(name)).closest('tr') ?? expect.fail('no row');
  const cells = async (name: string): Promise<(string | null)[]> =>
    within(await row(name))
      .getAllByRole('cell')
      .slice(4, 10)
      .map(({ textContent }) => textContent);
  expect(await cells('trend-btc')).toEqual(['1,204', '-30.5 USDT', '-3.05%', '12.4%', '4 of 10', '3']);
  expect(await cells('young')).toEqual(['1,204', '-30.5 USDT', '–', '–', '–', '3']);
});
