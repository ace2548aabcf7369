import { Refusal } from '@karat/contract';
import { amount, price } from '@karat/money';
import { seededRandom } from '@karat/platform/random';
import { virtualClock } from '@karat/platform/clock';
import { beforeEach, describe, expect, test } from 'vitest';
import { BOT, BTC, DOGE, TestExchange } from '../../testing/trading.ts';
import { createBudget } from './budget.ts';
import { Maker } from './maker.ts';
import { Taker } from './taker.ts';
import type { Bot } from './ports.ts';

let exchange: TestExchange;
const rich = (): void => exchange.own([BTC.base, '30'], [DOGE.base, '20000000'], [BTC.quote, '6000000']);

beforeEach(() => {
  exchange = new TestExchange();
  rich();
  exchange.say(BTC, '92000');
  exchange.say(DOGE, '0.16');
});

describe('the market maker', () => {
  let maker: Bot;
  const start = async (budget = exchange.deps.budget): Promise<void> => {
    maker = new Maker({ ...exchange.deps, budget, name: 'maker', userId: BOT, size: amount('2500') });
    maker.start();
    await exchange.rest();
    await exchange.pass(1500);
  };

  test('quotes ten levels a side in every market, post-only', async () => {
    await start();
    expect(exchange.open(BTC)).toHaveLength(20);
    expect(exchange.open(DOGE)).toHaveLength(20);
    expect(exchange.placed.every((input) => input.postOnly && input.orderType === 'limit')).toBe(true);
    expect(maker.status()).toEqual({ running: true, paused: false, openOrders: 40 });
    expect(exchange.errors).toEqual([]);
  });

  test('sends nothing while the index does not or hardly moves', async () => {
    await start();
    const before = exchange.messages;
    for (let i = 0; i < 10; i++) {
      exchange.say(BTC, i % 2 === 0 ? '92001' : '91999');
      await exchange.pass(1000);
    }
    expect(exchange.messages).toBe(before);
  });

  test('follows the index with a few messages, never quoting across it', async () => {
    await start();
    const before = exchange.messages;
    const random = seededRandom('walk');
    let index = 92_000;
    for (let i = 0; i < 60; i++) {
      index *= 1 + (random.unit() - 0.5) * 0.0004;
      exchange.say(BTC, index.toFixed(1));
      await exchange.pass(1000);
      for (const order of exchange.open(BTC)) {
        const at = Number(order.price) / 1e10;
        expect(order.side === 'buy' ? at < index + 15 : at > index - 15).toBe(true);
      }
    }
    expect(exchange.open(BTC)).toHaveLength(20);
    expect((exchange.messages - before) / 60).toBeLessThan(8);
    expect(exchange.errors).toEqual([]);
  });

  test('refills the level that another account took', async () => {
    await start();
    const [taken] = exchange.open(BTC);
    if (!taken) throw new Error('no quote');
    exchange.fill(taken);
    expect(exchange.open(BTC)).toHaveLength(19);
    await exchange.pass(1000);
    expect(exchange.open(BTC).map((order) => order.price)).toContain(taken.price);
    expect(exchange.open(BTC)).toHaveLength(20);
  });

  test('cancels its quotes while the index is stale and quotes again afterwards', async () => {
    await start();
    exchange.say(BTC, '92000', true);
    await exchange.pass(1200);
    expect(exchange.open(BTC)).toHaveLength(0);
    expect(exchange.open(DOGE)).toHaveLength(20);
    exchange.say(BTC, '92000');
    await exchange.pass(1200);
    expect(exchange.open(BTC)).toHaveLength(20);
  });

  test.each(['closed', 'halted', 'cancel_only'] as const)(
    'places nothing in a market that is %s',
    async (state) => {
      exchange.states.set(BTC.id, state);
      await start();
      expect(exchange.open(BTC)).toHaveLength(0);
      expect(exchange.open(DOGE)).toHaveLength(20);
    },
  );

  test('pauses after a refusal instead of retrying at once', async () => {
    exchange.refusal = new Refusal('busy');
    await start();
    const before = exchange.messages;
    await exchange.pass(2000);
    expect(exchange.messages).toBe(before);
    exchange.refusal = undefined;
    await exchange.pass(6000);
    expect(exchange.open(BTC)).toHaveLength(20);
  });

  test('sells nothing that it does not own', async () => {
    exchange.own([BTC.quote, '6000000']);
    await start();
    expect(exchange.open(BTC).every((order) => order.side === 'buy')).toBe(true);
    expect(exchange.open(BTC)).toHaveLength(10);
  });

  test('stays within the message budget, the best levels first', async () => {
    await start(createBudget(exchange.clock, 4, 4));
    const [best] = exchange.open(BTC).concat(exchange.open(DOGE));
    expect(exchange.messages).toBeLessThanOrEqual(4 + 4 * 2);
    expect([price('91990'), price('92010'), price('0.15998'), price('0.16002')]).toContain(best?.price);
  });

  test('paused it cancels everything, resumed it quotes again', async () => {
    await start();
    maker.setPaused(true);
    await exchange.pass(1500);
    expect(exchange.orders.size).toBe(0);
    maker.setPaused(false);
    await exchange.pass(1500);
    expect(exchange.orders.size).toBe(40);
  });

  test('cancels the orders of a former run, and leaves none at its stop', async () => {
    await exchange.deps.trading.place(BOT, {
      marketId: BTC.id,
      side: 'buy',
      orderType: 'limit',
      price: price('1'),
      quantity: amount('1'),
    });
    await start();
    expect(exchange.open(BTC).some((order) => order.price === price('1'))).toBe(false);
    await maker.stop();
    expect(exchange.orders.size).toBe(0);
  });
});

