import { Refusal, userId } from '@karat/contract';
import { ZERO, amount, format, price, rate } from '@karat/money';
import { MAX_PRICE } from '@karat/orderbook';
import { expect, test } from 'vitest';
import { FEES, Movements, settle, spotAccount } from './settlement.ts';
import { admit, bandAround, isImmediate, stopCap } from './rules.ts';
import type { MarketSnapshot } from './rules.ts';
import { budgetOf, cappedTicks, lotsOf, scaleOf, ticksOf } from './scale.ts';
import { BTC_USDT, forQuote, limit, market } from './testing/exchange.ts';
import type { PlaceInput } from './types.ts';

const scale = scaleOf(BTC_USDT);
const snapshot: MarketSnapshot = {
  market: BTC_USDT,
  scale,
  state: 'open',
  last: 0,
  index: { price: price('30000'), stale: false },
};
const outcome = (input: PlaceInput, around: Partial<MarketSnapshot> = {}): string => {
  try {
    admit(input, { ...snapshot, ...around });
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

test('each side pays its own rate at the decimals of what it receives', () => {
  const movements = new Movements();
  const { buyerFee, sellerFee } = settle(
    {
      scale: { ...scale, baseDecimals: 4, quoteDecimals: 2 },
      market: BTC_USDT,
      quantity: amount('0.3333'),
      quote: amount('9999.01'),
      buyer: { userId: userId(200_001), rate: rate('0.002'), fromHeld: false },
      seller: { userId: userId(200_002), rate: rate('0.001'), fromHeld: true },
    },
    movements,
  );
  expect([buyerFee, sellerFee].map(format)).toEqual(['0.0007', '10']);
  const entries = movements.take();
  const of = (account: number, currency: number): string[] =>
    entries.flatMap((each) =>
      each.account === account && each.currency === currency
        ? [format(each.available ?? ZERO), format(each.held ?? ZERO)]
        : [],
    );
  const { base, quote } = BTC_USDT;
  expect(of(spotAccount(userId(200_001)), base)).toEqual(['0.3326', '0']);
  expect(of(spotAccount(userId(200_001)), quote)).toEqual(['-9999.01', '0']);
  expect(of(spotAccount(userId(200_002)), base)).toEqual(['0', '-0.3333']);
  expect(of(spotAccount(userId(200_002)), quote)).toEqual(['9989.01', '0']);
  expect(of(FEES, base)).toEqual(['0.0007', '0']);
  expect(of(FEES, quote)).toEqual(['10', '0']);
});

test('a limit lies within the band of the index, its edges included, and one tick beyond is refused', () => {
  // 10 % of 30,000.
  const at = (text: string) => outcome(limit('buy', '0.1', text));
  expect(['27000', '33000'].map(at)).toEqual(['ok', 'ok']);
  expect(['26999.9', '33000.1'].map(at)).toEqual(['price_outside_band', 'price_outside_band']);
});

test('a stop-limit order has its band around its trigger', () => {
  const stopLimit = (stop: string, at: string) =>
    outcome({ ...limit('buy', '0.1', at), orderType: 'stop_limit', stopPrice: price(stop) });
  expect(stopLimit('40000', '44000')).toBe('ok');
  expect(stopLimit('40000', '44000.1')).toBe('price_outside_band');
  expect(stopLimit('40000', '36000')).toBe('ok');
  expect(stopLimit('40000', '35999.9')).toBe('price_outside_band');
});

test('an order is worth at least the minimum, exactly that included', () => {
  expect(outcome(limit('buy', '0.0002', '27000'))).toBe('ok');
  expect(outcome(limit('buy', '0.00018', '27777.8'))).toBe('ok');
  expect(outcome(limit('buy', '0.00018', '27777.7'))).toBe('notional_too_small');
  expect([outcome(forQuote('buy', '5')), outcome(forQuote('buy', '4.999999'))]).toEqual([
    'ok',
    'notional_too_small',
  ]);
  const half: Partial<MarketSnapshot> = { index: { price: price('50000'), stale: false } };
  expect([outcome(market('sell', '0.0001'), half), outcome(market('sell', '0.00009'), half)]).toEqual([
    'ok',
    'notional_too_small',
  ]);
  const stop = (at: string) =>
    outcome({ ...market('sell', '0.0002'), orderType: 'stop_market', stopPrice: price(at) });
  expect([stop('25000'), stop('24999.9')]).toEqual(['ok', 'notional_too_small']);
});

test('prices are whole ticks, quantities whole lots', () => {
  expect(outcome(limit('buy', '0.1', '30000.05'))).toBe('price_tick');
  expect(outcome(limit('buy', '0.000001', '30000'))).toBe('quantity_lot');
  expect(outcome({ ...market('buy', '0.1'), orderType: 'stop_market', stopPrice: price('31000.05') })).toBe(
    'price_tick',
  );
});

test('a stop lies beyond the last trade, the limit of a pair on the other side; neither at it', () => {
  const last = { last: 310_000 };
  const stop = (side: 'buy' | 'sell', at: string) =>
    outcome({ ...market(side, '0.1'), orderType: 'stop_market', stopPrice: price(at) }, last);
  expect([stop('buy', '31000'), stop('buy', '31000.1')]).toEqual(['stop_price_invalid', 'ok']);
  expect([stop('sell', '31000'), stop('sell', '30999.9')]).toEqual(['stop_price_invalid', 'ok']);
  const pair = (side: 'buy' | 'sell', at: string, trigger: string) =>
    outcome({ ...limit(side, '0.1', at), orderType: 'oco', stopPrice: price(trigger) }, last);
  expect([pair('buy', '31000', '31500'), pair('buy', '30999.9', '31500')]).toEqual(['price_invalid', 'ok']);
  expect([pair('sell', '31000', '30500'), pair('sell', '31000.1', '30500')]).toEqual(['price_invalid', 'ok']);
  expect(pair('buy', '31200', '31500')).toBe('price_invalid');
});

test('each order type takes its own prices and no others', () => {
  const at = { price: price('30000') };
  const stopPrice = price('31000');
  const size = { quantity: amount('0.1') };
  const of = (orderType: PlaceInput['orderType'], more: Partial<PlaceInput>) =>
    outcome({ ...market('buy', '0.1'), ...size, orderType, ...more });
  expect([of('limit', at), of('limit', {}), of('limit', { ...at, stopPrice })]).toEqual([
    'ok',
    'price_invalid',
    'stop_price_invalid',
  ]);
  expect([of('market', at), of('market', { stopPrice })]).toEqual(['price_invalid', 'stop_price_invalid']);
  expect([of('stop_limit', { stopPrice }), of('stop_limit', at)]).toEqual([
    'price_invalid',
    'stop_price_invalid',
  ]);
  expect([of('stop_market', { ...at, stopPrice }), of('oco', at)]).toEqual([
    'price_invalid',
    'stop_price_invalid',
  ]);
});

test('a quote amount sizes market orders and stop-market buys only, beside no quantity, and never all or nothing', () => {
  const quoteAmount = amount('100');
  const stopPrice = (side: 'buy' | 'sell') => price(side === 'buy' ? '31000' : '29000');
  const stop = (side: 'buy' | 'sell') =>
    outcome({ ...forQuote(side, '100'), orderType: 'stop_market', stopPrice: stopPrice(side) });
  expect([outcome(forQuote('buy', '100')), outcome(forQuote('sell', '100'))]).toEqual(['ok', 'ok']);
  expect([stop('buy'), stop('sell')]).toEqual(['ok', 'quantity_invalid']);
  expect(outcome({ ...market('buy', '0.1'), quoteAmount })).toBe('quantity_invalid');
  expect(outcome({ ...forQuote('buy', '100'), orderType: 'limit', price: price('30000') })).toBe(
    'quantity_invalid',
  );
  expect(outcome({ ...forQuote('buy', '100'), timeInForce: 'FOK' })).toBe('parameter_error');
  expect(outcome({ ...market('buy', '0.1'), timeInForce: 'FOK' })).toBe('ok');
});

test('only a limit order that may rest can be post-only; a pair always rests', () => {
  const postOnly = true;
  const order = limit('buy', '0.1', '30000');
  expect(outcome({ ...order, postOnly })).toBe('ok');
  expect(outcome({ ...order, postOnly, timeInForce: 'IOC' })).toBe('parameter_error');
  expect(outcome({ ...order, postOnly, orderType: 'stop_limit', stopPrice: price('31000') })).toBe(
    'parameter_error',
  );
  const pair = { ...limit('buy', '0.1', '29000'), orderType: 'oco' as const, stopPrice: price('31000') };
  expect([outcome(pair), outcome({ ...pair, timeInForce: 'IOC' })]).toEqual(['ok', 'parameter_error']);
});

test.each([
  ['halted', 'market_halted', 'market_halted'],
  ['cancel_only', 'market_cancel_only', 'market_cancel_only'],
  ['closed', 'ok', 'market_closed'],
  ['open', 'ok', 'ok'],
] as const)(
  'on a market that is %s a resting order is %s, an immediate one %s',
  (state, resting, immediate) => {
    expect(outcome(limit('buy', '0.1', '30000'), { state })).toBe(resting);
    for (const order of [
      market('buy', '0.1'),
      { ...limit('buy', '0.1', '30000'), timeInForce: 'FOK' as const },
    ])
      expect(outcome(order, { state })).toBe(immediate);
  },
);

test('a stale index stops an open market only; without one nothing is accepted', () => {
  const stale = { index: { price: price('30000'), stale: true } };
  const order = limit('buy', '0.1', '30000');
  expect(outcome(order, stale)).toBe('index_stale');
  expect(outcome(order, { ...stale, state: 'closed' })).toBe('ok');
  expect(outcome(order, { index: undefined })).toBe('index_stale');
});

test('a waiting order is not immediate, whatever it does when it is triggered', () => {
  expect(isImmediate({ orderType: 'stop_limit', timeInForce: 'IOC' })).toBe(false);
  expect(isImmediate({ orderType: 'stop_market', timeInForce: 'IOC' })).toBe(false);
  expect(isImmediate({ orderType: 'market', timeInForce: 'IOC' })).toBe(true);
  expect(isImmediate({ orderType: 'limit', timeInForce: 'GTC' })).toBe(false);
});

test('the band rounds inwards to ticks; a triggered sell takes its low end, a buy its high end', () => {
  expect(bandAround(scale, price('30000.37'), rate('0.1'))).toEqual({ low: 270_004, high: 330_004 });
  const stop = 300_000;
  expect([
    stopCap(scale, rate('0.1'), { side: 'buy', stop }),
    stopCap(scale, rate('0.1'), { side: 'sell', stop }),
  ]).toEqual([330_000, 270_000]);
});

test('whole ticks and lots up to the largest; quote amounts round down', () => {
  expect([ticksOf(scale, price('0.1')), ticksOf(scale, price('0.15'))]).toEqual([1, undefined]);
  expect([lotsOf(scale, amount('0.00001')), lotsOf(scale, amount('0.000015'))]).toEqual([1, undefined]);
  expect([cappedTicks(scale, price('0.2')), cappedTicks(scale, price('99999999999'))]).toEqual([
    2,
    MAX_PRICE,
  ]);
  expect([budgetOf(scale, amount('0.000001')), budgetOf(scale, amount('0.0000019'))]).toEqual([1, 1]);
});
