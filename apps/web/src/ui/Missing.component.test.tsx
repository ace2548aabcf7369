import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '../testing/app.tsx';

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
  expect(screen.getByRole('button', { name: 'Go back' })).toBeTruthy();
});
