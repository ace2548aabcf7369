import { expect, test } from 'vitest';
import { baseOf, quoteOf } from './symbol.ts';

test('a symbol names what is traded and what it is paid in', () => {
  expect([baseOf('BTC/USDT'), quoteOf('BTC/USDT'), quoteOf('BTC')]).toEqual(['BTC', 'USDT', '']);
});
