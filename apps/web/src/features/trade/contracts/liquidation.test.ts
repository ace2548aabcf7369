import { format, price } from '@karat/money';
import { expect, test } from 'vitest';
import { liquidationAt } from './liquidation.ts';

test('a liquidation price is rounded towards the price: up for a long, down for a short', () => {
  const at = (liquidation: string, now: string, decimals: number): string =>
    format(liquidationAt(price(liquidation), price(now), decimals));
  expect(at('45000.111', '50000', 1)).toBe('45000.2');
  expect(at('55000.199', '50000', 1)).toBe('55000.1');
  expect([at('45000.1', '50000', 2), at('55000.1', '50000', 1)]).toEqual(['45000.1', '55000.1']);
  expect([at('45000.1', '50000', 0), at('55000.9', '50000', 0)]).toEqual(['45001', '55000']);
});
