import { currencyId, marketId, orderId, userId } from '@karat/contract';
import { amount, plus, price, rate } from '@karat/money';
import { expect, test } from 'vitest';
import { OrderLocation, Status } from './types.ts';
import type { Fill, Order, SpotMarket } from './types.ts';
import { fillView, orderView } from './view.ts';

const AT = Date.parse('2026-03-01T12:00:00.123Z');
const [MAKER, TAKER] = [userId(700_001), userId(700_002)];
const market: SpotMarket = {
  id: marketId(1),
  symbol: 'BTC/USDT',
  base: currencyId(1),
  quote: currencyId(3),
  baseName: 'BTC',
  quoteName: 'USDT',
  baseDecimals: 8,
  quoteDecimals: 6,
  tick: price('0.01'),
  lot: amount('0.00001'),
  minNotional: amount('5'),
  band: rate('0.3'),
  makerFee: rate('0.001'),
  takerFee: rate('0.002'),
};
const order: Order = {
  id: orderId(11),
  userId: TAKER,
  marketId: market.id,
  clientKey: 'mine',
  side: 'buy',
  orderType: 'stop_limit',
  timeInForce: 'GTC',
  postOnly: false,
  price: price('30000'),
  stopPrice: price('29900'),
  pairId: orderId(12),
  quantity: amount('0.5'),
  quoteBudget: null,
  filled: amount('0.3'),
  filledQuote: amount('8996.9999'),
  fee: amount('0.0006'),
  held: amount('6000'),
  status: Status.PartlyFilled,
  reason: 'self_trade',
  place: OrderLocation.Book,
  priority: 7,
  firstFill: 21,
  lastFill: 22,
  createdAt: AT,
  updatedAt: AT + 4_321,
};

test('a reply of an order has each of its figures in its own field', () => {
  expect(orderView(order, market)).toEqual({
    id: 11,
    client_id: 'mine',
    match_id: 1,
    currency_id: 1,
    legal_id: 3,
    symbol: 'BTC/USDT',
    type: 1,
    order_type: 'stop_limit',
    time_in_force: 'GTC',
    post_only: false,
    target_price: '30000',
    stop_price: '29900',
    waiting: false,
    pair_id: 12,
    amount: '0.5',
    quote_amount: null,
    filled: '0.3',
    filled_quote: '8996.9999',
    avg_price: '29990',
    fee: '0.0006',
    fee_currency: 'BTC',
    status: 4,
    reason: 'self_trade',
    created_at: '2026-03-01 12:00:00',
    created_ms: AT,
    updated_ms: AT + 4_321,
  });
});

test.each([
  ['0.00003', '30000.01'],
  ['0.000015', '30000.01'],
  ['0.0000149999', '30000'],
])('the average price of 0.003 for 90 and %s is %s: the nearest tick, halves up', (more, average) => {
  const part = { filled: amount('0.003'), filledQuote: plus(amount('90'), amount(more)) };
  expect(orderView({ ...order, ...part }, market).avg_price).toBe(average);
});

test('a sell by quote amount pays its fee in quote, and has no price before its first fill', () => {
  const bare = { price: null, stopPrice: null, pairId: null, clientKey: null, reason: null };
  const nothing = { filled: amount('0'), filledQuote: amount('0'), fee: amount('0') };
  const sell: Order = {
    ...order,
    ...bare,
    ...nothing,
    side: 'sell',
    quantity: null,
    quoteBudget: amount('70'),
  };
  expect(orderView(sell, market)).toMatchObject({
    type: 2,
    fee_currency: 'USDT',
    amount: null,
    quote_amount: '70',
    target_price: null,
    stop_price: null,
    pair_id: null,
    client_id: null,
    filled: '0',
    avg_price: null,
    reason: null,
  });
});

test('an order waits for its trigger and for the opening, not in the book', () => {
  const waiting = Object.values(OrderLocation).filter(
    (place) => orderView({ ...order, place }, market).waiting,
  );
  expect(waiting).toEqual([OrderLocation.Trigger, OrderLocation.Opening]);
});

test('each side of a fill has its own order, direction and fee', () => {
  const fill: Fill = {
    id: 21,
    marketId: market.id,
    price: price('30000'),
    quantity: amount('0.3'),
    quote: amount('9000'),
    takerSide: 'buy',
    makerOrder: orderId(10),
    takerOrder: orderId(11),
    makerUser: MAKER,
    takerUser: TAKER,
    makerFee: amount('9'),
    takerFee: amount('0.0006'),
    house: false,
    at: AT,
  };
  const same = {
    id: 21,
    match_id: 1,
    symbol: 'BTC/USDT',
    price: '30000',
    amount: '0.3',
    quote_amount: '9000',
    created_at: '2026-03-01 12:00:00',
    created_ms: AT,
  };
  const sold = { order_id: 10, type: 2, fee: '9', fee_currency: 'USDT', maker: true };
  const bought = { order_id: 11, type: 1, fee: '0.0006', fee_currency: 'BTC', maker: false };
  expect(fillView(fill, MAKER, market)).toEqual({ ...same, ...sold });
  expect(fillView(fill, TAKER, market)).toEqual({ ...same, ...bought });
});
