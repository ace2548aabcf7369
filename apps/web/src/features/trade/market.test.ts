import { format } from '@karat/money';
import { expect, test } from 'vitest';
import type { Quotation } from '../../lib/markets.ts';
import { lotDecimals, marketFor, offered, termsOf, tickDecimals } from './market.ts';

const market = (id: number, currency_name: string, open_coin_trade = 1): Quotation =>
  ({ id, currency_name, legal_name: 'USDT', open_coin_trade }) as Quotation;
const markets = [market(7, 'ETH'), market(1, 'BTC'), market(9, 'OLD', 0)];

test('the address selects the market; BTC/USDT without one', () => {
  expect(marketFor(markets, 'open_coin_trade', 7)?.currency_name).toBe('ETH');
  expect(marketFor(markets, 'open_coin_trade', undefined)?.currency_name).toBe('BTC');
  expect(marketFor([market(7, 'ETH')], 'open_coin_trade', undefined)?.currency_name).toBe('ETH');
  expect(marketFor(markets, 'open_coin_trade', 9)).toBeUndefined();
  expect(marketFor(markets, 'open_coin_trade', 5)).toBeUndefined();
  expect(marketFor([], 'open_coin_trade', 1)).toBeUndefined();
});

test('a product offers only its own markets', () => {
  expect(offered(markets, 'open_coin_trade').map(({ id }) => id)).toEqual([7, 1]);
  expect(offered(markets, 'open_lever')).toEqual([]);
});

test('the decimals and terms of a market', () => {
  expect([tickDecimals({ tick: '0.5' }), lotDecimals({ lot: '0.001' })]).toEqual([1, 3]);
  const listed = { tick: '0.5', lot: '0.01', min_notional: '5', maker_fee: '0.001', taker_fee: '0.002' };
  const { tick, lot, minNotional, makerFee, takerFee } = termsOf(listed as Quotation);
  expect([tick, lot, minNotional, makerFee, takerFee].map(format)).toEqual([
    '0.5',
    '0.01',
    '5',
    '0.001',
    '0.002',
  ]);
});
