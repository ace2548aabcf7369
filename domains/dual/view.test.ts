import { currencyId, marketId, userId } from '@karat/contract';
import type { Market } from '@karat/domains/market';
import { amount, price, rate } from '@karat/money';
import { DAY_MS, HOUR_MS } from '@karat/rules';
import { expect, test } from 'vitest';
import type { Order, Product } from './types.ts';
import { isPaidInCoin, orderView, productView } from './view.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const MATURITY = Date.parse('2026-03-11T08:00:00Z');
const market: Market = {
  id: marketId(1),
  symbol: 'BTC/USDT',
  base: currencyId(1),
  quote: currencyId(3),
  baseName: 'BTC',
  quoteName: 'USDT',
  title: 'Bitcoin',
  kind: 'coin',
  tick: price('0.1'),
  lot: amount('0.00001'),
  minNotional: amount('5'),
  band: rate('0.3'),
  makerFee: rate('0'),
  takerFee: rate('0'),
  indexDecimals: 2,
  state: 'open',
  openLever: true,
  openMicrotrade: true,
  openCoinTrade: true,
  pricing: 'sources',
  reference: undefined,
  listedMs: undefined,
  version: 1,
  terms: {
    spread: price('0'),
    overnight: rate('0'),
    shareNum: amount('0.01'),
    tradeFee: rate('0'),
    minShare: amount('1'),
    maxShare: amount('100'),
  },
};
const order: Order = {
  id: 6,
  userId: userId(600_001),
  productId: 4,
  marketId: market.id,
  coinId: currencyId(1),
  quoteId: currencyId(3),
  type: 'put',
  strike: price('31000'),
  apr: rate('0.73'),
  principal: amount('300'),
  days: 10,
  coinDecimals: 8,
  quoteDecimals: 6,
  shares: 3,
  coinPayout: amount('0.0098'),
  coinCost: amount('0.0099'),
  quotePayout: amount('306'),
  quoteCost: amount('307'),
  purchasedMs: NOW,
  maturityMs: MATURITY,
  outcome: 'coin',
  payout: amount('0.0098'),
  receipt: 'abc',
  settledMs: MATURITY + HOUR_MS,
};

test('a reply of an order has both payouts, its times and what was paid each in its own field', () => {
  expect(orderView(order, market, undefined, MATURITY + DAY_MS)).toEqual({
    id: 6,
    product_id: 4,
    match_id: 1,
    symbol_name: 'BTC/USDT',
    currency_name: 'BTC',
    legal_name: 'USDT',
    type: 'put',
    num: 3,
    price: '100',
    amount: '300',
    pay_currency_name: 'USDT',
    apr: '73',
    linked_price: '31000',
    days: 10,
    coin_payout: '0.0098',
    legal_payout: '306',
    status: 3,
    settlement_price: null,
    basis: null,
    source: null,
    payout: '0.0098',
    payout_currency_name: 'BTC',
    created_at: '2026-03-01 12:00:00',
    created_ms: NOW,
    maturity_at: '2026-03-11 08:00:00',
    maturity_ms: MATURITY,
    complete_at: '2026-03-11 09:00:00',
    complete_ms: MATURITY + HOUR_MS,
    remain_milli_seconds: 0,
    receipt: 'abc',
  });
});

test('a product shows what is left of its shares, its times, and what it is paid in', () => {
  const product: Product = {
    id: 4,
    marketId: market.id,
    type: 'call',
    strike: price('31000'),
    apr: rate('0.73'),
    sharePrice: amount('0.01'),
    totalShares: 300,
    soldShares: 100,
    userMaxShares: 20,
    saleStartMs: NOW - HOUR_MS,
    saleEndMs: NOW + HOUR_MS,
    maturityMs: MATURITY,
    enabled: true,
  };
  expect(productView(product, market, 7, NOW)).toMatchObject({
    type: 'call',
    pay_currency_id: 1,
    pay_currency_name: 'BTC',
    price: '0.01',
    total_share: 300,
    remain_share: 200,
    progress: '33.33',
    user_max: 20,
    bought: 7,
    start_ms: NOW - HOUR_MS,
    end_ms: NOW + HOUR_MS,
    maturity_ms: MATURITY,
  });
});

test.each([
  ['coin', 'call', true],
  ['coin', 'put', true],
  ['quote', 'call', false],
  ['quote', 'put', false],
  ['void', 'call', true],
  ['void', 'put', false],
] as const)('%s of a %s is paid in the coin: %s', (outcome, type, isCoin) => {
  expect(isPaidInCoin({ outcome, type })).toBe(isCoin);
});