describe('a taker', () => {
  const start = (size = '300'): Bot => {
    const taker = new Taker({
      ...exchange.deps,
      name: 'taker',
      userId: BOT,
      perSecond: 2,
      size: amount(size),
    });
    taker.start();
    return taker;
  };

  test('places about the expected number of market orders, on both sides and in all markets', async () => {
    start();
    await exchange.rest();
    await exchange.pass(60_000);
    expect(exchange.placed.length).toBeGreaterThan(80);
    expect(exchange.placed.length).toBeLessThan(150);
    expect(new Set(exchange.placed.map((input) => `${input.marketId} ${input.side}`)).size).toBe(4);
    expect(exchange.placed.every((input) => input.orderType === 'market')).toBe(true);
    expect(exchange.errors).toEqual([]);
  });

  test('repeats the same orders from the same seed', async () => {
    start();
    await exchange.rest();
    await exchange.pass(10_000);
    const first = exchange.placed;
    exchange = new TestExchange();
    rich();
    exchange.say(BTC, '92000');
    exchange.say(DOGE, '0.16');
    start();
    await exchange.rest();
    await exchange.pass(10_000);
    expect(first.length).toBeGreaterThan(5);
    expect(exchange.placed).toEqual(first);
  });

  test('places nothing in closed markets, without a fresh index and without funds', async () => {
    exchange.states.set(BTC.id, 'closed');
    exchange.say(DOGE, '0.16', true);
    start();
    await exchange.rest();
    await exchange.pass(10_000);
    expect(exchange.placed).toEqual([]);
    exchange.own();
    exchange.states.set(BTC.id, 'open');
    await exchange.pass(6_000);
    const early = exchange.placed.length;
    await exchange.pass(10_000);
    expect(exchange.placed.length).toBe(early);
  });

  test('with base only it sells, in whole lots of at least the minimum notional', async () => {
    exchange.own([BTC.base, '1']);
    exchange.states.set(DOGE.id, 'closed');
    start('1');
    await exchange.rest();
    await exchange.pass(20_000);
    expect(exchange.placed.length).toBeGreaterThan(0);
    for (const input of exchange.placed) {
      expect(input.side).toBe('sell');
      expect((input.quantity ?? 0n) % BTC.lot).toBe(0n);
      expect((input.quantity ?? 0n) * price('92000') >= BTC.minNotional * 10_000_000_000n).toBe(true);
    }
  });

  test('paused it does nothing', async () => {
    start().setPaused(true);
    await exchange.rest();
    await exchange.pass(10_000);
    expect(exchange.placed).toEqual([]);
  });
});

test('a budget allows a number of messages per second and saves up a limited number', () => {
  const clock = virtualClock();
  const budget = createBudget(clock, 10, 30);
  const taken = (): number => {
    let n = 0;
    while (budget.take()) n++;
    return n;
  };
  expect(taken()).toBe(30);
  clock.advance(1000);
  expect(taken()).toBe(10);
  clock.advance(60_000);
  expect(taken()).toBe(30);
});
