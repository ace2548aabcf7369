import { expect, test } from 'vitest';
import { logoPath } from './logo.ts';

test('the picture of a currency is under its code in small letters', () => {
  expect([logoPath('BTC'), logoPath('1INCH')]).toEqual(['/logos/btc', '/logos/1inch']);
});
