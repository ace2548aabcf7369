import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openApp, push } from '../../../testing/app.tsx';
import { MARKET, emptyPage } from '../../../testing/fixtures.ts';
import { answerMarket } from '../../../testing/trade-screen.ts';
import { setTrade } from '../settings.ts';

beforeEach(() => setTrade({ confirm: false, chartOpen: false }));

const trade = (id: number, side: 'buy' | 'sell', price: string, house = false) =>
  ({ id, side, price, quantity: `0.${id}`, house, time: Date.UTC(2026, 10, 20, 9, 8, id) }) as const;

test('a trade has the colour and the name of the side that took, and those of the house their mark', async () => {
  answerMarket(MARKET, [trade(12, 'sell', '49990', true), trade(11, 'buy', '50010')])
    .reply('coin/list', emptyPage())
    .reply('coin/fills', emptyPage());
  const user = await openApp('/pages/transaction/index');
  await user.click(await screen.findByRole('tab', { name: 'Trades' }));
  const list = await screen.findByRole('region', { name: 'Trades' });
  await push('trade:7', [trade(13, 'buy', '50020')]);
  await within(list).findByText(/^50,020/u);
  const rows = within(list).getAllByRole('row').slice(1);
  const shown = rows.map((row) => {
    const price = within(row).getAllByRole('cell')[0];
    const colour = /text-(up|down)-ink/u.exec(price?.className ?? '')?.[1];
    return [
      price?.textContent?.split('.')[0],
      colour,
      within(row).queryByTitle('Between accounts of Karat') !== null,
    ];
  });
  expect(shown).toEqual([
    ['Buy 50,020', 'up', false],
    ['Sell 49,990', 'down', true],
    ['Buy 50,010', 'up', false],
  ]);
});
