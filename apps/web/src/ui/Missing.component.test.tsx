import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp, server } from '../testing/app.tsx';

test.each([
  '/pages/follow/follow',
  '/pages/copytrade/trader',
  '/pages/invest/purchase',
  '/pages/ieo/subscribe',
  '/pages/fund/withdraw_detail',
  '/pages/nft/artworkDetail',
  '/pages/nft/myNft',
])('%s without the number it needs says nothing about lists', async (path) => {
  await openApp(path);
  await screen.findByText('This page does not exist');
  expect(await screen.findByRole('button', { name: 'Go back' })).toBeTruthy();
});

test('what the server does not know leads back instead of to a retry', async () => {
  const text = 'This trader does not exist';
  server.refuse('follow/traderDetail', 'trader_unknown', text);
  await openApp('/pages/copytrade/trader?id=5');
  await screen.findByText(text);
  expect(await screen.findByRole('button', { name: 'Go back' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
