import { expect, test } from 'vitest';
import { inFiat, totalOf } from './worth.ts';

test('the total is that of all accounts', () => {
  const wallet = (usdt_totle: string) => ({ usdt_totle });
  const wallets = {
    legal_wallet: wallet('1.5'),
    change_wallet: wallet('20'),
    lever_wallet: wallet('300'),
    micro_wallet: wallet('0.0000000001'),
  } as unknown as Parameters<typeof totalOf>[0];
  expect(totalOf(wallets)).toBe('321.5000000001');
});

test('dollars become units by the rate, rounded down', () => {
  expect(inFiat('2', '7.5')).toBe('15');
  expect(inFiat('0.0000000003', '0.5')).toBe('0.0000000001');
});
