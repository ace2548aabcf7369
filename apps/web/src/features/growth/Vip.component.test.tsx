import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { AllReplies } from '../../lib/calls.ts';
import { openApp, server } from '../../testing/app.tsx';
import { MARKET, marketsOf } from '../../testing/fixtures.ts';

const level = (number: number, volume: string, balance: string, fee_discount: string) => ({
  ...{ level: number, volume, balance, fee_discount },
  ...{ outflow_limit: `${100 + number}`, multiple_max: 50 + number },
  ...{ conversion_fee: `0.${9 - number}`, nft_fee: `2.${9 - number}` },
});
const LEVELS: AllReplies['vip/levels'] = [
  level(0, '0', '0', '0'),
  level(1, '100000', '2500', '10'),
  level(2, '1000000', '50000', '25'),
];
const STATUS: AllReplies['vip/status'] = {
  ...{ level: 0, decided: null, volume: '30000.5', balance: '1000.25', expected_level: 0 },
  next_ms: Date.parse('2026-11-28T00:00:00Z'),
};

beforeEach(() => {
  server
    .reply('vip/levels', LEVELS)
    .reply('vip/status', STATUS)
    .reply('currency/quotation_new', marketsOf({ ...MARKET, lever_trade_fee: '0.0006' }));
});

test('volume and balance stand apart, and what is missing is said of either', async () => {
  await openApp('/pages/setting/vip');
  await screen.findByText('Next level: VIP 1');
  screen.getByText('69,999.50 USDT more volume or 1,499.75 USDT more balance');
  const figures = [...document.querySelectorAll('dl')][0]?.textContent;
  expect(figures).toBe('Volume, 30 days30,000.50USDTBalance1,000.25USDT');
  expect(screen.getAllByText('Standard fees')).toHaveLength(2);
  expect(screen.queryByText(/^With these figures/)).toBeNull();
});

test('a level to come is said, and what is missing is that for the one after it', async () => {
  server.reply('vip/status', { ...STATUS, expected_level: 1, volume: '100000', balance: '1000' });
  await openApp('/pages/setting/vip');
  await screen.findByText(/^With these figures you will be VIP 1 from/);
  screen.getByText('Next level: VIP 2');
  screen.getByText('900,000.00 USDT more volume or 49,000.00 USDT more balance');
});

test('the own level shows its discount; who has the highest is not sent further', async () => {
  server.reply('vip/status', { ...STATUS, level: 2, expected_level: 2, volume: '2000000' });
  await openApp('/pages/setting/vip');
  await screen.findByText('25% off fees');
  screen.getByText('You have the highest level.');
});

test('a lower level to come leaves what is missing at the level after the own', async () => {
  server.reply('vip/status', { ...STATUS, level: 1, expected_level: 0 });
  await openApp('/pages/setting/vip');
  await screen.findByText('Next level: VIP 2');
  screen.getByText(/^With these figures you will be VIP 0 from/);
});

test('each level lists its terms with the discounted fees of the first market', async () => {
  server.reply('vip/status', { ...STATUS, level: 1, expected_level: 1 });
  await openApp('/pages/setting/vip');
  await screen.findByText(/^Fees of BTC\/USDT/);
  const rows = within(
    screen.getByRole('heading', { name: 'Levels and fees' }).parentElement ?? document.body,
  ).getAllByRole('listitem');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    [
      ...[
        'VIP 0',
        'Standard fees',
        'Volume / balance',
        '–',
        'Spot maker / taker',
        '0.08% / 0.15%',
        'Futures',
        '0.06%',
      ],
      ...['Convert', '0.9%', 'NFT sale', '2.9%', 'Withdrawal limit', '100%', 'Max leverage', '50×'],
    ],
    [
      ...[
        'VIP 1',
        '−10%',
        'Volume / balance',
        '100K / 2.50K',
        'Spot maker / taker',
        '0.072% / 0.135%',
        'Futures',
        '0.054%',
      ],
      ...['Convert', '0.8%', 'NFT sale', '2.8%', 'Withdrawal limit', '101%', 'Max leverage', '51×'],
    ],
    [
      ...[
        'VIP 2',
        '−25%',
        'Volume / balance',
        '1,000K / 50K',
        'Spot maker / taker',
        '0.06% / 0.1125%',
        'Futures',
        '0.045%',
      ],
      ...['Convert', '0.7%', 'NFT sale', '2.7%', 'Withdrawal limit', '102%', 'Max leverage', '52×'],
    ],
  ]);
  expect(rows.map((row) => row.className.includes('bg-gold-soft'))).toEqual([false, true, false]);
});
